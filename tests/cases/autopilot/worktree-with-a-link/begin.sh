echo .autopilot > .gitignore
git add .gitignore
git commit -q -m "Ignore the agent's state"
git worktree add -q -b labels ../labels
ln -s "$PWD/.autopilot" ../labels/.autopilot
