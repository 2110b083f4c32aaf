"""holding-pattern.md, the handoff: with frontmatter and headings, or as the tagged prompt for a fresh agent (seed)."""

import re

from cockpit.documents.markdown import Entry, Region, TagSection
from cockpit.model import ArchivedHandoff, Handoff, HandoffTask
from cockpit.rules.state_checks import UNREADABLE
from cockpit.systems.reading.completed_work import tasks_of
from cockpit.systems.reading.folder import Folder, Page
from cockpit.systems.reading.handoff_file import HANDOFF_NAMES
from cockpit.systems.reading.handoff_keys import OURS, read_keys
from cockpit.systems.reading.handoff_prose import unescape
from cockpit.systems.reading.outline import Outline
from cockpit.systems.reading.report import Report
from cockpit.systems.reading.taken import Passage, Taken
from cockpit.systems.reading.times import check_time, instant_text
from cockpit.systems.reading.values import Value, is_bare, is_nothing, report_placeholder
from cockpit.systems.reading.words import fold
from cockpit.values import dataclass

_PARTS = {
    "state": ("Current State", "current_state"),
    "completed": ("Completed Work", "Completed Tasks", "completed_tasks", "completed_work"),
    "remaining": ("Remaining Work", "Remaining Tasks", "remaining_work", "remaining_tasks"),
    "decisions": ("Decisions Made", "Decisions", "decisions_made", "decisions"),
    "blockers": ("Blockers", "blockers"),
    "context": ("Context", "resume_context", "context"),
    "next_action": ("Next Action", "next_action"),
}
_UNFILLED = re.compile(r"\{[^{}]+\}|\[[^\[\]\n]+\]")
"""What stands in a template where something is to be filled in, and nothing else there."""
_TITLES = ("holding pattern", "holding pattern md", "continue here", "continue here md", "handoff")
_HANDOFF_KEYS = ("phase", "plan", "task", "total_tasks", "status", "created")
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
                message = f"{read.pattern.handoff.path} is read, and {name} beside it is not."
                report.add("two-handoffs", page.path, None, message)
        elif is_handoff(page):
            read = page.told(report, _read)
        elif page.text.strip():
            report.add(UNREADABLE, page.path, None, f"{page.path} holds no handoff that can be read.")
            read = HandoffRead(unread=(*read.unread, *Taken(page).passages()))
        else:
            report.add("empty-file", page.path, None, f"{page.path} is empty.")
    return read


def is_handoff(page: Page) -> bool:
    """Whether a page is a holding pattern: by its frontmatter, its headings or its tags."""
    from cockpit.documents.frontmatter import split

    matter = split(page.text)
    if matter is not None and sum(key in matter.data for key in _HANDOFF_KEYS) >= 2:
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
        **{key: keys.values.get(key) for key in OURS},
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
        if _UNFILLED.fullmatch(text):
            report_placeholder(self._outline.report, self._outline.path, self._line, text)
            return None
        return None if is_nothing(text) and is_bare(text) else unescape(text)

    def texts(self) -> tuple[str, ...]:
        """The entries of a list, in whichever form they stand."""
        self._take_ends()
        told = self._outline.entries(self._region)
        for entry, _ in told:
            if entry.row is not None:
                self._outline.cells(entry.row)
        return tuple(entry.text for entry, _ in told if not self._unfilled(entry)) or self._on_one_line()

    def _unfilled(self, entry: Entry) -> bool:
        """Whether an entry is the template's placeholder still, which is reported."""
        found = _UNFILLED.fullmatch(entry.text) is not None
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
    put_away = sorted((name for name in names if name.startswith("holding-pattern")), reverse=True)
    return tuple(ArchivedHandoff(path=folder.path(f"{archive}/{name}")) for name in put_away[:_MOST_ARCHIVED])


def check_pattern(pattern: HoldingPattern, report: Report, *, has_steps: bool = True) -> None:
    """Report what a fresh agent cannot do without: where the work stands, if it `has_steps` and is not over, and what
    comes first, which every form has last; numbers that are none, and a time that cannot be read.
    """
    handoff = pattern.handoff
    over = fold(handoff.status or "") in ("complete", "completed")
    if has_steps and not over and not (handoff.phase or handoff.plan or handoff.task):
        report.add("handoff-incomplete", handoff.path, None, "The handoff names neither phase, plan nor task.")
    if not handoff.next_action:
        report.add("handoff-incomplete", handoff.path, None, "The handoff has no next action.")
    for key, stated in (("task", handoff.task), ("total_tasks", handoff.total_tasks)):
        if stated and not any(sign.isdigit() for sign in stated):
            message = f"{key} is no number: {stated[:60]}."
            report.add("handoff-key-unreadable", handoff.path, pattern.lines.get(key), message)
    if pattern.created:
        check_time("created", Value(pattern.created, pattern.lines.get("created", 0)), handoff.path, report)
