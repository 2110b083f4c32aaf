"""holding-pattern.md, the handoff: with frontmatter and headings, or as the tagged prompt for a fresh agent (seed)."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby

from cockpit.model import ArchivedHandoff, Handoff, HandoffTask
from cockpit.regex import regex
from cockpit.rules.commit_ids import commit_in, is_commit_id, without_commit
from cockpit.rules.handoff.handoff_status import UNREADABLE
from cockpit.systems.shared.folder import Folder, Page, whole
from cockpit.systems.shared.passages import Passage, passage
from cockpit.systems.shared.report import Report
from cockpit.systems.shared.stated_values import Value, check_time, instant_text, report_placeholder, split_id
from cockpit.text.decoding import decode, split_lines
from cockpit.text.described import Field, Fields, File, read
from cockpit.text.keyed import KeyedText, problems_of, read_keyed
from cockpit.text.lines import Document, Entry, Line, cells_of, document_of, entries_of
from cockpit.text.words import fold, is_placeholder, is_stated, plain, says_nothing, without_label_marks
from cockpit.values import dataclass
from cockpit.wording.messages import as_message

# A person's text inside a section of the handoff, such that none of its lines is structure of the file

_STRUCTURE = r"\\*[ \t]{0,3}(?:#{1,6}(?:[ \t]|$)|(?:=+|-+)[ \t]*$|<{7}|>{7}|={7}|\|{7})"
_TO_ESCAPE = regex(_STRUCTURE)
_ESCAPED = regex(rf"(?m)^\\(?={_STRUCTURE})")
_LINE_ENDS = regex("\r\n|[\r\x85\u2028\u2029]")
_MARKER = regex(r"[ \t]*(`{3,}|~{3,})")


def tidy(text: str) -> str:
    """A text as it can stand in a section: what would open a comment is pulled apart, a fence left open is closed."""
    tidied = tidy_line(_LINE_ENDS.sub("\n", text))
    opened = (_MARKER.match(line.text) for line in _lines_of(tidied) if line.kind == "text")
    marker = next(filter(None, opened), None)
    return tidied if marker is None else f"{tidied}\n{marker[1]}"


def tidy_line(text: str) -> str:
    """The same for an entry or a cell, which is one line."""
    return text.replace("<!--", "<! --")


def escape(text: str) -> str:
    """A tidy text with a backslash before each line that would be a heading or a rule, or has one already."""
    return _outside_code(text, lambda line: f"\\{line}" if _TO_ESCAPE.match(line) else line)


def unescape(text: str) -> str:
    """The text as the person wrote it."""
    return _outside_code(text, lambda line: _ESCAPED.sub("", line))


def _lines_of(text: str) -> list[Line]:
    """The lines of a part of a file: a fence at its beginning is not around the file."""
    return Document(f".\n{text}").lines[1:]


def _outside_code(text: str, change: Callable[[str], str]) -> str:
    """The text, each line outside of code fences changed."""
    code = {line.number for line in _lines_of(text) if line.kind in ("fence", "code")}
    lines = enumerate(text.split("\n"), 2)
    return "\n".join(line if number in code else change(line) for number, line in lines)


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
_FILE_SEPARATOR = regex(r"[,;]\s*|<br\s*/?>")


def _of_row(cells: Mapping[str, str]) -> HandoffTask:
    """A row of a table, by its columns."""
    identifier, name, stated = cells.get("id"), cells.get("name"), cells.get("commit")
    if identifier is not None and name is None and _NUMBER.fullmatch(identifier) is None:
        identifier, name = split_id(identifier)
    return HandoffTask(
        id=_LABEL.sub("", identifier) if identifier else None,
        name=name,
        commit=commit_in(stated) or stated if stated else None,
        status=cells.get("status"),
        files=tuple(plain(each) for each in _FILE_SEPARATOR.split(cells.get("files", "")) if each.strip()),
    )


def _of_entry(entry: Entry) -> HandoffTask:
    """A task as an entry of a list: `[x] Task 1: Create model (abc1234)`."""
    identifier, name = split_id(plain(without_label_marks(entry.text)))
    commit = commit_in(name, alone=False)
    box = entry.lines[0].mark
    return HandoffTask(
        id=identifier,
        name=without_commit(name, commit) if commit else name,
        commit=commit,
        status=None if box is None else "✅" if box in ("x", "X") else "not started",
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


def _from_frontmatter(file: KeyedText, page: Page, report: Report, unread: list[Passage]) -> dict[str, Value]:
    """The position of a handoff; placeholders that were never filled in are reported."""
    report.keys(page.path, problems_of(file))
    values: dict[str, Value] = {}
    if not file.has_keys:
        unread.append(passage(page.path, 2, file.text[file.start : file.end].strip(), "frontmatter"))
    for step, node in file.root.children() if file.has_keys else ():
        key, line = str(step), file.line_of(node)
        is_known = key in (*SEED_KEYS, *COCKPIT_KEYS)
        stated = whole(file.text[node.start : node.end]).strip()
        if is_known and is_placeholder(stated) and any(map(str.isalpha, stated)):
            report_placeholder(report, page.path, line, stated)
        elif isinstance(node.value, str) and is_known:
            if not says_nothing(node.value):
                values[key] = Value(whole(node.value.strip()), line)
        elif stated:
            if is_known:
                message = f"{key} is not a single value: {stated:.60}."
                report.add("handoff-key-unreadable", page.path, line, message)
            unread.append(passage(page.path, line, f"{key}: {stated}", "frontmatter"))
    return values


_STATE = ("Current State",)
_COMPLETED = ("Completed Work", "Completed Tasks")
_REMAINING = ("Remaining Work", "Remaining Tasks")
_DECISIONS = ("Decisions Made", "Decisions")
_BLOCKERS = ("Blockers",)
_CONTEXT = ("Context", "Resume Context")
_NEXT_ACTION = ("Next Action",)
_OBJECTIVE_TITLE = ("Objective",)
_LABELS = Fields("keys", (), tuple(Field(key) for key in SEED_KEYS))
_FILE = File(("Holding Pattern", "Holding Pattern.md", "Continue Here", "Continue Here.md", "Handoff"), ())
_HANDOFF_SECTIONS = ("Current State", "Completed Work", "Remaining Work", "Decisions Made", "Next Action")
_HANDOFF_TAGS = frozenset({"objective", "completed_tasks", "resume_context", "next_action"})
_PARTS = (_OBJECTIVE_TITLE, _STATE, _COMPLETED, _REMAINING, _DECISIONS, _BLOCKERS, _CONTEXT, _NEXT_ACTION)
_TAGS = frozenset(fold(each).replace(" ", "_") for titles in _PARTS for each in titles)
_OPENING = regex(r"[ \t]*<([a-z_]+)>")
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
                message = f"{read.pattern.handoff.path} is read; {name} is not."
                report.add("two-handoffs", page.path, None, message)
        elif is_handoff(page):
            read = page.once_reporting(report, _read)
        elif page.text.strip():
            told = f"{page.path} is not a readable handoff."
            report.add(UNREADABLE, page.path, None, told)
            read = HandoffRead(unread=(*read.unread, passage(page.path, 1, page.text.strip())))
        else:
            report.add("empty-file", page.path, None, f"{page.path} is empty.")
    return read


def is_handoff(page: Page) -> bool:
    """Whether a page is a holding pattern: by its frontmatter, its headings or its tags."""
    file = read_keyed(page.text)
    if sum(file.root.child(key) is not None for key in SEED_KEYS) >= 2:
        return True
    opened = (_OPENING.match(line) for line in page.text.splitlines())
    return _has_headings(page.text) or any(found is not None and found[1] in _HANDOFF_TAGS for found in opened)


def _has_headings(text: str) -> bool:
    """Whether the parts of a handoff stand below headings, so that no tag is one."""
    return len({fold(each.title) for each in document_of(text).named(_HANDOFF_SECTIONS)}) >= 2


def _untagged(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text with their numbers, the tags of the prompt for an agent as headings: `# next_action`, and `#`
    where one is closed."""
    inside, kinds = "", {line.number: line.kind for line in Document(text).lines} if "</" in text else {}
    has_tags = bool(kinds) and not _has_headings(text)
    for number, line in enumerate(split_lines(text), 1):
        rest = line.rstrip("\r\n")
        opening = _OPENING.match(rest) if has_tags and kinds.get(number) not in ("fence", "code") else None
        if opening is not None and opening[1] in _TAGS:
            inside, rest = opening[1], rest[opening.end() :]
            yield number, f"# {inside}"
            if not rest.strip():
                continue
        before, closing, behind = rest.partition(f"</{inside}>") if inside else (rest, "", "")
        if before.strip() or not closing:
            yield number, before
        if closing:
            inside = ""
            yield number, "#"
        if behind.strip():
            yield number, behind


