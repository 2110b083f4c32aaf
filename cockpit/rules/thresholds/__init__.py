"""Metrics with their limits and levels: what fires, what was acknowledged, what the agent does about it."""
