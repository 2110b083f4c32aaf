git add -A -f
git commit -q -m "Begin"
echo "def light(): ..." > src/light.py
echo "TRIM = 2" >> src/wick.py