class _Body:
    """What stands below the keys of a handoff, of which what was told is no longer unread."""

    def __init__(self, page: Page, report: Report, start: int, *, has_labels: bool) -> None:
        self._path, self._report = page.path, report
        above, lines = page.text.count("\n", 0, start), [*_untagged(page.text[start:])]
        self._numbers = [0, *(above + number for number, _ in lines)]
        file = replace(_FILE, parts=(_LABELS,)) if has_labels else _FILE
        self._reading = read(file, "\n".join(text for _, text in lines))
        self._told: set[int] = set()

    def keys(self) -> dict[str, Value]:
        """The position by label lines, else by the objective's sentence."""
        objective = " ".join(line.text for line in self._lines(_OBJECTIVE_TITLE)).strip()
        found = {key: pattern.search(objective) for key, pattern in _OBJECTIVE.items()}
        rest = objective
        for pattern in _OBJECTIVE.values():
            rest = pattern.sub(" ", rest, count=1)
        if not _WORD.search(_FILLING.sub(" ", rest)):
            self._told |= {line.number for line in self._lines(_OBJECTIVE_TITLE)}
        keys = {key: Value(plain(match[1]), 1) for key, match in found.items() if match}
        for note in self._reading.notes:
            report_placeholder(self._report, self._path, self._numbers[note.line], note.text)
        for key in SEED_KEYS:
            if (stated := self._reading.get("keys", key)) is not None:
                keys[key] = Value(stated.text, self._numbers[stated.line])
        return keys

    def prose(self, titles: tuple[str, ...]) -> str | None:
        """The text of a part; None where it says nothing or still is the template's placeholder."""
        lines = self._lines(titles)
        self._told |= {line.number for line in lines}
        text = "\n".join(line.text.rstrip() for line in lines).strip("\n").strip()
        if is_placeholder(text):
            report_placeholder(self._report, self._path, self._numbers[lines[0].number], text)
            return None
        return None if says_nothing(text) else unescape(text)

    def texts(self, titles: tuple[str, ...]) -> tuple[str, ...]:
        """The entries of a list."""
        return tuple(without_label_marks(entry.text) for entry in self._entries(titles))

    def tasks(self, titles: tuple[str, ...]) -> tuple[HandoffTask, ...]:
        """The tasks, as rows of a table with a head, else as entries of a list."""
        rows = tuple(self._rows(titles))
        return rows or tuple(map(_of_entry, self._entries(titles)))

    def _entries(self, titles: tuple[str, ...]) -> list[Entry]:
        """The outermost entries of a list, or lines of text where there is none."""
        lines, found, outermost = self._lines(titles), list[Entry](), 0
        is_list = any(line.kind == "item" for line in lines)
        for entry in entries_of(lines):
            text, line, indent = plain(entry.text), entry.lines[0].number, entry.lines[0].indent
            is_nested = entry.lines[0].kind == "item" and indent > outermost + 1
            outermost = outermost if is_nested else indent
            if is_list and (entry.lines[0].kind == "text" or is_nested) and not says_nothing(text):
                continue
            self._told |= {each.number for each in entry.lines}
            if is_placeholder(text):
                report_placeholder(self._report, self._path, self._numbers[line], text)
            elif not says_nothing(text):
                found.append(entry)
        return found

    def _rows(self, titles: tuple[str, ...]) -> Iterator[HandoffTask]:
        columns: dict[int, str] = {}
        for line in self._lines(titles):
            cells = [plain(cell.text) for cell in cells_of(line)] if line.kind in ("head", "row") else []
            if line.kind == "head":
                known = {fold(head): name for name, heads in _COLUMNS.items() for head in heads}
                columns = {at: known[fold(cell)] for at, cell in enumerate(cells) if fold(cell) in known}
            if not columns or not cells:
                continue
            by_name = {name: cells[at] for at, name in columns.items() if at < len(cells)}
            stated = {name: cell for name, cell in by_name.items() if is_stated(cell.strip("[]"))}  # `[abc1234]`
            others = [cell for at, cell in enumerate(cells) if at not in columns and not says_nothing(cell)]
            if not any(map(str.isalnum, "".join(others))):
                self._told.add(line.number)
            if line.kind == "row" and (stated or others):
                task = _of_row(stated)
                if task.commit is not None and not is_commit_id(task.commit):
                    told = f'Task {task.id or "?"} names the commit "{task.commit}", which is not a commit id.'
                    self._report.add("commit-unreadable", self._path, self._numbers[line.number], told)
                yield task

    def _lines(self, titles: tuple[str, ...]) -> list[Line]:
        """The lines of all sections with one of the titles, and of those below them; several are reported."""
        document, found = self._reading.document, dict[int, Line]()
        named = document.named(titles)
        for section in named:
            if section.line not in found:
                self._told.add(section.line)
                found |= {line.number: line for line in document.below(section)}
        for twin in named[1:]:
            where = f"on lines {self._numbers[named[0].line]} and {self._numbers[twin.line]}"
            message = f'The section "{twin.title}" is {where}.'
            self._report.add("duplicate-section", self._path, self._numbers[twin.line], message)
        return [*found.values()]

    def unread(self) -> Iterator[Passage]:
        """What nothing read, by section."""
        for each in self._reading.unread:
            for told, run in groupby(each.lines, key=lambda line: line.number in self._told):
                lines = [*run]
                if not told:
                    text = "\n".join(line.text.rstrip() for line in lines)
                    yield passage(self._path, self._numbers[lines[0].number], text, each.section.title)


