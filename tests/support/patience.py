"""How long tests wait for what must come: no test depends on how fast the machine is, or on what else runs there."""

PATIENCE = 90.0
"""Seconds after which a test gives up."""
