"""What the checklist comes to, as the first line tells it."""

from cockpit.actions.resuming import Preflight
from cockpit.rules.preflight.mending import begin_with
from widgets.glyphs import Glyphs


def verdict(preflight: Preflight | None, glyphs: Glyphs, waiting: str) -> tuple[str, str]:
    """What the checklist comes to, and its style; `waiting` where nothing is known yet."""
    if preflight is None:
        return waiting, "muted"
    held = preflight.holding
    if preflight.moved_on and not held:
        return f"{glyphs.done} {'Served; what failed is past' if preflight.past else 'The handoff has served'}", "ok"
    if not held:
        return f"{glyphs.done} Clear", "ok"
    lines = f"{len(held)} lines hold" if len(held) > 1 else "1 line holds"
    first = begin_with(held)
    begin = f"; begin with {first}" if first else ""
    if any(check.gate == "refuse" for check in held):
        told = "A stop holds" if len(held) == 1 else lines
        return f"{glyphs.stop} {told} the resume{begin}", "stop"
    return f"{glyphs.failed} {lines} the resume{begin}", "alert"
