"""The lists of a state file: decisions, todos, blockers, errors, in whichever form they stand."""

import re
from dataclasses import replace
from itertools import pairwise

from cockpit.model import Blocker, BlockerStatus, Decision, PhaseError, Todo
from cockpit.regex import regex
from cockpit.rules.work import DONE_SIGNS, is_done
from cockpit.systems.shared.outline import Outline
from cockpit.systems.shared.stated_values import Value, fold, phase_prefix, plain, unwrapped
from cockpit.text.markdown import Region
from cockpit.wording.times import to_utc_text

# A blocker as an entry of a state file (seed: "prefixed with phase"), and the ways to write that it is no more

_BYPASSED = regex(r"(?P<text>.+?)\s+[—–-]+\s+bypassed(?::\s*(?P<how>.*))?", re.IGNORECASE | re.DOTALL)
_STRUCK = regex(r"~~(.+?)~~(.*)", re.DOTALL)
_OVER = r"(?:resolved|fixed|unblocked|cleared|no longer blocking)"
_RESOLVED = regex(
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
    folded = fold(word)
    if over or folded in ("resolved", "fixed", "done", "closed", "cleared", "complete", "completed"):
        return "resolved"
    return "bypassed" if bypassed or folded in ("bypassed", "worked around") else "active"


# A decision as an entry of a state file or archive: `decision — outcome` (seed), a phase perhaps in front

NO_BREAK_SPACE = "\u00a0"
"""The no-break space, which parts nothing."""

_DASHES = ("—", "–", "--", "→", "->")
_OUTCOME = regex(rf"(?:[ \t]+(?:{'|'.join(_DASHES)}))+[ \t]+")
_SPACED_HYPHEN = regex(r"[ \t]+-[ \t]+")
_BOX = regex(r"\[\W?\w?\] ")
_CLOSING_HASHES = regex(r" (?=#+$)")
"""What a heading does not count as its text."""


def read_decision(text: str) -> Decision:
    """An entry as it is written; the outcome stands after the last dash."""
    phase, rest = phase_prefix(unwrapped(text))
    parts = list(_OUTCOME.finditer(rest)) or list(_SPACED_HYPHEN.finditer(rest))
    if not parts:
        return Decision(text=plain(rest), phase=phase)
    return Decision(text=plain(rest[: parts[-1].start()]), outcome=plain(rest[parts[-1].end() :]), phase=phase)


def decision_entry(text: str, outcome: str | None) -> str:
    """The entry of a decision, such that it is read back as these two."""
    return f"{as_one(text)} — {as_one(outcome)}" if outcome else as_one(text)


def in_heading(text: str) -> str:
    """A text as a heading can hold it whole."""
    return _CLOSING_HASHES.sub(NO_BREAK_SPACE, text)


def as_one(text: str) -> str:
    """A text that is to stay one part of an entry: its dashes, and what would be a phase or box in front, are kept."""
    words = text.split(" ")
    joined = [words[0]]
    for before, word in pairwise(words):
        parts = (*_DASHES, "-")
        joined.append((NO_BREAK_SPACE if before in parts or word in parts else " ") + word)
    text_kept = "".join(joined)
    if _BOX.match(text_kept):
        text_kept = text_kept.replace(" ", NO_BREAK_SPACE, 1)
    _, rest = phase_prefix(text_kept)
    return text_kept if rest == text_kept else f"{text_kept.removesuffix(rest).rstrip()}{NO_BREAK_SPACE}{rest}"


TEXT = (
    "Blocker", "Issue", "Decision", "Choice", "Todo", "To do", "Error", "Message", "Title", "What", "Text", "Item",
    "Task", "Description",
)  # fmt: skip
"""What the column that holds an entry's text may be called."""

_NUMBER = ("#", "No", "No.", "Nr")
_PHASE = ("Phase",)


def decisions_in(region: Region | None, outline: Outline) -> tuple[Decision, ...]:
    """`- decision — outcome` entries; the outcome stands after the last dash, or in a column of its own."""
    decisions = []
    for entry, _ in outline.entries(region, *TEXT):
        decision = read_decision(entry.text)
        if entry.row is not None:
            cells = outline.cells(
                entry.row,
                number=_NUMBER,
                outcome=("Outcome", "Result", "Status"),
                reason=("Rationale", "Reason", "Why"),
                date=("Date", "When"),
                phase=_PHASE,
                text=TEXT,
            )
            stated = {part: cells[part] for part in ("outcome", "reason", "date", "phase") if cells[part]}
            decision = replace(decision, **stated)  # type: ignore[arg-type]  # these are texts
        decisions.append(decision)
    return tuple(decisions)


def todos_in(region: Region | None, outline: Outline) -> tuple[Todo, ...]:
    """`- [ ] todo` entries, also below others; an entry without a box is open unless it carries a tick."""
    todos = []
    for entry, value in outline.entries(region, *TEXT, boxes=True):
        done = entry.item.checked if entry.item is not None else None
        if entry.row is not None:
            cells = outline.cells(entry.row, number=_NUMBER, text=TEXT, status=("Status", "State", "Done"))
            done = is_done(cells["status"] or "")
        todos.append(Todo(text=value.text, done=value.text.startswith(DONE_SIGNS) if done is None else done))
    return tuple(todos)


def blockers_in(region: Region | None, outline: Outline) -> tuple[Blocker, ...]:
    """Blocker entries, each prefixed by its phase; one that is ticked, struck out or said to be resolved is."""
    blockers = []
    for entry, value in outline.entries(region, *TEXT):
        blocker = read_blocker(value.text, ticked=bool(entry.item and entry.item.checked))
        if entry.row is not None:
            cells = outline.cells(
                entry.row,
                number=_NUMBER,
                text=TEXT,
                phase=_PHASE,
                status=("Status", "State"),
                since=("Since", "Date"),
                resolution=("Resolution", "Fix"),
                workaround=("Workaround",),
            )
            blocker = replace(
                read_blocker(value.text, status=cells["status"] or ""),
                affects=(cells["phase"],) if cells["phase"] else blocker.affects,
                since=cells["since"],
                resolution=cells["resolution"],
                workaround=cells["workaround"],
            )
        blockers.append(blocker)
    return tuple(blockers)


def errors_in(region: Region | None, outline: Outline) -> tuple[PhaseError, ...]:
    """Errors listed in a state file, as a table or as entries."""
    errors = []
    for entry, value in outline.entries(region, *TEXT):
        if entry.row is None:
            errors.append(PhaseError(message=value.text))
            continue
        cells = outline.cells(
            entry.row,
            message=TEXT,
            phase=_PHASE,
            type=("Type",),
            resolution=("Resolution", "Fix"),
            at=("Time", "At", "Date", "Timestamp"),
        )
        errors.append(
            PhaseError(
                message=value.text,
                phase=cells["phase"],
                type=cells["type"],
                resolution=cells["resolution"],
                resolved=bool(cells["resolution"]),
                at=to_utc_text(cells["at"]) if cells["at"] else None,
            )
        )
    return tuple(errors)


def texts_in(region: Region | None, outline: Outline) -> tuple[Value, ...]:
    """The entries of a list that has no form of its own."""
    found = outline.entries(region)
    for entry, _ in found:
        if entry.row is not None:
            outline.cells(entry.row, text=())
    return tuple(value for _, value in found)
