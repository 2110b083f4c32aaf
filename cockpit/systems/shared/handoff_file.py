"""holding-pattern.md, the handoff: with frontmatter and headings, or as the tagged prompt for a fresh agent (seed)."""

import re
from collections.abc import Callable
from dataclasses import replace

from cockpit.model import ArchivedHandoff, Handoff, HandoffTask
from cockpit.regex import regex
from cockpit.rules.commit_ids import commit_in, is_commit_id, without_commit
from cockpit.rules.handoff.handoff_status import UNREADABLE
from cockpit.rules.work import is_done
from cockpit.systems.shared.folder import Folder, Page, whole
from cockpit.systems.shared.outline import Outline
from cockpit.systems.shared.report import Report
from cockpit.systems.shared.stated_values import (
    Value,
    check_time,
    fold,
    instant_text,
    is_bare,
    is_nothing,
    plain,
    report_placeholder,
    split_id,
    unfilled,
)
from cockpit.systems.shared.taken_lines import Passage, Taken
from cockpit.text.decoding import decode
from cockpit.text.keyed import KeyedText, problems_of, read_keyed
from cockpit.text.markdown import Item, Kind, Lines, ListEntry, Region, Row, Table, TagSection
from cockpit.values import dataclass
from cockpit.wording.messages import Message, as_message

# A person's text inside a section of the handoff, such that none of its lines is structure of the file

_STRUCTURE = r"\\*[ \t]{0,3}(?:#{1,6}(?:[ \t]|$)|(?:=+|-+)[ \t]*$|<{7}|>{7}|={7}|\|{7})"
_TO_ESCAPE = regex(_STRUCTURE)
_ESCAPED = regex(rf"(?m)^\\(?={_STRUCTURE})")
_LINE_ENDS = regex("\r\n|[\r\x85\u2028\u2029]")
_MARKER = regex(r"[ \t]*(`{3,}|~{3,})")


def tidy(text: str) -> str:
    """A text as it can stand in a section: what would open a comment is pulled apart, a fence left open is closed."""
    tidied = tidy_line(_LINE_ENDS.sub("\n", text))
    lines = Lines(tidied, part=True)
    for fence in lines.fences:
        marker = _MARKER.match(lines.visible(fence.opening))
        if not fence.closed and marker is not None:
            return f"{tidied}\n{marker.group(1)}"
    return tidied


def tidy_line(text: str) -> str:
    """The same for an entry or a cell, which is one line."""
    return text.replace("<!--", "<! --")


def escape(text: str) -> str:
    """A tidy text with a backslash before each line that would be a heading or a rule, or has one already."""
    return _outside_code(text, lambda line: f"\\{line}" if _TO_ESCAPE.match(line) else line)


def unescape(text: str) -> str:
    """The text as the person wrote it."""
    return _outside_code(text, lambda line: _ESCAPED.sub("", line))


def _outside_code(text: str, change: Callable[[str], str]) -> str:
    """The text, each line outside of code fences changed."""
    kinds = Lines(text, part=True).kinds
    code = {number for number, kind in enumerate(kinds) if kind in (Kind.FENCE, Kind.CODE)}
    return "\n".join(line if number in code else change(line) for number, line in enumerate(text.split("\n")))


# What a handoff is called, and when it was written, in its own words

HANDOFF_NAMES = ("holding-pattern.md", "continue-here.md")
"""What a handoff is called, the first before the second."""


def created_in(data: bytes) -> str | None:
    """When a handoff was written, None where it does not say."""
    created = read_keyed(decode(data).text).root.child("created")
    return created.value if created is not None and isinstance(created.value, str) else None


# The tasks that a handoff calls completed: rows of a table, with or without a header, or entries of a list

_COLUMNS = {
    "id": ("Task", "#", "ID"),
    "name": ("Name", "Description", "Title"),
    "commit": ("Commit", "Hash"),
    "status": ("Status",),
    "files": ("Files", "File"),
}
_NUMBER = regex(r"(?:task\s+)?(?P<id>\d+(?:[.-]\d+)*)[.:)]?", re.IGNORECASE)
_LABEL = regex(r"task\s+(?=\d)", re.IGNORECASE)
_PATH = regex(r"(?:[^\s,;]*(?:/[^\s,;]+|\.[A-Za-z]\w{0,9})(?:[,;]\s*|$))+")
_FILE_SEPARATOR = regex(r"[,;]\s*|<br\s*/?>")


