"""Blockers, todos, sessions and completed work of Project Autopilot, and what is moved out of a long state file."""
