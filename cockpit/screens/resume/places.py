"""Where a track stands, in the words of the first line, and what the checklist comes to."""

from cockpit.actions.resuming import Preflight
from cockpit.model import Track
from widgets.glyphs import Glyphs


def place_of(track: Track) -> str:
    """Where the handoff stands, else the state file: `phase 3, plan 2, task 3 of 5`."""
    handoff, position = track.handoff, track.position
    if handoff is not None:
        steps = [("phase", handoff.phase, None), ("plan", handoff.plan, None),
                 ("task", handoff.task, handoff.total_tasks)]  # fmt: skip
    else:
        steps = [(name, step.id, step.total if name == "task" else None) if step else (name, None, None)
                 for name, step in (("phase", position.phase), ("plan", position.plan),
                                    ("task", position.task))]  # fmt: skip
    return ", ".join(f"{name} {number}{f' of {total}' if total else ''}" for name, number, total in steps if number)


def verdict(preflight: Preflight | None, glyphs: Glyphs, waiting: str) -> tuple[str, str]:
    """What the checklist comes to, and its style; `waiting` where nothing is known yet."""
    if preflight is None:
        return waiting, "muted"
    if preflight.moved_on:
        return f"{glyphs.done} The handoff has served", "ok"
    held = [check for check in preflight.checks if check.open]
    if not held:
        return f"{glyphs.done} Clear", "ok"
    lines = f"{len(held)} lines hold" if len(held) > 1 else "1 line holds"
    if any(check.gate == "refuse" for check in held):
        told = "A stop holds" if len(held) == 1 else lines
        return f"{glyphs.stop} {told} the resume", "stop"
    return f"{glyphs.failed} {lines} the resume", "alert"
