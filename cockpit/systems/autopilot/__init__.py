"""Project Autopilot: recognising its tracks, and everything its files say about one."""
