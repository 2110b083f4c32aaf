"""Colour themes as TOML, and their loader."""