def tasks_of(region: Region | None, outline: Outline) -> tuple[HandoffTask, ...]:
    """The tasks below a heading or in a tag; what names a commit and is no id of one is reported."""
    tables = region.tables() if region else ()
    rows = tuple(task for table in tables for task in _of_table(table, outline))
    return rows or tuple(_listed(entry.text, entry.item) for entry, _ in outline.entries(region))


def _of_table(table: Table, outline: Outline) -> list[HandoffTask]:
    known = any(table.column(*names) is not None for names in _COLUMNS.values())
    rows = [row for row in table.rows if not row.filler]
    if known:
        return [_task(outline, row) for row in rows]
    if any(_NUMBER.fullmatch(plain(cell.text)) for cell in table.header[:1]):
        rows.insert(0, Row(table.header, table.line, table.start, table.start))  # it is a row, in the place of a header
    elif table.header:
        outline.taken.keep(table.line)
    return [_by_content(outline, row) for row in rows]


def _task(outline: Outline, row: Row) -> HandoffTask:
    """A row of a table that names its columns."""
    cells = outline.cells(row, **_COLUMNS)
    identifier, name = cells["id"], cells["name"]
    if identifier is not None and name is None and _NUMBER.fullmatch(identifier) is None:
        identifier, name = split_id(identifier)
    stated = cells["commit"]
    commit = commit_in(stated) or stated if stated else None
    if commit is not None and not is_commit_id(commit):
        message = Message("systems.task-commit-unreadable", task=identifier or "?", commit=commit)
        outline.report.add("commit-unreadable", outline.path, row.line, message)
    return HandoffTask(
        id=_LABEL.sub("", identifier) if identifier else None,
        name=name,
        commit=commit,
        status=cells["status"],
        files=_files(cells["files"]),
    )


def _by_content(outline: Outline, row: Row) -> HandoffTask:
    """A row of a table without a header: its number, its name, and behind them what reads as commit, files, status."""
    task = HandoffTask()
    cells = [plain(cell.text) for cell in row.cells]
    texts = [text for text in cells if not is_nothing(text)]
    whole = True
    for text in texts:
        number = _NUMBER.fullmatch(text)
        commit = commit_in(text)
        if number is not None and task.id is None and task.name is None:
            task = replace(task, id=number["id"])
        elif commit is not None and task.commit is None and not without_commit(text, commit):
            task = replace(task, commit=commit)
        elif task.name is None and not is_done(text):
            task = replace(task, name=text)
        elif not task.files and _PATH.fullmatch(text):
            task = replace(task, files=_files(text))
        elif task.status is None:
            task = replace(task, status=text)
        else:
            whole = False
    outline.taken.take_if(whole, row.line)
    return task


def _files(text: str | None) -> tuple[str, ...]:
    return tuple(plain(name) for name in _FILE_SEPARATOR.split(text or "") if name.strip())


def _listed(text: str, item: Item | None) -> HandoffTask:
    """A task as an entry of a list: `[x] Task 1: Create model (abc1234)`."""
    identifier, name = split_id(plain(text))
    commit = commit_in(name, alone=False)
    box = item.checked if item is not None else None
    return HandoffTask(
        id=identifier,
        name=without_commit(name, commit) if commit else name,
        commit=commit,
        status=None if box is None else "✅" if box else "not started",
    )


# Where a handoff says that the work stands: in its frontmatter, in label lines, or in the objective's sentence

SEED_KEYS = ("phase", "plan", "task", "total_tasks", "status", "created")
COCKPIT_KEYS = ("reason", "project", "branch", "head")
"""Keys that only cockpit writes, so that a resume can check the handoff."""

