"""Limits, values, levels, acknowledgments and triggers of Project Autopilot: read and written."""
