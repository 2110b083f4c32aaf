"""Tides."""
