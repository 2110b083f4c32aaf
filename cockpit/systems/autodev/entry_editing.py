"""Entries of Key Decisions and Blockers. An entry is found by its exact text; the template's entries are replaced."""

from collections.abc import Sequence

from cockpit.model import Track
from cockpit.model.errors import Changed, CommandError
from cockpit.model.intents import Block, Bypass, Decide, Reword, Unblock
from cockpit.systems.autodev.edit_session import EditSession
from cockpit.systems.autodev.state_file import KEY_DECISIONS
from cockpit.systems.autodev.vocabulary import is_template
from cockpit.systems.shared.list_editing import Entry, add_entry, entries_in, remove_entries
from cockpit.systems.shared.outcome import Outcome, checked_option, checked_text
from cockpit.systems.shared.stated_values import BLOCKERS, is_nothing, plain
from cockpit.text.markdown import remove_lines
from cockpit.text.splice import Splice
from cockpit.wording.messages import Message


def decide(edit: EditSession, intent: Decide) -> Outcome:
    """Record a key decision, with its details in brackets: the seed has one line for each."""
    if not edit.state.keeps(KEY_DECISIONS):
        raise CommandError(Message("autodev.form-keeps-no-decisions"))
    text = plain(_with_details(intent))
    _check_entry(text, "decision")
    if any(each.text == text for each in edit.before.decisions):
        return Outcome(sentence=Message("systems.decision-there-already", text=text))
    add_to_list(edit, KEY_DECISIONS, text)
    return Outcome(
        sentence=Message("systems.decision-recorded", text=text),
        touches=frozenset({"decisions", "findings", "extra"}),
        holds=lambda track: [each.text for each in track.decisions] == [*_entry_texts(edit.before, "decision"), text],
    )


def block(edit: EditSession, intent: Block) -> Outcome:
    """Record a blocker."""
    if not edit.state.keeps(BLOCKERS):
        raise CommandError(Message("autodev.form-keeps-no-blockers"))
    affects = [checked_text(each, "affected step") for each in intent.affects]
    text = plain(checked_text(intent.text, "blocker")) + (f" (affects {', '.join(affects)})" if affects else "")
    _check_entry(text, "blocker")
    if any(each.text == text and each.holds for each in edit.before.blockers):
        return Outcome(sentence=Message("systems.blocker-there-already", text=text))
    add_to_list(edit, BLOCKERS, text)
    return Outcome(
        sentence=Message("systems.blocker-recorded", text=text),
        touches=frozenset({"blockers", "findings", "extra"}),
        holds=lambda track: any(each.text == text and each.holds for each in track.blockers),
    )


def unblock(edit: EditSession, intent: Unblock) -> Outcome:
    """Remove a blocker whose cause is gone."""
    entry = _find_blocker(edit, intent.blocker)
    text = entry.blocker
    _refuse_of_failure(edit, text)
    section = edit.editor.markdown.section(*BLOCKERS)
    if section is not None:
        remove_entries(edit.editor, section, entry)
    note = checked_option(intent.note, "note")
    remaining = _entry_texts(edit.before, "blocker")
    remaining.remove(text)
    return Outcome(
        sentence=Message("systems.blocker-resolved", text=text),
        remarks=(Message("autodev.note-is-in-the-ledger"),) if note else (),
        touches=frozenset({"blockers", "findings", "extra"}),
        holds=lambda track: _entry_texts(track, "blocker") == remaining,
    )


def bypass(edit: EditSession, intent: Bypass) -> Outcome:
    """Mark a blocker as bypassed: the entry stays, with the workaround."""
    note = checked_text(intent.note, "note")
    entry = _find_blocker(edit, intent.blocker)
    text = entry.blocker
    _refuse_of_failure(edit, text)
    if entry.item is None:
        raise CommandError(Message("autodev.blocker-is-no-list-entry", path=edit.editor.path, line=entry.line))
    edit.editor.change([Splice(entry.text_start, entry.text_end, f"{text} — bypassed: {note}")])
    return Outcome(
        sentence=Message("systems.blocker-bypassed", text=text),
        touches=frozenset({"blockers", "findings", "extra"}),
        holds=lambda track: any(
            each.text == text and each.status == "bypassed" and each.workaround == note for each in track.blockers
        ),
    )


