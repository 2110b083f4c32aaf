"""The wizard that leaves a handoff, step by step."""
