"""Leaving a handoff: holding-pattern.md by the seed's template, and what the state file says of it."""

from collections.abc import Sequence

from cockpit.documents.new_frontmatter import new_document
from cockpit.documents.text import repair_mojibake
from cockpit.model import Handoff, Track
from cockpit.model.handoff_draft import REASON_WORDS, HandoffDraft
from cockpit.model.intents import HandOff
from cockpit.model.refused import Refused
from cockpit.rules.handing_off import is_complete
from cockpit.rules.printable import printable
from cockpit.rules.whole_numbers import whole_number
from cockpit.systems.autopilot.editing.archived import free_place
from cockpit.systems.autopilot.editing.desk import Desk
from cockpit.systems.autopilot.editing.handoff_text import body_of, checked
from cockpit.systems.autopilot.editing.markdown_sheet import MarkdownSheet
from cockpit.systems.autopilot.editing.next_steps import ensure_next
from cockpit.systems.autopilot.editing.position import TOUCHES
from cockpit.systems.autopilot.editing.pruning import with_pruning
from cockpit.systems.autopilot.editing.sessions import name_day
from cockpit.systems.autopilot.editing.state_fields import (
    RESUME_FILE,
    STOPPED,
    set_activity,
    set_continuity,
    set_updated,
)
from cockpit.systems.autopilot.recognition import HANDOFF_NAMES
from cockpit.systems.editing.outcome import Outcome

_KNOWN = ("Current State", "Completed Work", "Completed Tasks", "Remaining Work", "Remaining Tasks", "Decisions Made",
          "Decisions", "Blockers", "Context", "Next Action")  # fmt: skip


def hand_off(desk: Desk, intent: HandOff) -> Outcome:
    """Write the handoff and let the state file point to it.

    Raises Refused for a draft that cannot be written, where a handoff waits and `existing` is None, and where the one
    that waits is not the one that was seen.
    """
    draft = checked(intent.draft)
    waiting = desk.before.handoff
    path = waiting.path if waiting is not None else desk.path(HANDOFF_NAMES[0])
    remarks: tuple[str, ...] = ()
    extra = ""
    if waiting is not None:
        remarks, extra = _make_room(desk, intent, waiting)
    text = new_document(_keys(desk, draft), body_of(draft) + extra)
    if intent.existing == "merge" and waiting is not None:
        desk.draft.overwrite(path, text)
    else:
        desk.draft.create(path, text.replace("\n", desk.sheet.newline if desk.sheet else "\n"))
    if desk.sheet is not None and not desk.is_waypoint:
        _tell_state_file(desk, draft, path)
    outcome = Outcome(
        sentence=f"Handed off{_at(draft)}: {path}.",
        remarks=remarks,
        touches=TOUCHES | {"handoff", "archived_handoffs", "documents", "resume_at", "extra"},
        holds=lambda track: _says(track, draft),
    )
    return with_pruning(desk, outcome)


def _make_room(desk: Desk, intent: HandOff, waiting: Handoff) -> tuple[tuple[str, ...], str]:
    """Put the waiting handoff away; or what of it the merged one would lose, as text. Returns remarks and that text."""
    if intent.existing is None:
        raise Refused(
            f"{waiting.path} waits already{_at(waiting)}: "
            "archive it, or merge it into the new one (--existing archive|merge)."
        )
    if intent.seen != waiting.created:
        raise Refused(f"{waiting.path} is another handoff than the one you saw; look at it again.")
    if intent.existing == "merge":
        return (f"Merged with the handoff of {waiting.created or 'before'}.",), _unknown_sections(desk, waiting.path)
    target = free_place(desk, "holding-pattern", waiting.created)
    desk.draft.move(waiting.path, target)
    return (f"The handoff that waited is in {target}.",), ""


def _unknown_sections(desk: Desk, path: str) -> str:
    """What stands in a handoff beyond the template's sections, as it stands there."""
    markdown = MarkdownSheet(desk.draft, path).markdown
    kept = [section for section in markdown.sections if section.level <= 2 and not section.is_named(*_KNOWN)]
    return "".join(f"\n{markdown.text[section.start : section.end].rstrip()}\n" for section in kept)


def _keys(desk: Desk, draft: HandoffDraft) -> dict[str, str | int]:
    """The seed's six keys, then what lets a resume check the handoff against reality."""
    keys: dict[str, str | int | None] = {
        "phase": _number(draft.phase),
        "plan": _number(draft.plan),
        "task": _number(draft.task),
        "total_tasks": _number(draft.total_tasks),
        "status": "complete" if _is_complete(desk, draft) else "in_progress",
        "created": desk.now,
        "reason": draft.reason,
        "project": desk.before.title,
        "branch": draft.branch,
        "head": draft.head,
    }
    told = {name: printable(value) if isinstance(value, str) else value for name, value in keys.items()}
    return {name: value for name, value in told.items() if value is not None}


def _number(text: str | None) -> str | int | None:
    """A number as one; `03` and `3A` stay text."""
    number = whole_number(text)
    return number if number is not None and str(number) == text else text or None


def _tell_state_file(desk: Desk, draft: HandoffDraft, path: str) -> None:
    sheet = desk.sheet
    if sheet is None:
        return
    name_day(desk)
    where = _left_off(draft, complete=_is_complete(desk, draft))
    if where:
        set_continuity(sheet, STOPPED, where)
    set_continuity(sheet, RESUME_FILE, path.removeprefix(desk.folder.at("")))
    ensure_next(desk, desk.before.position.status)
    set_activity(sheet, f"{desk.today} — Handed off{_at(draft)}: {REASON_WORDS[draft.reason]}")
    set_updated(sheet, desk.now)


def _is_complete(desk: Desk, draft: HandoffDraft) -> bool:
    """Whether nothing stops in the middle, by the draft, or by the state file where the draft is about its phase."""
    position = desk.before.position
    here = position.phase is None or draft.phase in (None, position.phase.id)
    return is_complete(draft, stated=here and position.status in ("phase_complete", "completed"))


def _stopped_at(place: HandoffDraft | Handoff) -> str:
    """The position in the seed's words: `Mid-plan 3.2, task 3 of 5`."""
    if not place.phase and not place.task:
        return ""
    plan = place.plan if place.plan and "." in place.plan else f"{place.phase}.{place.plan}" if place.plan else None
    where = f"Mid-plan {plan}" if plan else f"Phase {place.phase}"
    if not place.task:
        return where
    return f"{where}, task {place.task}" + (f" of {place.total_tasks}" if place.total_tasks else "")


def _left_off(draft: HandoffDraft, *, complete: bool) -> str:
    """The same, where nothing stopped in the middle: `Plan 3.2 complete, task 5 of 5`."""
    step, comma, task = _stopped_at(draft).partition(", ")
    if not step or not complete:
        return step + comma + task
    return f"{step.replace('Mid-plan', 'Plan')} complete{comma}{task}"


def _at(place: HandoffDraft | Handoff) -> str:
    """The position in a sentence: ` at plan 3.2, task 3 of 5`; empty where there is none."""
    where = _stopped_at(place)
    return f" at {where[0].lower()}{where[1:]}".replace(" mid-plan ", " plan ") if where else ""


def _says(track: Track, draft: HandoffDraft) -> bool:
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


def _same(read: Sequence[str | None], meant: Sequence[str]) -> bool:
    """Whether the texts are those that were meant. Reading repairs mojibake, also where a person typed it."""
    return len(read) == len(meant) and all(
        (told or "") in (text, repair_mojibake(text, damaged=True)) for told, text in zip(read, meant, strict=True)
    )
