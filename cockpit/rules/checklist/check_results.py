"""The three results a line of the checklist can have. A failed line asks the person; only a stop refuses."""

from cockpit.model.checklist import Check
from cockpit.wording.messages import Message


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
