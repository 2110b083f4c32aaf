"""Recording a decision: in the state file's Recent Decisions, and in DECISIONS.md where there is one."""

import re
from collections.abc import Iterator

from cockpit.model import Decision, Track
from cockpit.model.errors import CommandError
from cockpit.model.intents import Decide
from cockpit.regex import regex
from cockpit.systems.autopilot.decisions.decisions_log import ENTRY, NAME, fold_decision
from cockpit.systems.autopilot.edit_session import EditSession, checked_entry, checked_field, state_editor
from cockpit.systems.autopilot.work.pruning import is_newest_first, make_room
from cockpit.systems.shared.entry_lists import decision_entry, in_heading, read_decision
from cockpit.systems.shared.list_editing import add_entry
from cockpit.systems.shared.markdown_editor import MarkdownEditor
from cockpit.systems.shared.outcome import Outcome, checked_text
from cockpit.systems.shared.stated_values import DECISIONS, is_nothing, plain
from cockpit.systems.shared.working_copy import unsafe
from cockpit.text.markdown import Markdown, Section, Table, in_cell, insert_lines, insert_row, parse
from cockpit.wording.messages import Message

# DECISIONS.md: a row in its index and an entry, in the form of the entries that stand there

_NEW_LOG = """# Decisions

| ID | Title | Date | Status | Phase |
|----|-------|------|--------|-------|
"""
_STATUS = "Final"
_STATED = "Outcome"
"""The label of the outcome. Consequences are none: they may be what a decision costs."""

_PARTS = {"context": ("Context",), "reason": ("Rationale", "Reason"), "outcome": (_STATED,)}
_ID = regex(r"(?P<lead>D-?)(?P<digits>\d{1,15})", re.IGNORECASE)


def add_to_log(edit: EditSession, decision: Decision, owner: str | None) -> None:
    """Add a decision to the log, behind its last one, or before its first where the newest stands first.

    `owner` is who decided, None where that is not known.
    """
    editor = MarkdownEditor(edit.draft, edit.path(NAME))
    number, newest_first = _next_id(editor.markdown)
    _add_row(editor, number, decision, newest_first)
    entries = _entries(editor.markdown)
    lines = _entry_lines(editor.markdown, entries[-1] if entries else None, number, decision, owner)
    if entries and newest_first:
        editor.change([insert_lines(editor.text, entries[0].start, [*lines, ""], editor.newline)])
        return
    at, gap = _end_of(editor.text, entries[-1].end if entries else len(editor.text))
    editor.change([insert_lines(editor.text, at, [*gap, *lines], editor.newline)])


def _end_of(text: str, end: int) -> tuple[int, list[str]]:
    """Where the text up to `end` stops saying something, as the beginning of a line; and the blank line to put."""
    last = len(text[:end].rstrip())
    newline = re.compile(r"[ \t]*(?:\r\n|\n|\r|$)").match(text, last)
    return (newline.end() if newline else end), [""]


def _numbers(markdown: Markdown) -> tuple[list[str], list[str]]:
    """The numbers of the entries, and those of the index."""
    titles = [found["id"] for section in _entries(markdown) if (found := ENTRY.fullmatch(plain(section.title)))]
    listed = [plain(row.get("ID", "#") or "").strip("[]") for table in _indexes(markdown) for row in table.rows]
    return titles, listed


def _next_id(markdown: Markdown) -> tuple[str, bool]:
    """The number after the highest one, in the same form; and whether the log has its newest entry first."""
    titles, listed = _numbers(markdown)
    ids = [match for text in (*titles, *listed) if (match := _ID.fullmatch(text))]
    if not ids:
        return "D001", False
    highest = max(ids, key=lambda match: int(match["digits"]))
    order = [int(match["digits"]) for text in (titles or listed) if (match := _ID.fullmatch(text))]
    number = f"{highest['lead']}{int(highest['digits']) + 1:0{len(highest['digits'])}}"
    return number, len(order) > 1 and order[0] > order[-1]


