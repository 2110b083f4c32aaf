"""The handoff of Project Autopilot: what it is proposed to say, leaving it, and its end."""
