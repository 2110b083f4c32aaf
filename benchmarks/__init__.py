"""Measurements. Each module is a command that prints figures and a ratio against a named baseline of the same run."""