def _read(page: Page, report: Report) -> HandoffRead:
    file, unread = read_keyed(page.text), list[Passage]()
    has_keys = file.form != "none"
    body = _Body(page, report, file.after if has_keys else 0, has_labels=not has_keys)
    keys = _from_frontmatter(file, page, report, unread) if has_keys else body.keys()
    stated = {key: value.text for key, value in keys.items()}
    created = stated.get("created")
    handoff = Handoff(
        path=page.path,
        phase=stated.get("phase"),
        plan=stated.get("plan"),
        task=stated.get("task"),
        total_tasks=stated.get("total_tasks"),
        status=stated.get("status"),
        created=instant_text(created),
        completed=body.tasks(_COMPLETED),
        remaining=body.texts(_REMAINING),
        decisions=body.texts(_DECISIONS),
        blockers=body.texts(_BLOCKERS),
        context=body.prose(_CONTEXT),
        next_action=body.prose(_NEXT_ACTION),
        state=body.prose(_STATE),
        **{key: stated.get(key) for key in COCKPIT_KEYS},
    )
    lines = {key: value.line for key, value in keys.items()}
    return HandoffRead(HoldingPattern(handoff, created, lines), (*unread, *body.unread()))


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
        report.add(INCOMPLETE, handoff.path, None, "The handoff has no next action.")
    for key, stated in (("task", handoff.task), ("total_tasks", handoff.total_tasks)):
        if stated and not any(sign.isdigit() for sign in stated):
            message = f"{key} is not a number: {stated:.60}."
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
