"""Whether the handoff that waits still says what was written into it with cockpit."""

from collections.abc import Iterator
from dataclasses import replace

from cockpit.model import Track
from cockpit.model.checklist import Altered, Check, Evidence, Way
from cockpit.rules.preflight.results import failed, passed

_CLAIM = "The handoff says what was written into it"
_WHY = (
    "Cockpit did not do it. If it was you, waive the line; the command does change {entry} of the ledger again, which "
    "wrote the handoff, so that it says what stood there. What changed:"
)


def checks(track: Track, evidence: Evidence) -> Iterator[Check]:
    """The one line; none of a handoff that cockpit did not write, or that another one took the place of."""
    altered = evidence.altered
    if track.handoff is None or altered is None:
        return
    if not altered.lines:
        yield passed("words", _CLAIM, "It is as cockpit wrote it.")
        return
    why = _WHY.format(entry=altered.entry)
    line = failed("words", _CLAIM, "The handoff was changed after it was written", why, *altered.lines)
    yield replace(line, brings_back=(_put_back(altered),))


def _put_back(altered: Altered) -> Way:
    return Way((("cockpit", "redo", str(altered.entry)),), "Put back")
