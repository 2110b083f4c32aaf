"""The three results a line of the checklist can have. A failed line asks the person; only a stop refuses."""

from collections.abc import Iterator
from dataclasses import replace

from cockpit.model import Track
from cockpit.model.checklist import Altered, Check, Evidence, Way
from cockpit.wording.messages import Message, plain


def passed(code: str, claim: Message, *evidence: Message, subject: str = "") -> Check:
    """The claim holds."""
    return Check(code=code, subject=subject, claim=claim, result="passed", evidence=evidence)


def failed(code: str, claim: Message, fact: Message, *evidence: Message, subject: str = "") -> Check:
    """The claim is contradicted by a fact; the resume waits until the person waives it with a reason."""
    return Check(code=code, subject=subject, claim=claim, result="failed", fact=fact, evidence=evidence, gate="ask")


def refused(code: str, claim: Message, fact: Message, *evidence: Message, subject: str = "") -> Check:
    """The claim is contradicted by a fact, and nothing but its cause can be removed."""
    return Check(code=code, subject=subject, claim=claim, result="failed", fact=fact, evidence=evidence, gate="refuse")


def unknown(code: str, claim: Message, *evidence: Message, subject: str = "") -> Check:
    """Nobody can tell; shown, and no reason to wait."""
    return Check(code=code, subject=subject, claim=claim, result="unknown", evidence=evidence)


# Whether the handoff that waits still says what was written into it with cockpit

_CLAIM = Message("checklist.handoff-as-written")


def words_checks(track: Track, evidence: Evidence) -> Iterator[Check]:
    """The one line; none of a handoff that cockpit did not write, or that another one took the place of."""
    altered = evidence.altered
    if track.handoff is None or altered is None:
        return
    if not altered.lines:
        yield passed("words", _CLAIM, Message("checklist.handoff-is-as-written"))
        return
    why = Message("checklist.handoff-altered-outside", entry=altered.entry)
    line = failed("words", _CLAIM, Message("checklist.handoff-altered"), why, *map(plain, altered.lines))
    yield replace(line, brings_back=(_put_back(altered),))


def _put_back(altered: Altered) -> Way:
    return Way((("cockpit", "redo", str(altered.entry)),), "Put back")
