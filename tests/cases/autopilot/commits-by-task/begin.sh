git add -A -f
git commit -q -m "Begin"
echo "class Seed: ..." > model.py
git add model.py
git commit -q -m "Create model"
echo "def api(): ..." > api.py
git add api.py
git commit -q -m "feat: Create API"
echo "# see" >> api.py
git commit -q -a -m "Create API docs, later"