_OBJECTIVE = {
    "phase": regex(r"\bphase\s+([\w.-]*\w)", re.IGNORECASE),
    "plan": regex(r"\bplan\s+([\w.-]*\w)", re.IGNORECASE),
    "task": regex(r"\btask\s+([\w.-]*\w)(?:\s+of\s+\d+)?", re.IGNORECASE),
    "total_tasks": regex(r"\btask\s+\S+\s+of\s+(\d+)", re.IGNORECASE),
}
_FILLING = regex(r"\b(?:continue|resume|go|on|from|at|in|with|and|the|of|phase|plan|task)\b", re.IGNORECASE)
_WORD = regex(r"\w")


@dataclass(frozen=True, slots=True)
class HandoffKeys:
    """The values by key, the line of each, and what of the frontmatter no key holds."""

    values: dict[str, str]
    lines: dict[str, int]
    unread: tuple[Passage, ...] = ()


def read_keys(outline: Outline) -> HandoffKeys:
    """The position of a handoff; placeholders that were never filled in are reported."""
    page = outline.page
    file = read_keyed(page.text)
    if file.form != "none":
        outline.report.keys(page.path, problems_of(file))
        return _from_frontmatter(file, outline)
    keys = _objective(outline)
    lines: dict[str, int] = {}
    for key in SEED_KEYS:
        field = page.markdown.field(key, key.replace("_", " "))
        if field is not None:
            value = outline.accept(field.value, field.line)
            if value is not None:
                keys[key], lines[key] = value.text, field.line
    return HandoffKeys(keys, lines)


def _from_frontmatter(file: KeyedText, outline: Outline) -> HandoffKeys:
    values: dict[str, str] = {}
    lines: dict[str, int] = {}
    unread = [] if file.has_keys else [_passage(outline.page, 2, file.text[file.start : file.end])]
    for step, node in file.root.children() if file.has_keys else ():
        key, line = str(step), file.line_of(node)
        is_known = key in (*SEED_KEYS, *COCKPIT_KEYS)
        stated = whole(file.text[node.start : node.end]).strip()
        placeholder = unfilled(stated)
        if placeholder and is_known:
            report_placeholder(outline.report, outline.path, line, placeholder)
        elif isinstance(node.value, str) and is_known:
            if not is_nothing(node.value):
                values[key], lines[key] = whole(node.value.strip()), line
        elif stated:
            if is_known:
                message = Message("systems.handoff-key-unreadable", key=key, stated=stated)
                outline.report.add("handoff-key-unreadable", outline.path, line, message)
            unread.append(_passage(outline.page, line, f"{key}: {stated}"))
    return HandoffKeys(values, lines, tuple(passage for passage in unread if passage["text"]))


def _passage(page: Page, line: int, text: str) -> Passage:
    return {"path": page.path, "section": "frontmatter", "line": line, "text": text.strip()}


def _objective(outline: Outline) -> dict[str, str]:
    """What the sentence of the tag form says; more than that is left unread."""
    tag = next((tag for tag in outline.page.markdown.tags if tag.name == "objective"), None)
    if tag is None:
        return {}
    found = {key: pattern.search(tag.text) for key, pattern in _OBJECTIVE.items()}
    rest = tag.text
    for pattern in _OBJECTIVE.values():
        rest = pattern.sub(" ", rest, count=1)
    if not _WORD.search(_FILLING.sub(" ", rest)):
        outline.take_tag(tag)
    return {key: plain(match[1]) for key, match in found.items() if match}


_PARTS = {
    "state": ("Current State", "current_state"),
    "completed": ("Completed Work", "Completed Tasks", "completed_tasks", "completed_work"),
    "remaining": ("Remaining Work", "Remaining Tasks", "remaining_work", "remaining_tasks"),
    "decisions": ("Decisions Made", "Decisions", "decisions_made", "decisions"),
    "blockers": ("Blockers", "blockers"),
    "context": ("Context", "resume_context", "context"),
    "next_action": ("Next Action", "next_action"),
}
UNFILLED = regex(r"\{[^{}]+\}|\[[^\[\]\n]+\]")
"""What stands in a template where something is to be filled in, and nothing else there."""
_TITLES = ("holding pattern", "holding pattern md", "continue here", "continue here md", "handoff")
_HANDOFF_SECTIONS = ("Current State", "Completed Work", "Remaining Work", "Decisions Made", "Next Action")
_HANDOFF_TAGS = frozenset({"objective", "completed_tasks", "resume_context", "next_action"})
_MOST_ARCHIVED = 20


