"""Checking a handoff against reality before work goes on (DESIGN section 8): what to ask, and what the answers mean."""

from collections.abc import Collection, Mapping

from cockpit.model import Track
from cockpit.model.preflight import Check, Evidence
from cockpit.model.resumption import NOTHING_MORE, Resumption
from cockpit.rules.preflight import repository_checks, state_checks, touched_checks, words_checks
from cockpit.rules.preflight.claims import questions, since
from cockpit.rules.preflight.mending import place

__all__ = ["check_all", "of_handoff", "questions"]

_OF_HANDOFF = ("next-action", "task", "itself", "position", "project", "age", "commit", "file", "branch", "plan",
               "done", "words")  # fmt: skip
_ORDER = ("failed", "unknown", "passed")


def check_all(
    track: Track,
    evidence: Evidence,
    waived: Mapping[str, str],
    own: Collection[str] = (),
    resolved: Collection[str] = (),
    *,
    more: Resumption = NOTHING_MORE,
) -> tuple[Check, ...]:
    """The checklist of a resume: what failed first, as it is best mended, then what nobody can tell, then what holds.

    `evidence` answers `questions(track)`; `waived` maps the key of a check to the reason the person gave; `own` are the
    instants at which a person changed the track with cockpit, for those say nothing of work; `resolved` are the
    blockers that were resolved with it; `more` is what the system's own protocol says.
    """
    from dataclasses import replace

    found = (
        *words_checks.checks(track, evidence),
        *state_checks.checks(track, own, resolved, more),
        *touched_checks.checks(more, evidence, since(track, more, own)),
        *repository_checks.checks(track, evidence, more, own),
    )
    told = (
        replace(each, waived=waived[each.key]) if each.gate == "ask" and each.key in waived else each for each in found
    )
    return tuple(sorted(told, key=_in_order))


def _in_order(check: Check) -> tuple[int, int]:
    return _ORDER.index(check.result), place(check) if check.result == "failed" else 0


def of_handoff(check: Check) -> bool:
    """Whether a line failed that only the handoff makes: without one, nobody would ask."""
    return check.result == "failed" and check.code in _OF_HANDOFF
