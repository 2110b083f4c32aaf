"""The body of a handoff: the seed's sections, with the person's text in them such that it stays in its section."""

import re
from dataclasses import replace

from cockpit.documents.markdown import in_cell, on_one_line, without_label_marks
from cockpit.model.errors import Refused
from cockpit.model.handoff_draft import DraftTask, HandoffDraft, TaskState
from cockpit.systems.reading.handoff_prose import escape, tidy, tidy_line
from cockpit.systems.reading.values import is_bare, is_nothing

LONGEST = 20_000
"""Characters of one section: the handoff is read whole by a fresh agent."""
_MOST = 200
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_MARKER = re.compile(r"^(?:[-*+]|\d{1,4}[.)])\s+(?:\[[ xX]\]\s+)?")
_STATES: dict[TaskState, str] = {"done": "✅", "in_progress": "🔄 In progress", "open": "—"}


def checked(draft: HandoffDraft) -> HandoffDraft:
    """The draft as it is written: trimmed, entries on one line each. Raises Refused for what cannot be written."""
    next_action = _text(draft.next_action, "next action")
    if not next_action:
        raise Refused("The handoff needs a next action: the first thing to do when the work goes on.")
    return replace(
        draft,
        phase=_short(draft.phase, "phase"),
        plan=_short(draft.plan, "plan"),
        task=_short(draft.task, "task"),
        total_tasks=_short(draft.total_tasks, "number of tasks"),
        state=_text(draft.state, "current state"),
        context=_text(draft.context, "context"),
        next_action=next_action,
        completed=_rows(draft.completed),
        remaining=_entries(draft.remaining, "remaining work"),
        decisions=_entries(draft.decisions, "decisions"),
        blockers=_entries(draft.blockers, "blockers"),
    )


def body_of(draft: HandoffDraft) -> str:
    """The sections in the seed's order. The draft must have been checked."""
    parts = {
        "Current State": escape(draft.state),
        "Completed Work": _table(draft.completed),
        "Remaining Work": _list(draft.remaining),
        "Decisions Made": _list(draft.decisions),
        "Blockers": _list(draft.blockers) or "- None",
        "Context": escape(draft.context),
        "Next Action": escape(draft.next_action),
    }
    return "\n".join(f"## {title}\n{text}\n" if text else f"## {title}\n" for title, text in parts.items())


def _table(rows: tuple[DraftTask, ...]) -> str:
    if not rows:
        return ""
    head = ["| Task | Name | Commit | Status |", "|------|------|--------|--------|"]
    return "\n".join([*head, *(f"| {' | '.join(_cells(row))} |" for row in rows)])


def _cells(row: DraftTask) -> tuple[str, ...]:
    return (in_cell(row.id or "—"), in_cell(row.name or "—"), in_cell(row.commit or "—"), _STATES[row.state])


def _list(entries: tuple[str, ...]) -> str:
    return "\n".join(f"- {entry}" for entry in entries)


def _text(text: str, what: str) -> str:
    told = "\n".join(line.rstrip() for line in tidy(text.expandtabs(4)).split("\n")).strip()
    _refuse_odd(told, what)
    return "" if is_nothing(told) and is_bare(told) else told


def _entries(entries: tuple[str, ...], what: str) -> tuple[str, ...]:
    """Each entry on one line, without marker and label marks; those that say nothing are left out. Raises Refused for
    one that says more, and that a reader would take for none.
    """
    if len(entries) > _MOST:
        raise Refused(f"The {what} has {len(entries)} entries; at most {_MOST} are written.")
    told = [without_label_marks(_MARKER.sub("", tidy_line(on_one_line(entry).strip()))) for entry in entries]
    for entry in told:
        _refuse_odd(entry, what)
        if is_nothing(entry) and not is_bare(entry):
            raise Refused(f'"{entry}" among the {what} would be read as none; word it differently.')
    return tuple(entry for entry in told if not is_nothing(entry))


def _rows(rows: tuple[DraftTask, ...]) -> tuple[DraftTask, ...]:
    if len(rows) > _MOST:
        raise Refused(f"The completed work has {len(rows)} rows; at most {_MOST} are written.")
    told = (
        replace(
            row,
            id=_short(row.id, "task number"),
            name=tidy_line(on_one_line(row.name).strip()),
            commit=_short(row.commit, "commit"),
        )
        for row in rows
    )
    kept = tuple(row for row in told if row.id or row.name)
    for row in kept:
        _refuse_odd(row.name, "name of a task")
    return kept


def _short(text: str | None, what: str) -> str | None:
    told = on_one_line(text or "").strip()
    if len(told) > 80:
        raise Refused(f"The {what} has {len(told)} characters; at most 80 are written.")
    _refuse_odd(told, what)
    return None if is_nothing(told) else told


def _refuse_odd(text: str, what: str) -> None:
    if len(text) > LONGEST:
        raise Refused(f"The {what} has {len(text):,} characters; at most {LONGEST:,} are written.")
    if found := _CONTROL.search(text):
        raise Refused(f"The {what} holds the control character U+{ord(found[0]):04X}.")
