"""A station."""
