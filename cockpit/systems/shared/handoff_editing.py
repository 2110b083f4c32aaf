"""Leaving a handoff and putting it away: holding-pattern.md by the seed's template, whatever keeps the state."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cockpit.model import Handoff, Track
from cockpit.model.errors import CommandError, HandoffWaits
from cockpit.model.handoff_draft import DraftTask, HandoffDraft, TaskState
from cockpit.model.intents import FinishHandoff, HandOff
from cockpit.regex import regex
from cockpit.rules.handoff.proposal import is_complete
from cockpit.rules.work import all_behind
from cockpit.systems.shared.edit_session import EditSession
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.handoff_file import ARCHIVE_FOLDER, HANDOFF_NAMES, escape, tidy, tidy_line
from cockpit.systems.shared.outcome import Meant
from cockpit.text.decoding import repair_mojibake
from cockpit.text.frontmatter_writer import new_document
from cockpit.text.words import in_cell, is_placeholder, on_one_line, says_nothing, without_label_marks
from cockpit.wording.messages import Message
from cockpit.wording.numbers import whole_number
from cockpit.wording.printable import printable

# The body of a handoff: the seed's sections, with the person's text in them such that it stays in its section

LONGEST = 20_000
"""Characters of one section: the handoff is read whole by a fresh agent."""
_SHORT = 80
_MOST = 200
_CONTROL = regex("[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_MARKER = regex(r"^(?:(?:[-*+]|\d{1,4}[.)])\s+)?(?:[☐☑☒]\s*|(?<=\s)\[[ xX]\]\s+)?")
_STATES: dict[TaskState, str] = {"done": "✅", "in_progress": "🔄 In progress", "open": "—"}


def checked_draft(draft: HandoffDraft) -> HandoffDraft:
    """The draft as it is written: trimmed, entries on one line each. Raises CommandError for what cannot be written."""
    next_action = _text(draft.next_action, "next action")
    if not next_action:
        raise CommandError("systems.handoff-without-next-action", "The handoff needs a next action: what to do first.")
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
    trimmed = "\n".join(line.rstrip() for line in tidy(text.expandtabs(4)).split("\n")).strip()
    _check_text(trimmed, what)
    _check_filled(trimmed, what)
    return "" if says_nothing(trimmed) else trimmed


def _entries(entries: tuple[str, ...], what: str) -> tuple[str, ...]:
    """Each entry on one line, without marker and label marks; those that say nothing are left out."""
    if len(entries) > _MOST:
        raise CommandError(
            "systems.entries-too-many", f"Too many entries in the {what}: {len(entries)}; the maximum is {_MOST}."
        )
    lines = [without_label_marks(_MARKER.sub("", tidy_line(on_one_line(entry).strip()))) for entry in entries]
    for entry in lines:
        _check_text(entry, what)
        _check_filled(entry, what)
    return tuple(entry for entry in lines if not says_nothing(entry))


def _rows(rows: tuple[DraftTask, ...]) -> tuple[DraftTask, ...]:
    if len(rows) > _MOST:
        raise CommandError(
            "systems.rows-too-many", f"Too many rows in the completed work: {len(rows)}; the maximum is {_MOST}."
        )
    trimmed = (
        replace(
            row,
            id=_short(row.id, "task number"),
            name=tidy_line(on_one_line(row.name).strip()),
            commit=_short(row.commit, "commit"),
        )
        for row in rows
    )
    stated = tuple(row for row in trimmed if row.id or row.name)
    for row in stated:
        _check_text(row.name, "name of a task")
    return stated


def _short(text: str | None, what: str) -> str | None:
    line = on_one_line(text or "").strip()
    _check_text(line, what, _SHORT)
    return None if says_nothing(line) else line


def _check_filled(text: str, what: str) -> None:
    if is_placeholder(text):
        raise CommandError(
            "systems.text-reads-as-placeholder", f'The {what} "{text}" would be read as a placeholder. Use other words.'
        )


def _check_text(text: str, what: str, most: int = LONGEST) -> None:
    if len(text) > most:
        raise CommandError(
            "systems.text-too-long", f"Too many characters in the {what}: {len(text):,}; the maximum is {most:,}."
        )
    if found := _CONTROL.search(text):
        raise CommandError(
            "systems.text-with-control", f"Control character U+{ord(found[0]):04X} in the {what}. Remove it."
        )


def write_handoff(
    edit: EditSession,
    folder: Folder,
    intent: HandOff,
    draft: HandoffDraft,
    *,
    newline: str,
    archive: str = ARCHIVE_FOLDER,
) -> tuple[str, Meant[Any]]:
    """Write the handoff from a checked draft; its path, and what was done.

    Raises CommandError where one waits and `existing` is None, and where the one that waits is not the one that was
    seen.
    """
    waiting, path = edit.before.handoff, folder.path(HANDOFF_NAMES[0])
    remarks: tuple[Message, ...] = ()
    if waiting is not None:
        _check_replaced(intent, waiting)
        path = waiting.path
        remarks = (
            Message(
                "systems.waiting-handoff-archived",
                f"Archived the previous handoff: {move_to_archive(edit, folder, waiting, archive=archive)}.",
            ),
        )
    edit.draft.create(path, new_document(_keys(edit, draft), body_of(draft)).replace("\n", newline))
    place = position_of(draft)
    done = Message("systems.handed-off", f"Handed off: {path}.")
    if place:
        done = Message("systems.handed-off-at", f"Handed off at {place}: {path}.")
    return path, Meant((), done, remarks, lambda track: _reads_back(track, draft))


def archive_handoff(
    edit: EditSession, folder: Folder, intent: FinishHandoff, *, archive: str = ARCHIVE_FOLDER
) -> Meant[Any]:
    """Move the waiting handoff to the archive. Raises CommandError where none waits, or another one than was seen."""
    handoff = edit.before.handoff
    if handoff is None:
        raise CommandError("systems.no-handoff-waits", "No handoff to archive.")
    if intent.seen != handoff.created:
        raise CommandError(
            "systems.handoff-is-another", f"{handoff.path} has been replaced by another handoff. Look at it first."
        )
    told = f"Archived the handoff: {move_to_archive(edit, folder, handoff, archive=archive)}."
    return Meant((), Message("systems.handoff-archived", told), holds=lambda track: track.handoff is None)


def move_to_archive(edit: EditSession, folder: Folder, handoff: Handoff, *, archive: str = ARCHIVE_FOLDER) -> str:
    """Move a handoff to the archive below the folder, the instant it was written in its name; its path there."""
    instant = handoff.created or edit.now
    digits = "".join(character for character in instant if character.isdigit())[:14] or "undated"
    stem = folder.path(f"{archive}/holding-pattern-{digits[:8]}{'-' if len(digits) > 8 else ''}{digits[8:]}")
    path, number = f"{stem}.md", 2
    while edit.draft.read(path) is not None:
        path, number = f"{stem}-{number}.md", number + 1
    edit.draft.move(handoff.path, path)
    return path


def is_whole(before: Track, draft: HandoffDraft) -> bool:
    """Whether nothing stops in the middle, by the draft, or by the state file where the draft is about its phase."""
    position = before.position
    here = position.phase is None or draft.phase in (None, position.phase.id)
    stated = here and position.status in ("phase_complete", "completed")
    return is_complete(draft, stated=stated or all_behind(position, before.phases))


def stopped_at(place: HandoffDraft | Handoff, *, complete: bool = False) -> str:
    """The position in the seed's words: `Mid-plan 3.2, task 3 of 5`, or `Plan 3.2 complete, task 5 of 5`; empty where
    there is none."""
    first, *others = _position_parts(place) or [""]
    if not first:
        return ""
    step = f"{first} complete" if complete else f"mid-{first}" if place.plan else first
    return ", ".join((f"{step[0].upper()}{step[1:]}", *others))


def at(place: HandoffDraft | Handoff) -> str:
    """The position in a sentence: ` at plan 3.2, task 3 of 5`; empty where there is none."""
    position = position_of(place)
    return f" at {position}" if position else ""


def position_of(place: HandoffDraft | Handoff) -> str:
    """The position in the middle of a sentence: `plan 3.2, task 3 of 5`; empty where there is none."""
    return ", ".join(_position_parts(place))


def _position_parts(place: HandoffDraft | Handoff) -> list[str]:
    """The plan or phase, and the task: `plan 3.2`, `task 3 of 5`."""
    if not place.phase and not place.task:
        return []
    whole = not place.phase or not place.plan or "." in place.plan
    plan = place.plan if whole else f"{place.phase}.{place.plan}"
    step = f"plan {plan}" if plan else f"phase {place.phase}" if place.phase else ""
    task = f"task {place.task}" + (f" of {place.total_tasks}" if place.total_tasks else "") if place.task else ""
    return [*filter(None, (step, task))]


def _reads_back(track: Track, draft: HandoffDraft) -> bool:
    """Whether the handoff is read back as it was meant."""
    handoff = track.handoff
    return (
        handoff is not None
        and (handoff.phase, handoff.plan, handoff.task) == (draft.phase, draft.plan, draft.task)
        and _same(
            (handoff.next_action, handoff.state, handoff.context), (draft.next_action, draft.state, draft.context)
        )
        and [(row.id, row.commit) for row in handoff.completed] == [(row.id, row.commit) for row in draft.completed]
        and _same(handoff.remaining, draft.remaining)
        and _same(handoff.decisions, draft.decisions)
        and _same(handoff.blockers, draft.blockers)
    )


def _check_replaced(intent: HandOff, waiting: Handoff) -> None:
    """Raise CommandError where a person has not agreed that another handoff takes the place of this one."""
    if intent.existing is None:
        position = position_of(waiting)
        raise HandoffWaits(
            Message(
                "systems.handoff-waits-at",
                (
                    f"A handoff already exists at {position}: {waiting.path}. Archive it and write a new one: "
                    "`cockpit handoff --existing archive --next TEXT`."
                ),
            )
            if position
            else Message(
                "systems.handoff-waits",
                (
                    f"A handoff already exists: {waiting.path}. Archive it and write a new one: `cockpit "
                    "handoff --existing archive --next TEXT`."
                ),
            )
        )
    if intent.seen != waiting.created:
        raise CommandError(
            "systems.handoff-is-another", f"{waiting.path} has been replaced by another handoff. Look at it first."
        )


def _keys(edit: EditSession, draft: HandoffDraft) -> dict[str, str | int]:
    """The seed's six keys, then what lets a resume check the handoff against reality."""
    keys: dict[str, str | int | None] = {
        "phase": _number(draft.phase),
        "plan": _number(draft.plan),
        "task": _number(draft.task),
        "total_tasks": _number(draft.total_tasks),
        "status": "complete" if is_whole(edit.before, draft) else "in_progress",
        "created": edit.now,
        "reason": draft.reason,
        "project": edit.before.title,
        "branch": draft.branch,
        "head": draft.head,
    }
    shown = {name: printable(value) if isinstance(value, str) else value for name, value in keys.items()}
    return {name: value for name, value in shown.items() if value is not None}


def _number(text: str | None) -> str | int | None:
    """A number as one; `03` and `3A` stay text."""
    number = whole_number(text)
    return number if number is not None and str(number) == text else text or None


def _same(read: Sequence[str | None], expected: Sequence[str]) -> bool:
    """Whether the texts are those that were meant. Reading repairs mojibake, also where a person typed it."""
    return len(read) == len(expected) and all(
        (text_read or "") in (text, repair_mojibake(text, damaged=True))
        for text_read, text in zip(read, expected, strict=True)
    )
