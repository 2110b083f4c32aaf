"""Going to another phase, plan or task: what names the old place in the state file comes along."""

import re
from collections.abc import Iterator

from cockpit.model import Position, Step, Track
from cockpit.regex import regex
from cockpit.rules.handoff.handoff_status import stands_past
from cockpit.rules.work import is_done
from cockpit.systems.autopilot.edit_session import EditSession, transponder_editor
from cockpit.systems.autopilot.position.continuity import difference, place_in, place_words, says_where
from cockpit.systems.autopilot.position.field_editing import (
    NEXT,
    PHASE,
    PLAN,
    STOPPED,
    TASK,
    find_continuity,
    find_position,
    set_continuity,
    set_position,
)
from cockpit.systems.autopilot.position.phases import (
    PHASE_FILE,
    PLAN_FILE,
    PhaseCount,
    Place,
    digits_of,
    find_phase,
    parts_of,
    plan_count,
    plan_tasks,
)
from cockpit.systems.autopilot.position.steps import ID
from cockpit.systems.autopilot.transponder import REFERENCE
from cockpit.systems.shared.markdown_editor import MarkdownEditor
from cockpit.systems.shared.stated_values import is_nothing, plain, split_id
from cockpit.systems.shared.tasks import OTHER_TITLE
from cockpit.text.markdown import Field, Markdown, Section
from cockpit.text.splice import Splice
from cockpit.wording.messages import Message

# Cells that name a phase, plan or task, with another number: `3 of 6 (dashboard)`, `Mid-plan 3.2, task 3 of 5`

