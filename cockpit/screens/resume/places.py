"""Where a track stands, in the words of the first line, and what the checklist comes to."""

from cockpit.actions.resuming import Preflight
from cockpit.model import Track
from widgets.glyphs import Glyphs
from widgets.line import Line


def titles(track: Track | None, glyphs: Glyphs) -> tuple[str, ...]:
    """`Resume · phase 3, plan 2, task 3 of 5`, and what is left of it in a narrow terminal."""
    place = place_of(track) if track is not None else ""
    dot = f" {glyphs.dot} "
    named = (f"Resume{dot}{track.title}{dot}{place}",) if track is not None and track.title and place else ()
    return (*named, f"Resume{dot}{place}", "Resume") if place else ("Resume",)


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


def verdicts(preflight: Preflight | None, glyphs: Glyphs, waiting: str) -> tuple[Line, ...]:
    """What the checklist comes to, in many words and in few; `waiting` where nothing is known yet."""
    if preflight is None:
        return (Line().add(waiting, "muted"), Line())
    if preflight.moved_on:
        return _said(glyphs.done, "The handoff has served", "Served", "ok")
    held = [check for check in preflight.checks if check.open]
    if not held:
        return _said(glyphs.done, "Clear", "Clear", "ok")
    lines = f"{len(held)} lines hold" if len(held) > 1 else "1 line holds"
    stop = any(check.gate == "refuse" for check in held)
    told = "A stop holds the resume" if stop and len(held) == 1 else f"{lines} the resume"
    return _said(glyphs.stop if stop else glyphs.failed, told, f"{len(held)} open", "stop" if stop else "alert")


def _said(sign: str, long: str, short: str, style: str) -> tuple[Line, ...]:
    return tuple(Line().add(f"{sign} {told}", style) for told in (long, short))