@dataclass(frozen=True, slots=True)
class HoldingPattern:
    """A handoff as the model has it, when it was written in the file's words, and the lines of its keys."""

    handoff: Handoff
    created: str | None
    lines: dict[str, int]


@dataclass(frozen=True, slots=True)
class HandoffRead:
    """The handoff that waits, if any, and what no rule read of the files that are to hold one."""

    pattern: HoldingPattern | None = None
    unread: tuple[Passage, ...] = ()


def read_handoff(folder: Folder, report: Report) -> HandoffRead:
    """The handoff that waits in a folder. A vanished one is normal: it was used. One that cannot be read is none."""
    read = HandoffRead()
    for name in HANDOFF_NAMES:
        page = folder.markdown(name)
        if page is None or page.bad:
            continue
        if read.pattern is not None:
            if is_handoff(page):
                message = Message("systems.file-beside-unread", path=read.pattern.handoff.path, other=name)
                report.add("two-handoffs", page.path, None, message)
        elif is_handoff(page):
            read = page.once_reporting(report, _read)
        elif page.text.strip():
            report.add(UNREADABLE, page.path, None, Message("systems.handoff-unreadable", path=page.path))
            read = HandoffRead(unread=(*read.unread, *Taken(page).passages()))
        else:
            report.add("empty-file", page.path, None, Message("systems.file-empty", path=page.path))
    return read


def is_handoff(page: Page) -> bool:
    """Whether a page is a holding pattern: by its frontmatter, its headings or its tags."""
    front = read_keyed(page.text).root
    if sum(front.child(key) is not None for key in SEED_KEYS) >= 2:
        return True
    if sum(page.markdown.section(name) is not None for name in _HANDOFF_SECTIONS) >= 2:
        return True
    return any(tag.name in _HANDOFF_TAGS for tag in page.markdown.tags)


def _read(page: Page, report: Report) -> HandoffRead:
    outline = Outline(page, report)
    keys = read_keys(outline)
    parts = {part: _Part(outline, names) for part, names in _PARTS.items()}
    title = page.markdown.title
    if title is not None and fold(title.text) in _TITLES:
        outline.taken.take(title.line, title.line + title.height - 1)
    created = keys.values.get("created")
    handoff = Handoff(
        path=page.path,
        phase=keys.values.get("phase"),
        plan=keys.values.get("plan"),
        task=keys.values.get("task"),
        total_tasks=keys.values.get("total_tasks"),
        status=keys.values.get("status"),
        created=instant_text(created),
        completed=parts["completed"].tasks(),
        remaining=parts["remaining"].texts(),
        decisions=parts["decisions"].texts(),
        blockers=parts["blockers"].texts(),
        context=parts["context"].prose(),
        next_action=parts["next_action"].prose(),
        state=parts["state"].prose(),
        **{key: keys.values.get(key) for key in COCKPIT_KEYS},
    )
    return HandoffRead(HoldingPattern(handoff, created, keys.lines), (*keys.unread, *outline.unread()))


