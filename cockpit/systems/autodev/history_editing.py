"""Writing the history of a file: completed steps, failed retries, the last session."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cockpit.model.errors import CommandError
from cockpit.model.intents import Complete
from cockpit.systems.autodev.current_step_editing import put_lines
from cockpit.systems.autodev.edit_session import EditSession
from cockpit.systems.autodev.state_file import COMPLETED, RETRIES, SESSION
from cockpit.systems.autodev.vocabulary import BOUNDARY, DONE, REASONS, TableStep, is_template
from cockpit.systems.autodev.waiting import read_waiting
from cockpit.systems.shared.list_editing import add_section
from cockpit.systems.shared.markdown_editor import MarkdownEditor
from cockpit.systems.shared.outcome import Outcome, checked_option
from cockpit.systems.shared.stated_values import Value, fold, is_nothing, plain
from cockpit.systems.shared.working_copy import unsafe
from cockpit.text.markdown import Section, Table, insert_lines, insert_row, remove_lines
from cockpit.wording.messages import Message
from cockpit.wording.printable import printable

COMPLETED_COLUMNS = ("Step", "Name", "Completed", "Key Outcome")
RETRY_COLUMNS = ("Attempt", "Step", "Name", "SubStep", "Failure Reason", "Timestamp")
SESSION_ORDER = ("date", "ended_at", "reason", "notes")
NO_VALUE = "—"


def add_completed(edit: EditSession, outcome: str, step: TableStep | None = None) -> None:
    """Add a row for the present step, or for another completed step, whose date is unknown."""
    cells = {
        "Step": (step.id if step is not None else edit.position.id) or NO_VALUE,
        "Name": (step.name if step is not None else step_name(edit)) or NO_VALUE,
        "Completed": edit.today if step is None else NO_VALUE,
        "Key Outcome": outcome,
    }
    _add_row(edit.editor, COMPLETED, COMPLETED_COLUMNS, cells)


def add_attempt(edit: EditSession, number: int, reason: str) -> None:
    """Add a row for a failed retry of the present step."""
    position, sub = edit.position, edit.state.current.sub_step
    cells = {
        "Attempt": str(number),
        "Step": position.id or NO_VALUE,
        "Name": step_name(edit) or NO_VALUE,
        "SubStep": printable(sub.label if sub is not None else "") or NO_VALUE,
        "Failure Reason": reason,
        "Timestamp": edit.now,
    }
    _add_row(edit.editor, RETRIES, RETRY_COLUMNS, cells)


def step_name(edit: EditSession) -> str:
    """The name of the present step, with control characters escaped."""
    position = edit.position
    return printable(position.name or (position.step.name if position.step is not None else ""))


def clear_attempts(edit: EditSession) -> None:
    """Empty the log of retries, after success or a reset (seed)."""
    section = edit.editor.markdown.section(*RETRIES)
    tables = section.tables() if section is not None else ()
    rows = [row for table in tables for row in table.rows]
    if rows:
        edit.editor.change([remove_lines(edit.editor.text, rows[0].start, rows[-1].end)])


def write_session(edit: EditSession, values: Mapping[str, str]) -> None:
    """Write values of Last Session."""
    if edit.editor.markdown.section(*SESSION) is None:
        add_section(edit.editor, SESSION[0])
    put_lines(edit.editor, SESSION, SESSION_ORDER, {key: values[key] for key in SESSION_ORDER if key in values})


def _add_row(editor: MarkdownEditor, titles: Sequence[str], columns: Sequence[str], cells: Mapping[str, str]) -> None:
    """Add a row to the section's table; template rows are removed, a missing section or table is added."""
    section = editor.markdown.section(*titles) or add_section(editor, titles[0])
    table = next((each for each in section.tables() if each.column(columns[0]) is not None), None)
    if table is None:
        editor.change([insert_lines(editor.text, _below_heading(section), _header_lines(columns), editor.newline)])
        section = editor.markdown.section(*titles) or section
        table = next(iter(section.tables()), None)
    if table is None:
        raise unsafe(editor.path, Message("autodev.table-cannot-be-added", section=titles[0]))
    table = _without_template(editor, titles, table)
    if table.column(columns[0]) is None:
        raise unsafe(editor.path, Message("autodev.table-lacks-column", section=titles[0], column=columns[0]))
    editor.change([insert_row(editor.text, table, _cells(table, columns, cells), editor.newline)])


