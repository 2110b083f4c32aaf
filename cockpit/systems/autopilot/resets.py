"""Telling a reset from an older copy: a reset says so in the file, an older copy knows nothing of what came after."""

from collections.abc import Mapping
from typing import Any

from cockpit.documents.json_text import parse
from cockpit.documents.text import decode
from cockpit.rules.instants import certainly_before
from cockpit.systems.autopilot.acknowledgments_state import find_map
from cockpit.systems.autopilot.metric_names import metric_named
from cockpit.systems.reading.scalars import object_of, text_of


def was_reset(ours: bytes, present: bytes) -> bool:
    """Whether an acknowledgment of ours is void or moved to the history (seed, `resetAcknowledgments`) in what stands
    there now, in the file's own words."""
    before, after = _read(ours), _read(present)
    since = _resets(after) - _resets(before)
    all_reset = _is_newer(text_of(after.get("last_reset")), text_of(before.get("last_reset")))
    given = find_map(after)[1]
    for key, one in find_map(before)[1].items():
        metric, at = metric_named(key), text_of(object_of(one).get("acknowledged_at"))
        if metric is None or at is None or object_of(given.get(key)).get("acknowledged_at") == at:
            continue
        if all_reset or (metric.name, at) in since:
            return True
    return False


def _is_newer(present: str | None, ours: str | None) -> bool:
    return present not in (None, ours) and not certainly_before(present, ours)


def _resets(content: Mapping[str, Any]) -> set[tuple[str, str]]:
    """Of what the history says was withdrawn: the metric, and when it had been acknowledged."""
    history = content.get("acknowledgment_history")
    entries = [object_of(entry) for entry in history] if isinstance(history, list) else []
    named = (
        (metric_named(text_of(entry.get("type")) or ""), text_of(entry.get("acknowledged_at"))) for entry in entries
    )
    return {(metric.name, at) for metric, at in named if metric is not None and at is not None}


def _read(data: bytes) -> Mapping[str, Any]:
    return object_of(parse(decode(data).text).value)
