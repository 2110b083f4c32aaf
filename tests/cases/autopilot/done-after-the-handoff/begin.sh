git add -A -f
git commit -q -m "Begin"
echo "def print_all(): ..." > labels.py
git add labels.py
git commit -q -m "Print all labels at once"