class _Part:
    """One part of a handoff, whether it stands below a heading or in a tag."""

    def __init__(self, outline: Outline, names: tuple[str, ...]) -> None:
        self._outline = outline
        section = outline.section(*names)
        found = (tag for tag in outline.page.markdown.tags if tag.name in names)
        self._tag: TagSection | None = None if section else next(found, None)
        self._line = section.line if section else self._tag.line if self._tag else None
        self._region: Region | None = section.whole if section else self._tag.body if self._tag else None

    def prose(self) -> str | None:
        """The text; None where it says nothing or still is the template's placeholder."""
        region, tag = self._region, self._tag
        text = tag.text if tag else region.text if region else ""
        if tag is not None:
            self._outline.take_tag(tag)
        elif region is not None and region.last > region.first:
            self._outline.taken.take(region.first + 1, region.last)
        if UNFILLED.fullmatch(text):
            report_placeholder(self._outline.report, self._outline.path, self._line, text)
            return None
        return None if is_nothing(text) and is_bare(text) else unescape(text)

    def texts(self) -> tuple[str, ...]:
        """The entries of a list, in whichever form they stand."""
        self._take_ends()
        entries = self._outline.entries(self._region)
        for entry, _ in entries:
            if entry.row is not None:
                self._outline.cells(entry.row)
        return tuple(entry.text for entry, _ in entries if not self._unfilled(entry)) or self._on_one_line()

    def _unfilled(self, entry: ListEntry) -> bool:
        """Whether an entry is the template's placeholder still, which is reported."""
        found = UNFILLED.fullmatch(entry.text) is not None
        if found:
            report_placeholder(self._outline.report, self._outline.path, entry.line, entry.text)
        return found

    def tasks(self) -> tuple[HandoffTask, ...]:
        """The tasks, in whichever form they stand."""
        self._take_ends()
        return tasks_of(self._region, self._outline)

    def _take_ends(self) -> None:
        """The lines of a tag that hold nothing else."""
        if self._tag is None:
            return
        taken, lines = self._outline.taken, self._outline.page.markdown.lines
        for line in (self._tag.line, lines.index.line_of(max(self._tag.end, self._tag.start))):
            if lines.visible(line - 1).strip() in (f"<{self._tag.name}>", f"</{self._tag.name}>"):
                taken.take(line)

    def _on_one_line(self) -> tuple[str, ...]:
        """The text of a tag that is closed on its own line."""
        if self._tag is None or is_nothing(self._tag.text):
            return ()
        self._outline.take_tag(self._tag)
        return (self._tag.text,)


def read_archived(folder: Folder, archive: str) -> tuple[ArchivedHandoff, ...]:
    """The handoffs in the archive of a folder, newest first, by the instants in their names."""
    names = folder.names(archive) if f"{archive}/" in folder.names("") else ()
    archived = sorted((name for name in names if name.startswith("holding-pattern")), reverse=True)
    return tuple(ArchivedHandoff(path=folder.path(f"{archive}/{name}")) for name in archived[:_MOST_ARCHIVED])


INCOMPLETE = "handoff-incomplete"
"""The code of the finding that a handoff lacks what a fresh agent cannot do without."""


def check_pattern(pattern: HoldingPattern, report: Report, *, has_steps: bool = True) -> None:
    """Report what a fresh agent cannot do without: where the work stands, if it `has_steps` and is not over, and what
    comes first, which every form has last; numbers that are none, and a time that cannot be read.
    """
    handoff = pattern.handoff
    over = fold(handoff.status or "") in ("complete", "completed")
    if has_steps and not over and not (handoff.phase or handoff.plan or handoff.task):
        report.add(INCOMPLETE, handoff.path, None, as_message("The handoff names no phase, plan or task."))
    if not handoff.next_action:
        report.add(INCOMPLETE, handoff.path, None, Message("systems.handoff-has-no-next-action"))
    for key, stated in (("task", handoff.task), ("total_tasks", handoff.total_tasks)):
        if stated and not any(sign.isdigit() for sign in stated):
            message = Message("systems.handoff-key-no-number", key=key, stated=stated)
            report.add("handoff-key-unreadable", handoff.path, pattern.lines.get(key), message)
    if pattern.created:
        check_time("created", Value(pattern.created, pattern.lines.get("created", 0)), handoff.path, report)


# The handoff beside a state file: holding-pattern.md in the state folder, and those that were put away

ARCHIVE_FOLDER = "handoffs"
"""The folder of those that have served."""


@dataclass(frozen=True, slots=True)
class Handoffs:
    """The waiting handoff, if any, the archived ones, and what no rule read."""

    waiting: Handoff | None = None
    archived: tuple[ArchivedHandoff, ...] = ()
    unread: tuple[Passage, ...] = ()

    def documents(self) -> dict[str, str]:
        """The newest archived handoff as a document."""
        return {"last handoff": self.archived[0].path} if self.archived else {}


def read_handoffs(folder: Folder, report: Report, *, has_phases: bool = True) -> Handoffs:
    """The handoffs of a state folder; what the one that waits lacks is reported."""
    read = read_handoff(folder, report)
    if read.pattern is not None:
        check_pattern(read.pattern, report, has_steps=has_phases)
    waiting = read.pattern.handoff if read.pattern is not None else None
    return Handoffs(waiting, read_archived(folder, ARCHIVE_FOLDER), read.unread)
