"""The decisions of Project Autopilot, in the state file and in DECISIONS.md: read and written."""
