git commit -q --allow-empty -m "Begin"
echo "def layout(): ..." > layout.py
git add layout.py
git commit -q -m "Lay out a label"
sed "s/HASH/$(git rev-parse --short HEAD)/" .autopilot/holding-pattern.md > written
mv written .autopilot/holding-pattern.md
git switch -q -c urgent HEAD~1
