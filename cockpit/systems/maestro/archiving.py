"""What archiving a session asks for: which documents go along by its tier, and what speaks against it (seed, B.6)."""

import re
from collections.abc import Mapping, Sequence

from cockpit.rules.listing import listed
from cockpit.systems.maestro.vocabulary import folded, status_of

ALONG: Mapping[str, tuple[str, ...]] = {
    "t1": (),
    "t2": ("implementation_plan",),
    "t3": ("design_document", "implementation_plan"),
}
"""By tier the documents that are archived with the session file."""

_NAME = re.compile(r"[A-Za-z0-9_-][\w.-]{0,199}", re.ASCII)
_NAMED = 8


def documents_of(tier: str | None) -> tuple[str, ...]:
    """The documents that go along; a session without a tier, or of one that is not known, is of the third."""
    return ALONG.get(folded(tier), ALONG["t3"])


def names_a_file(session_id: str | None) -> bool:
    """Whether an id can be the name of an archived session."""
    return session_id is not None and _NAME.fullmatch(session_id) is not None and ".." not in session_id


def called(phases: Sequence[tuple[str | None, str | None]]) -> str:
    """Phases, each an id with a status, as a sentence names them."""
    more = f" and {len(phases) - _NAMED} more" if len(phases) > _NAMED else ""
    told = [f"{name or '?'} ({status or 'no status'})" for name, status in phases[:_NAMED]]
    return f"{'phase' if len(phases) == 1 else 'phases'} {', '.join(told) if more else listed(told)}{more}"


def left_open(phases: Sequence[tuple[str | None, str | None]]) -> list[tuple[str | None, str | None]]:
    """Those that are neither completed nor skipped."""
    return [each for each in phases if status_of(each[1]) not in ("completed", "skipped")]


def unfinished(status: str | None, phases: Sequence[tuple[str | None, str | None]]) -> str | None:
    """Why a session is not done, as the end of a sentence; None where nothing of it is open."""
    left = left_open(phases)
    if left:
        return f"{called(left)} {'is' if len(left) == 1 else 'are'} open"
    if status_of(status) == "failed":
        return "it failed"
    if phases or status_of(status) == "completed":
        return None
    return "no phases tell whether it is done"
