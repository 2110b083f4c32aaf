"""Cockpit: see, answer, hand off and resume the work of coding agents, from the terminal."""

__version__ = "0.2.0"