def _add_row(editor: MarkdownEditor, number: str, decision: Decision, newest_first: bool) -> None:
    index = next(iter(_indexes(editor.markdown)), None)
    if index is None:
        return
    cells = {
        "id": number, "#": number, "title": decision.text, "decision": decision.text, "date": decision.date,
        "status": _STATUS, "phase": decision.phase,
    }  # fmt: skip
    row = [cells.get(cell.text.casefold()) or "—" for cell in index.header]
    if newest_first and index.rows:
        line = f"| {' | '.join(map(in_cell, row))} |"
        editor.change([insert_lines(editor.text, index.rows[0].start, [line], editor.newline)])
    else:
        editor.change([insert_row(editor.text, index, row, editor.newline)])


def _entry_lines(
    markdown: Markdown, like: Section | None, number: str, decision: Decision, owner: str | None
) -> list[str]:
    level = like.level if like else 2
    options = _options(markdown, like, decision)
    parts = [_part(markdown, like, names, getattr(decision, part)) for part, names in _PARTS.items()]
    parts.insert(1, options)
    title = f"{'#' * level} {number}{_separator(like)}{in_heading(decision.text)}"
    return [title, "", *_fields(like, decision, owner), *(line for part in parts for line in part)]


def _fields(like: Section | None, decision: Decision, owner: str | None) -> Iterator[str]:
    """The label lines. The owner is written only where the log writes one."""
    reversible = None if decision.reversible is None else "Yes" if decision.reversible else "No"
    owner = owner if like is not None and like.field("Owner") else None
    values = {
        "Date": decision.date, "Status": _STATUS, "Owner": owner, "Phase": decision.phase, "Reversible": reversible,
    }  # fmt: skip
    return (f"**{label}:** {value}" for label, value in values.items() if value)


def _options(markdown: Markdown, like: Section | None, decision: Decision) -> list[str]:
    """What was selected, and from what; below a heading of its own where the log's entries have sub-sections."""
    lines = []
    if decision.alternatives:
        lines = ["| Option | Verdict |", "|--------|---------|", f"| {in_cell(decision.text)} | Selected |"]
        lines += [*(f"| {in_cell(text)} | Rejected |" for text in decision.alternatives), ""]
    subs = markdown.children(like) if like else ()
    heading = [f"{'#' * subs[0].level} Options"] if subs else []
    return ["", *heading, *lines, f"**Selected:** {decision.text}"]


def _part(markdown: Markdown, like: Section | None, names: tuple[str, ...], text: str | None) -> list[str]:
    """A part of an entry, as a sub-section where the log has it so, else as a label line."""
    if not text:
        return []
    subs = markdown.children(like) if like else ()
    if subs and _is_prose(text):
        title = next((sub.title for sub in subs if sub.is_named(*names)), names[0])
        return ["", f"{'#' * subs[0].level} {title}", text]
    field = like.field(*names) if like else None
    return ["", f"**{field.label if field else names[0]}:** {text}"]


def _is_prose(text: str) -> bool:
    """Whether a line is nothing but words: no list, table, label, heading, fence or rule."""
    paragraphs = parse(text).preamble.paragraphs()
    return [part.text for part in paragraphs] == [text]


def _separator(like: Section | None) -> str:
    found = ENTRY.fullmatch(like.title) if like else None
    return like.title[found.end("id") : found.start("title")] if like and found else ": "


def _entries(markdown: Markdown) -> list[Section]:
    return [section for section in markdown.sections if ENTRY.fullmatch(plain(section.title))]


def _indexes(markdown: Markdown) -> Iterator[Table]:
    for section in markdown.sections:
        for table in section.tables():
            if table.column("ID", "#") is not None and table.column("Title", "Decision") is not None:
                yield table


TOUCHES = frozenset({"decisions", "findings"})


