"""Scalars of a JSON object, as a language model may have written them: numbers as text, times as numbers, nulls."""

from collections.abc import Mapping
from typing import Any

from cockpit.rules.metrics import parse_amount


def text_of(value: object) -> str | None:
    """A scalar as text; None for null, an empty text, an object or a list."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value.strip() or None
    return str(value) if isinstance(value, int | float) else None


def number_of(value: object) -> float | None:
    """A number, or a text that begins with an amount (`"$26.50"`, `"35%"`); None for anything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return float(value) if abs(value) < 1e15 else None
    return parse_amount(value) if isinstance(value, str) else None


def count_of(value: object) -> int | None:
    """A whole number of things; None for anything else."""
    number = number_of(value)
    return int(number) if number is not None else None


def flag_of(value: object) -> bool | None:
    """A truth value, also where it was written as text; None for anything else."""
    if isinstance(value, bool):
        return value
    return {"true": True, "yes": True, "false": False, "no": False}.get(str(value).strip().casefold())


def object_of(value: object) -> Mapping[str, Any]:
    """A JSON object; empty for anything else."""
    return value if isinstance(value, dict) else {}