def _refuse_of_failure(edit: EditSession, text: str) -> None:
    """Raise CommandError for the blocker of a step that failed for good."""
    if any(each.of_failure and each.text == text for each in edit.before.blockers):
        raise CommandError(Message("autodev.blocker-says-why-failed", step=edit.position.label))


def reword(edit: EditSession, intent: Reword) -> Outcome:
    """Change the text of an entry."""
    if intent.kind == "todo":
        raise CommandError(Message("autodev.no-todos-but-tasks"))
    old, new = " ".join(intent.old.split()), plain(checked_text(intent.new, intent.kind))
    _check_entry(new, intent.kind)
    names = KEY_DECISIONS if intent.kind == "decision" else BLOCKERS
    entries = entries_in(edit.editor.markdown.section(*names))
    entry = next((each for each in entries if old == (each.text if intent.kind == "decision" else each.blocker)), None)
    if entry is None:
        raise Changed(Message("autodev.entry-gone", kind=intent.kind, text=old))
    old_text = edit.editor.text[entry.text_start : entry.text_end]
    reworded = old_text.replace(old, new, 1) if old in old_text else new
    edit.editor.change([Splice(entry.text_start, entry.text_end, reworded)])
    after = [new if each == old else each for each in _entry_texts(edit.before, intent.kind)]
    return Outcome(
        sentence=Message("systems.entry-reworded", kind=intent.kind, text=new),
        touches=frozenset({f"{intent.kind}s", "findings", "extra"}),
        holds=lambda track: _entry_texts(track, intent.kind) == after,
    )


def add_to_list(edit: EditSession, names: Sequence[str], text: str) -> None:
    """Add an entry; the first real one replaces the template's."""
    section = edit.editor.markdown.section(*names)
    items = section.items() if section is not None else ()
    texts = [plain(item.text) for item in items]
    if any(map(is_template, texts)) and all(is_template(each) or is_nothing(each) for each in texts):
        first, *others = items
        removals = [remove_lines(edit.editor.text, item.start, item.end) for item in others]
        edit.editor.change([Splice(first.begins, first.text_end, text), *removals])
        return
    add_entry(edit.editor, tuple(names), text)


def remove_from_list(edit: EditSession, names: Sequence[str], texts: Sequence[str]) -> None:
    """Remove the entries with these texts."""
    section = edit.editor.markdown.section(*names)
    entries = [each for each in entries_in(section) if each.blocker in texts]
    if section is not None and entries:
        remove_entries(edit.editor, section, *entries)


def _with_details(intent: Decide) -> str:
    text = checked_text(intent.text, "decision")
    outcome, reason = checked_option(intent.outcome, "outcome"), checked_option(intent.reason, "reason")
    context = checked_option(intent.context, "context")
    others = [checked_text(each, "alternative") for each in intent.alternatives]
    details = [
        reason,
        f"context: {context}" if context else None,
        f"instead of: {', '.join(others)}" if others else None,
        None if intent.reversible is None else "reversible" if intent.reversible else "irreversible",
    ]
    remark = "; ".join(each for each in details if each)
    return f"{text}{f' — {outcome}' if outcome else ''}{f' ({remark})' if remark else ''}"


def _check_entry(text: str, kind: str) -> None:
    if is_nothing(text) or is_template(text):
        raise CommandError(Message("autodev.entry-read-as-none", kind=kind, text=text))


def _find_blocker(edit: EditSession, text: str) -> Entry:
    key = " ".join(text.split())
    matches = [each for each in entries_in(edit.editor.markdown.section(*BLOCKERS)) if key in (each.blocker, each.text)]
    if not matches:
        texts = _entry_texts(edit.before, "blocker")
        if not texts:
            raise Changed(Message("autodev.no-blockers", text=key))
        raise Changed(Message("autodev.no-such-blocker", text=key, known="; ".join(texts[:5])))
    return matches[0]


def _entry_texts(track: Track, kind: str) -> list[str]:
    return [each.text for each in (track.decisions if kind == "decision" else track.blockers)]
