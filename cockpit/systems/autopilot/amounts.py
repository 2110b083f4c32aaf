"""Amounts as the files of Project Autopilot write them."""

from cockpit.model import Unit
from cockpit.rules.levels import dollars


def write_amount(value: float, unit: Unit) -> str:
    """An amount as the files of Project Autopilot write it, without loss: `$10`, `35%`, `1`, `500K`, `1.2M`."""
    if unit == "usd":
        return dollars(value)
    if unit == "percent":
        return f"{value:g}%"
    if unit == "tokens" and value and value % 100_000 == 0 and abs(value) >= 1_000_000:
        return f"{value / 1_000_000:g}M"
    if unit == "tokens" and value and value % 1_000 == 0 and abs(value) < 1_000_000:
        return f"{value / 1_000:g}K"
    return f"{value:,.0f}" if value == int(value) else repr(value)
