"""The `autopilot` system: Project Autopilot."""
