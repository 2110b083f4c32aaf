"""What is typed as an argument, as the value that is meant."""

import argparse

LEVELS = ("warning", "alert", "stop")


def handoff_reason(text: str) -> str:
    """Why work stops, as people type it; the word of the file is taken too."""
    return {"user_interrupt": "interrupted", "session_end": "session-ended"}.get(text, text)


def amount(text: str) -> float:
    """A number as people write it: `26.5`, `$80`, `40%`, `500K`. Raises argparse's own error otherwise."""
    from cockpit.rules.metrics import typed_amount

    value = typed_amount(text)
    if value is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no number")
    return value


def count(text: str) -> int:
    """A whole number of things: `1200`, `1,200`, `12K`. Raises argparse's own error otherwise."""
    value = amount(text)
    if value < 0 or value != int(value):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0")
    return int(value)


def limit(text: str) -> tuple[str, str, float]:
    """A limit as people write it, `cost.alert=22`: metric, level and value. Raises argparse's own error otherwise."""
    from cockpit.rules.metrics import METRICS, metric_named

    name, _, value = text.partition("=")
    named, _, level = name.partition(".")
    metric = metric_named(named)
    if not value or level not in LEVELS:
        raise argparse.ArgumentTypeError(f"{text!r} is no limit; write it as cost.alert=22")
    if metric is None:
        known = ", ".join(each.name for each in METRICS)
        raise argparse.ArgumentTypeError(f"there is no metric {named!r}; there are: {known}")
    return metric.name, level, amount(value)