def decide(edit: EditSession, intent: Decide) -> Outcome:
    """Record a decision; what its entry has no place for goes to the log. Beyond five, older ones go to the archive."""
    decision = _checked_decision(edit, intent)
    editor = state_editor(edit)
    entry = decision_entry(decision.text, decision.outcome)
    written = read_decision(entry)
    if written.text != decision.text or is_nothing(plain(entry)):
        raise unsafe(editor.path, Message("autopilot.decision-read-otherwise"))
    first = is_newest_first(editor.markdown.section(*DECISIONS), edit.sources.logged)
    newest = _newest(edit, decision, first=first)
    if newest is not None and _same(written, newest):
        _check_details_recorded(decision, newest, edit.path(NAME))
        return Outcome(sentence=Message("systems.decision-there-already", text=decision.text))
    add_entry(editor, DECISIONS, entry, first=first)
    has_log = edit.draft.read(edit.path(NAME)) is not None
    begins_log = not has_log and _has_details(decision)
    if begins_log:
        edit.draft.create(edit.path(NAME), _NEW_LOG)
    if has_log or begins_log:
        add_to_log(edit, decision, edit.context.actor)
    outcome = Outcome(
        sentence=Message("systems.decision-recorded", text=decision.text),
        remarks=(Message("autopilot.decision-log-begun", path=edit.path(NAME)),) if begins_log else (),
        touches=TOUCHES | {"documents"} if begins_log else TOUCHES,
        holds=lambda track: _is_recorded(edit, track, written),
    )
    return make_room(edit, outcome, decision)


def _newest(edit: EditSession, decision: Decision, *, first: bool) -> Decision | None:
    """The newest decision of the same context, else of the same text. What stands in the log alone is older."""
    recent = len(edit.sources.state.decisions) if edit.sources.state else 0
    stated, logged = edit.before.decisions[:recent], edit.before.decisions[recent:]
    known = (*logged, *(stated[::-1] if first else stated))
    of_context = [each for each in known if decision.context and decision.context in (each.context or "")]
    of_text = [each for each in known if fold_decision(each.text) == fold_decision(decision.text)]
    return next(reversed(of_context or of_text), None)


def _has_details(decision: Decision) -> bool:
    """Whether it says what only the log has a place for: an entry of the state file is decision and outcome."""
    return bool(decision.reason or decision.context or decision.alternatives) or decision.reversible is not None


def _checked_decision(edit: EditSession, intent: Decide) -> Decision:
    phase = edit.before.position.phase
    return Decision(
        text=plain(checked_entry(intent.text, "decision")),
        outcome=_checked_outcome(intent.outcome),
        reason=checked_field(intent.reason, "reason"),
        context=checked_field(intent.context, "context"),
        alternatives=tuple(checked_text(text, "alternative") for text in intent.alternatives),
        reversible=intent.reversible,
        date=edit.today,
        phase=phase.id if phase else None,
    )


def _checked_outcome(outcome: str | None) -> str | None:
    """An outcome that says something: `None` and its like say none."""
    shown = plain(checked_field(outcome, "outcome") or "")
    return None if is_nothing(shown) else shown


def _check_details_recorded(decision: Decision, standing: Decision, path: str) -> None:
    """Raise CommandError for a detail of the decision that the decision log does not have."""
    if decision.reason and decision.reason not in (standing.reason or ""):
        raise CommandError(Message("autopilot.decision-without-reason", path=path))
    if decision.context and decision.context not in (standing.context or ""):
        raise CommandError(Message("autopilot.decision-without-context", path=path))
    if set(decision.alternatives) - set(standing.alternatives):
        raise CommandError(Message("autopilot.decision-without-alternative", path=path))
    if decision.reversible not in (None, standing.reversible):
        raise CommandError(Message("autopilot.decision-without-reversible", path=path))


def _same(one: Decision, other: Decision) -> bool:
    return fold_decision(one.text) == fold_decision(other.text) and one.outcome in (None, other.outcome)


def _is_recorded(edit: EditSession, track: Track, written: Decision) -> bool:
    """Whether it is read back as it was meant, and once: state file and log are seen to speak of the same."""
    before, after = (
        sum((each.text, each.outcome) == (written.text, written.outcome) for each in known)
        for known in (edit.before.decisions, track.decisions)
    )
    return 0 < after <= before + 1 and len(track.decisions) <= len(edit.before.decisions) + 1