_OF = r"\s+of\s+|\s*/\s*|\s*\(of\s+"
_STEP = regex(
    rf"(?P<lead>(?:(?:phase|plan|task|leg|chunk)\s+)?)(?P<id>{ID})(?P<of>(?:{_OF})\S+)?(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_TASK = regex(rf"(?P<lead>\btask\s+)(?P<id>{ID})(?:(?P<of>{_OF})(?P<total>\d+))?", re.IGNORECASE)
_NAME = regex(r"(?P<open>[\s:(\[—–-]+)(?P<name>.*?)(?P<close>[)\]]?\s*)", re.DOTALL)


def with_step(text: str, identifier: str, name: str | None) -> str:
    """The cell with another id. The name behind it, which was the old step's, becomes the new one's or goes."""
    found = _STEP.fullmatch(text.strip())
    if found is None:
        return identifier
    return f"{found['lead']}{identifier}{found['of'] or ''}{_renamed(found['rest'], name)}"


def with_task(text: str, identifier: str, total: int | None = None) -> str | None:
    """A sentence with another task number, None where it names no task."""
    found = _TASK.search(text)
    if found is None:
        return None
    of = f"{found['of'] or ' of '}{total or found['total']}" if total or found["total"] else ""
    return f"{text[: found.start()]}{found['lead']}{identifier}{of}{text[found.end() :]}"


def _renamed(rest: str, name: str | None) -> str:
    found = _NAME.fullmatch(rest)
    if not rest.strip() or found is None or name is None:
        return ""
    return f"{found['open']}{name}{found['close']}"


# Ticking a task in the phase files, where it can be told surely

_TASK_TITLE = regex(r"(?:[^\w\s]+\s*)?task\s+(?P<id>\d[\w.-]*)", re.IGNORECASE)
_PLAN_TITLE = regex(r"(?:[^\w\s]+\s*)?plan\s+(?P<id>\d[\w.-]*)", re.IGNORECASE)
_DONE = "✅ Done"


def first_task(edit: EditSession, place: Place) -> Step | None:
    """The first open task of a plan with the number of its tasks; None where the phase files list no open one."""
    tasks = plan_tasks(edit.sources.phases, place)
    number = next((task.number for task in tasks if not task.done), None)
    return Step(id=number, total=len(tasks)) if number else None


def tick_task(edit: EditSession, place: Place) -> tuple[str, ...]:
    """Tick the task in every phase file that surely lists it; the paths of those files."""
    count = find_phase(place.phase, edit.sources.phases)
    if count is None or count.phase.path is None:
        return ()
    ids = place.ids(plan_count(count))
    ticked = []
    for path in _files(edit, count.phase.path):
        editor = MarkdownEditor(edit.draft, path)
        splices = list(_ticks(editor.markdown, place, ids))
        if len(splices) == 1:
            editor.change(splices)
            ticked.append(path)
    return tuple(ticked)


def _files(edit: EditSession, path: str) -> tuple[str, ...]:
    if path.endswith(".md"):
        return (path,)
    names = edit.draft.names(path)
    return tuple(f"{path}/{name}" for name in names if PLAN_FILE.fullmatch(name) or PHASE_FILE.fullmatch(name))


def _ticks(markdown: Markdown, place: Place, ids: tuple[tuple[str, ...], ...]) -> Iterator[Splice]:
    """The changes that finish the task, in each of the forms that list tasks."""
    for section in (markdown.preamble, *markdown.sections):
        if not _is_of_other_plan(section, place) and not OTHER_TITLE.search(section.title):
            yield from _boxes(section, ids)
            yield from _rows(section, ids)
        title = _TASK_TITLE.match(plain(section.title))
        status = section.field("Status") if title else None
        if title and status and parts_of(title["id"].rstrip(".-")) in ids and not is_done(plain(status.value)):
            yield status.rewrite(_DONE)


def _is_of_other_plan(section: Section, place: Place) -> bool:
    found = _PLAN_TITLE.match(plain(section.title))
    return found is not None and parts_of(found["id"].rstrip(".-"))[-1:] != (place.plan,)


def _boxes(section: Section, ids: tuple[tuple[str, ...], ...]) -> Iterator[Splice]:
    for item in section.all_items():
        identifier, _ = split_id(plain(item.text))
        if item.checked is False and identifier is not None and parts_of(identifier) in ids:
            yield item.check(True)


def _rows(section: Section, ids: tuple[tuple[str, ...], ...]) -> Iterator[Splice]:
    for row in (row for table in section.tables() for row in table.rows):
        name, status = row.get("task", "tasks"), row.cell("Status", "State", "Done")
        identifier, _ = split_id(plain(name or ""))
        if status and identifier and parts_of(identifier) in ids and not is_done(plain(status.text)):
            yield status.rewrite(_DONE)


_COMMAND_PHASE = r"(/autopilot:preflight\s+|/autopilot:\S.*?--phase[= ])0*{phase}(?![\w.])"


def enter_phase(edit: EditSession, identifier: str) -> tuple[Place, Step | None]:
    """The position at the beginning of a phase, its plan count reset; the place and its first open task, if known."""
    editor, before = transponder_editor(edit), edit.before.position.phase
    count = find_phase(identifier, edit.sources.phases)
    field = find_position(editor.markdown, PHASE)
    name = count.phase.name if count else None
    set_position(editor, PHASE, with_step(field.value, identifier, name) if field else identifier)
    plans = plan_count(count) if count else 0
    if find_position(editor.markdown, PLAN) is not None:
        set_position(editor, PLAN, f"1 of {plans}" if plans else "0 of ?")
    _refer_to(edit, before, count)
    return _at_first_task(edit, Place(digits_of(Step(id=identifier)), "1" if plans else "", ""))


def enter_plan(edit: EditSession, identifier: str) -> tuple[Place, Step | None]:
    """The position at the beginning of a plan of the present phase; the place and its first open task, if known."""
    editor = transponder_editor(edit)
    field = find_position(editor.markdown, PLAN)
    set_position(editor, PLAN, with_step(field.value, identifier, None) if field else identifier)
    return _at_first_task(edit, Place(digits_of(edit.before.position.phase), digits_of(Step(id=identifier)), ""))


def enter_task(edit: EditSession, identifier: str, total: int | None) -> tuple[Message, ...]:
    """The position at a task: in its Task row and where the session stopped; in a new row where neither has one.

    A remark where the session stopped at words of the file's own, which stay.
    """
    editor = transponder_editor(edit)
    position = edit.before.position
    place = Place(digits_of(position.phase), digits_of(position.plan), digits_of(Step(id=identifier)) or identifier)
    row, stopped = find_position(editor.markdown, TASK), find_continuity(editor.markdown, STOPPED)
    if row is not None:
        set_position(editor, TASK, with_task(row.value, identifier, total) or with_step(row.value, identifier, None))
    text = _at_task(plain(stopped.value), place, identifier, total) if stopped else None
    if text is not None:
        set_continuity(editor, STOPPED, text)
        return ()
    if row is None:
        set_position(editor, TASK, f"{identifier} of {total}" if total else identifier)
    return _still_says(stopped) if stopped else ()


def stop_before(edit: EditSession, place: Place, first: Step | None) -> tuple[Message, ...]:
    """Let the session stop at a place just entered; a remark where the file has words of its own, which stay."""
    editor = transponder_editor(edit)
    stopped = find_continuity(editor.markdown, STOPPED)
    if stopped is None:
        return ()
    if not says_where(plain(stopped.value)):
        return _still_says(stopped)
    task, total = (digits_of(first), first.total) if first else ("", None)
    words = place_words(Place(place.phase, place.plan, task), total, begun=task not in ("", "1"))
    set_continuity(editor, STOPPED, words)
    return ()


def _still_says(stopped: Field) -> tuple[Message, ...]:
    words = plain(stopped.value)
    return (Message("autopilot.stopping-place-kept", text=words),) if not is_nothing(words) else ()


def follow_phase(edit: EditSession, old: Step | None, new: str) -> None:
    """Bring the phase in the next action's command along."""
    editor = transponder_editor(edit)
    field = find_continuity(editor.markdown, NEXT)
    if field is None or not digits_of(old):
        return
    pattern = _COMMAND_PHASE.format(phase=re.escape(digits_of(old)))
    set_continuity(editor, NEXT, re.sub(pattern, rf"\g<1>{new}", plain(field.value), count=1))


def handoff_remarks(before: Track, after: Track) -> tuple[Message, ...]:
    """A remark that the handoff that waits was written for a position before the one just gone to."""
    handoff, position = after.handoff, after.position
    if handoff is None or _place(before.position) == _place(position) or not stands_past(handoff, position):
        return ()
    return (Message("autopilot.handoff-of-earlier-position", handoff=handoff.path),)


def _place(position: Position) -> tuple[str, str, str]:
    return digits_of(position.phase), digits_of(position.plan), digits_of(position.task)


def task_words(first: Step) -> str:
    """`task 1 of 4`."""
    return f"task {first.id} of {first.total}"


def _at_first_task(edit: EditSession, place: Place) -> tuple[Place, Step | None]:
    editor = transponder_editor(edit)
    first = first_task(edit, place) if place.plan else None
    if find_position(editor.markdown, TASK) is not None:
        unknown = "1" if place.plan else "None"
        set_position(editor, TASK, f"{first.id} of {first.total}" if first else unknown)
    return place, first


def _at_task(stopped: str, place: Place, identifier: str, total: int | None) -> str | None:
    """The stopping place at another task: its own words with another number while it is in the middle of the plan."""
    named = place_in(stopped)
    here = named is not None and bool(named.task) and difference(named, Place(place.phase, place.plan, "")) is None
    begun = not stopped.casefold().startswith("before") and "next is" not in stopped
    if not says_where(stopped) or (here and begun):
        return with_task(stopped, identifier, total)
    return place_words(place, total)


def _refer_to(edit: EditSession, old: Step | None, count: PhaseCount | None) -> None:
    """Bring the reference to the current phase's folder along, where there is one."""
    editor, before = transponder_editor(edit), find_phase(old.id if old else None, edit.sources.phases)
    section = editor.markdown.section(*REFERENCE)
    here, there = before.phase.path if before else None, count.phase.path if count else None
    if section is None or here is None or there is None:
        return
    base = edit.folder.at("")
    here, there = here.removeprefix(base), there.removeprefix(base)
    items = [item for item in section.items() if here in item.text and "current phase" in item.text.casefold()]
    editor.change(item.rewrite(item.text.replace(here, there)) for item in items)