def _without_template(editor: MarkdownEditor, titles: Sequence[str], table: Table) -> Table:
    rows = [row for row in table.rows if any(is_template(plain(cell.text)) for cell in row.cells)]
    if not rows:
        return table
    runs: list[tuple[int, int]] = []
    for row in rows:  # lines that adjoin go as one: the last of a file takes the line end before it along
        joined = runs and runs[-1][1] == row.start
        runs = [*runs[:-1], (runs[-1][0], row.end)] if joined else [*runs, (row.start, row.end)]
    editor.change([remove_lines(editor.text, start, end) for start, end in runs])
    section = editor.markdown.section(*titles)
    return next(iter(section.tables()), table) if section is not None else table


def _cells(table: Table, columns: Sequence[str], cells: Mapping[str, str]) -> list[str]:
    """The cells in the order of the table's columns; cells without a column are left out."""
    row = [NO_VALUE] * len(table.header)
    for name in columns:
        at = table.column(name)
        if at is not None:
            row[at] = cells[name]
    return row


def _header_lines(columns: Sequence[str]) -> list[str]:
    return ["", f"| {' | '.join(columns)} |", f"|{'|'.join('-' * (len(name) + 2) for name in columns)}|"]


def _below_heading(section: Section) -> int:
    height = section.heading.height if section.heading is not None else 1
    return section.lines.starts[min(section.line - 1 + height, section.lines.count)]


# Last Session: when, where and why a session ended, and what the next one should know (seed, "Last Session")

_TOUCHES = frozenset({"waiting", "sessions", "continuity", "updated", "findings", "extra"})


def end_session(edit: EditSession, intent: Complete) -> Outcome:
    """Write Last Session: when, where and why it ended, and the note for the next one."""
    if not edit.state.keeps(SESSION):
        raise CommandError(Message("autodev.form-keeps-no-session"))
    refuse_result(intent)
    note = checked_option(intent.note, "note")
    reason = _seed_reason(intent.reason, BOUNDARY if is_boundary_waiting(edit) else REASONS[0])
    notes = notes_with(edit, note)
    write_session(edit, {"date": edit.today, "ended_at": session_end(edit), "reason": reason, "notes": notes or "—"})
    return Outcome(
        sentence=Message("autodev.session-ended", reason=reason),
        touches=_TOUCHES,
        holds=lambda track: (
            len(track.sessions) == 1
            and track.sessions[0].handoff_reason == reason
            and track.sessions[0].notes == (notes if notes is not None and not is_nothing(notes) else None)
        ),
    )


def notes_with(edit: EditSession, note: str | None) -> str | None:
    """The notes with a new one. The old ones are kept where they hold a waiting question, or an answer that still
    counts.
    """
    state, old_notes = edit.state, edit.state.session.notes
    if old_notes is None:
        return note
    only_new = replace(state.session, notes=Value(note, old_notes.line) if note else None)
    waiting = read_waiting(
        replace(state, session=only_new), edit.position, edit.sources.tasks, edit.sources.disagreement
    )
    if waiting == edit.before.waiting:
        return note
    return " — ".join(filter(None, (old_notes.text, note)))


def _seed_reason(reason: str | None, default: str) -> str:
    """Why the session ends, in the seed's words; the default where nothing is given. Raises CommandError for another
    word.
    """
    if reason is None:
        return default
    seed_reason = next((each for each in REASONS if fold(each) == fold(reason)), None)
    if seed_reason is None:
        raise CommandError(Message("autodev.no-such-reason", reasons=REASONS, reason=reason[:40]))
    return seed_reason


def write_boundary(edit: EditSession, boundary: tuple[str, str]) -> None:
    """Write Last Session at a session boundary, in the seed's words."""
    write_session(
        edit,
        {
            "date": edit.today,
            "ended_at": session_end(edit),
            "reason": BOUNDARY,
            "notes": f"{boundary[0]} complete, implementation ready",
        },
    )


def session_end(edit: EditSession) -> str:
    """Where the session ends, in the seed's words: `Step 3 Plan — SubStep 4 Architecture Review`."""
    position, sub = edit.position, edit.state.current.sub_step
    step = " ".join(filter(None, ("Step", position.id or (DONE if position.done else None), step_name(edit))))
    place = printable(" ".join(filter(None, (sub.id, sub.name)))) if sub is not None else ""
    return f"{step} — SubStep {place}" if place and place != "0" else step


def is_boundary_waiting(edit: EditSession) -> bool:
    """Whether the choice at a session boundary waits. The session then ends there, so that it goes on waiting."""
    waiting = edit.before.waiting
    return waiting is not None and waiting.anew is not None


def refuse_result(intent: Complete) -> None:
    """Raise CommandError for options that neither a step nor a session has."""
    if intent.result is not None:
        raise CommandError(Message("autodev.keeps-no-result"))
    if intent.reason is not None and intent.whole != "session":
        raise CommandError(Message("autodev.only-sessions-have-reasons"))
