"""A blocker as an entry of a state file (seed: "prefixed with phase"), and the ways to write that it is no more."""

import re

from cockpit.model import Blocker, BlockerStatus
from cockpit.rules.work import DONE_SIGNS
from cockpit.systems.reading.values import phase_prefix
from cockpit.systems.reading.words import fold

_BYPASSED = re.compile(r"(?P<text>.+?)\s+[—–-]+\s+bypassed(?::\s*(?P<how>.*))?", re.IGNORECASE | re.DOTALL)
_STRUCK = re.compile(r"~~(.+?)~~(.*)", re.DOTALL)
_OVER = r"(?:resolved|fixed|unblocked|cleared|no longer blocking)"
_RESOLVED = re.compile(
    rf"(?:\[?{_OVER}(?:\]:?|:)\s+(?P<behind>.+)"
    rf"|(?P<before>.+?)\s+(?:[—–-]+\s+{_OVER}(?P<how>(?:[:;,.(]|\s+(?:on|with|via|since)\b|\s+\d).*)?"
    rf"|[(\[]{_OVER}\b(?P<inside>[^()\[\]]*)[)\]]\.?))",
    re.IGNORECASE | re.DOTALL,
)


def read_blocker(text: str, *, ticked: bool = False, status: str = "") -> Blocker:
    """A blocker entry; `ticked` by its box, `status` by the column of a table.

    One that is ticked, struck out or said to be resolved is resolved. `— bypassed: how` at its end says that the work
    goes on around it.
    """
    struck = _STRUCK.fullmatch(text)
    text = f"{struck[1]}{struck[2]}".strip() if struck else text
    signed = text.startswith(DONE_SIGNS)
    text = text.lstrip("".join(DONE_SIGNS) + "\ufe0f ") if signed else text
    over, bypassed = _RESOLVED.fullmatch(text), _BYPASSED.fullmatch(text)
    text = over["behind"] or over["before"] if over else bypassed["text"] if bypassed else text
    phase, _ = phase_prefix(text)
    how = ((over["how"] or over["inside"] or "").strip(" :;,.()") or None) if over else None
    return Blocker(
        text=text,
        status=_status(bool(over or struck or ticked or signed), bool(bypassed), status),
        affects=(phase,) if phase else (),
        workaround=(bypassed["how"] or None) if bypassed and not over else None,
        resolution=how,
    )


def _status(over: bool, bypassed: bool, word: str) -> BlockerStatus:
    said = fold(word)
    if over or said in ("resolved", "fixed", "done", "closed", "cleared", "complete", "completed"):
        return "resolved"
    return "bypassed" if bypassed or said in ("bypassed", "worked around") else "active"
