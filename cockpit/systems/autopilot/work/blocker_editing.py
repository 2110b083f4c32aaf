"""Blockers: recording one, removing one whose cause is gone, going around one."""

from collections.abc import Iterator

from cockpit.model import Track
from cockpit.model.errors import Changed, CommandError
from cockpit.model.intents import Block, Bypass, Unblock
from cockpit.systems.autopilot.edit_session import EditSession, checked_entry, state_editor, transponder_editor
from cockpit.systems.autopilot.position.field_editing import STATUS, set_position, set_updated
from cockpit.systems.autopilot.position.position_editing import TOUCHES as AT_POSITION
from cockpit.systems.autopilot.position.position_editing import thresholds_stay
from cockpit.systems.autopilot.position.status_editing import follow_status, log_activity, previous_status
from cockpit.systems.autopilot.position.steps import number_of
from cockpit.systems.autopilot.work.pruning import make_room
from cockpit.systems.autopilot.work.todo_editing import missing
from cockpit.systems.shared.list_editing import Entry, add_entry, find_entry, remove_entries
from cockpit.systems.shared.outcome import Outcome, checked_option, checked_text
from cockpit.systems.shared.stated_values import BLOCKERS, phase_prefix, plain
from cockpit.text.splice import Splice
from cockpit.wording.messages import Message

TOUCHES = frozenset({"blockers", "position", "findings"})


def block(edit: EditSession, intent: Block) -> Outcome:
    """Record a blocker, prefixed with its phase (seed template). The status stays; moving it is a verb of its own."""
    text = plain(_prefixed(edit, checked_entry(intent.text, "blocker"), intent.affects))
    editor = state_editor(edit)
    if any(blocker.text == text and blocker.status == "active" for blocker in edit.before.blockers):
        return Outcome(sentence=Message("systems.blocker-there-already", text=text))
    add_entry(editor, BLOCKERS, text)
    outcome = Outcome(
        sentence=Message("systems.blocker-recorded", text=text),
        touches=frozenset({"blockers", "findings"}),
        holds=lambda track: any(blocker.text == text and blocker.status == "active" for blocker in track.blockers),
    )
    return make_room(edit, outcome)


def unblock(edit: EditSession, intent: Unblock) -> Outcome:
    """Remove a blocker whose cause is gone (seed: "Remove from Blockers"). With a note, both are the last activity.

    With the last one goes the status Blocked, where cockpit knows what it was before.
    """
    editor, note = state_editor(edit), checked_option(intent.note, "note")
    entry = _find(edit, intent.blocker)
    text = entry.blocker
    section = editor.markdown.section(*BLOCKERS)
    if section is not None:
        remove_entries(editor, section, entry)
    status = _go_on(edit, text)
    if note and not edit.is_waypoint:
        log_activity(edit, f"Resolved the blocker: {text}", note)
    outcome = Outcome(
        sentence=Message("systems.blocker-resolved", text=text),
        remarks=tuple(_remarks(edit, text, note, status)),
        touches=TOUCHES | AT_POSITION,
        holds=lambda track: (
            _texts(track) == _without(_texts(edit.before), text)
            and track.position.status_text == (status or edit.before.position.status_text)
        ),
    )
    return thresholds_stay(edit, outcome)


def _go_on(edit: EditSession, resolved: str) -> str | None:
    """Bring back the status before Blocked where no other blocker holds it; the words, None where it stays."""
    earlier, before = previous_status(edit), edit.before.position.status
    if before != "blocked" or earlier is None or _others(edit, resolved) or edit.is_waypoint:
        return None
    set_position(transponder_editor(edit), STATUS, earlier.text)
    follow_status(edit, before, earlier.status)
    set_updated(transponder_editor(edit), edit.now)
    return earlier.text


def bypass(edit: EditSession, intent: Bypass) -> Outcome:
    """Mark that the work goes on around a blocker. The seed has no word for it: the entry stays and says how."""
    note = checked_text(intent.note, "note")
    entry = _find(edit, intent.blocker)
    text = entry.blocker
    editor = state_editor(edit)
    if entry.item is None:
        raise CommandError(Message("autopilot.blocker-no-list-entry", line=entry.line, path=editor.path))
    editor.change([_with_way_around(editor.text, entry, text, note)])
    return Outcome(
        sentence=Message("systems.blocker-bypassed", text=text),
        touches=frozenset({"blockers", "findings"}),
        holds=lambda track: any(
            blocker.text == text and blocker.status == "bypassed" and blocker.workaround == note
            for blocker in track.blockers
        ),
    )


def _with_way_around(text: str, entry: Entry, shown: str, note: str) -> Splice:
    """Append the note to the entry as written; rewrite an entry that has a note already or contains markup."""
    tail = f" — bypassed: {note}"
    if " ".join(text[entry.text_start : entry.text_end].split()) == shown:
        return Splice(entry.text_end, entry.text_end, tail)
    return Splice(entry.text_start, entry.text_end, shown + tail)


def _find(edit: EditSession, text: str) -> Entry:
    entry = find_entry(state_editor(edit).markdown.section(*BLOCKERS), text, lambda each: each.blocker)
    if entry is None:
        raise Changed(missing("blocker", text, tuple(blocker.text for blocker in edit.before.blockers)))
    return entry


def _prefixed(edit: EditSession, text: str, affects: tuple[str, ...]) -> str:
    """The text behind its phase: the first one it affects, else the present one. What else it affects comes behind."""
    named = [checked_text(name, "affected phase") for name in affects]
    phases = [name for name in named if number_of(name) is not None]
    others = [name for name in named if name not in phases[:1]]
    tail = f" (affects {', '.join(others)})" if others else ""
    present = edit.before.position.phase
    phase = phases[0] if phases else present.id if present else None
    if phase is None or phase_prefix(text)[0] is not None:
        return text + tail
    return f"Phase {phase.removeprefix('phase').removeprefix('Phase').strip()}: {text}{tail}"


def _others(edit: EditSession, text: str) -> bool:
    return any(other.text != text and other.status == "active" for other in edit.before.blockers)


def _remarks(edit: EditSession, text: str, note: str | None, status: str | None) -> Iterator[Message]:
    if status:
        yield Message("autopilot.status-again", status=status)
    if note and edit.is_waypoint:
        yield Message("autopilot.note-in-ledger-alone")
    if edit.before.position.status == "blocked" and status is None and not _others(edit, text):
        yield Message("autopilot.status-still-blocked", status=edit.before.position.status_text)


def _texts(track: Track) -> list[str]:
    return [blocker.text for blocker in track.blockers]


def _without(texts: list[str], text: str) -> list[str]:
    at = texts.index(text)
    return texts[:at] + texts[at + 1 :]
