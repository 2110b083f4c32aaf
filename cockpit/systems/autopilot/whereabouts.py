"""Where in the files of Project Autopilot the values of the model stand."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cockpit.model import (
    Blocker,
    Continuity,
    Decision,
    LastActivity,
    NextAction,
    Phase,
    PhaseError,
    Position,
    Session,
    Threshold,
    Todo,
    Tokens,
    Track,
    Waiting,
)
from cockpit.systems.autopilot.decisions_log import NAME as LOG
from cockpit.systems.autopilot.metric_names import spellings
from cockpit.systems.autopilot.recognition import THRESHOLDS_NAME
from cockpit.systems.autopilot.token_usage import NAME as USAGE
from cockpit.systems.autopilot.token_usage import TOTALS
from cockpit.systems.autopilot.transponder import CONTINUITY, ERRORS, METRICS, NEXT_SECTIONS, POSITION, THRESHOLDS
from cockpit.systems.autopilot.waypoint import FUEL
from cockpit.systems.interface import Spot
from cockpit.systems.reading.titles import BLOCKERS, DECISIONS, TODOS

_Said = Callable[[Any], Sequence[str | None]]
_IN_STATE: Mapping[type, tuple[_Said, Sequence[str]]] = {
    Decision: (lambda it: (it.text,), DECISIONS),
    Todo: (lambda it: (it.text,), (*TODOS, "Next Steps")),
    Blocker: (lambda it: (it.text,), BLOCKERS),
    PhaseError: (lambda it: (it.message,), ERRORS),
    Phase: (lambda it: (it.name, it.id and f"Phase {it.id}"), POSITION),
    LastActivity: (lambda it: ("Last activity", it.text), POSITION),
    NextAction: (lambda it: (it.text,) if it.source == "file" else (), (*CONTINUITY, *NEXT_SECTIONS)),
    Waiting: (lambda it: (it.question,), ()),
    Continuity: (lambda it: (it.stopped_at, "Stopped at", "Last session"), CONTINUITY),
    Session: (lambda it: (it.working_on, it.handoff_reason, "Last session"), CONTINUITY),
    Tokens: (lambda _: ("Tokens",), FUEL),
    tuple: (lambda metrics: (metrics[0][0],), METRICS),
}
"""What the state file says of a kind of value, any one of which is enough, and in which section."""


def places(track: Track, value: object, part: str) -> tuple[Spot, ...]:
    """Where a value of the track may stand, the likeliest first."""
    main, folder = track.path, track.path.rpartition("/")[0]
    usage = Spot(f"{folder}/{USAGE}", TOTALS, TOTALS)
    if isinstance(value, Threshold):
        return _threshold(main, folder, value, usage)
    if isinstance(value, Position):
        return (Spot(main, ("phase" if part in ("", "steps") else part,), POSITION),)
    if isinstance(value, Phase) and value.path:
        return (Spot(value.path),)
    said, titles = _IN_STATE.get(type(value), (lambda _: (), ()))
    spot = Spot(main, tuple(filter(None, said(value))), tuple(titles))
    if isinstance(value, Decision):
        numbered = (f"{value.id} {value.text}",) if value.id else ()
        return spot, Spot(f"{folder}/{LOG}", (*numbered, value.text))
    return (usage, spot) if isinstance(value, Tokens) else (spot,)


def _threshold(main: str, folder: str, threshold: Threshold, usage: Spot) -> tuple[Spot, ...]:
    """In the file its value was read from; where it has none, wherever it is named."""
    names = spellings(threshold.metric)
    maps = ("current_values", "levels_triggered")
    keys = (*(((of, name)) for of in maps for name in names), *((name,) for name in names))
    store = Spot(f"{folder}/{THRESHOLDS_NAME}", keys=keys)
    table = Spot(main, tuple(name.replace("_", " ") for name in names), (*THRESHOLDS, *FUEL))
    return {USAGE: (usage, store, table), main.rpartition("/")[2]: (table, store)}.get(
        threshold.source or "", (store, table)
    )
