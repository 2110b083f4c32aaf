"""The Azaion autopilot, later autodev: its state file, its folders, its rules."""
