"""The log of a session: its sections, the phase that each is about, the marks of statuses. Text in, text out."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from cockpit.regex import regex
from cockpit.text.decoding import split_lines
from cockpit.text.keyed import KeyedText
from cockpit.text.lines import Document, Line
from cockpit.text.splice import insert_lines
from cockpit.text.words import on_one_line
from cockpit.values import dataclass

MARKS = {"completed": "✅", "in_progress": "⭕", "failed": "❌", "pending": "⬜", "skipped": "➖"}
_PHASE = regex(r"(?i)phase\s+(?P<id>(?P<short>[\w.]*\w)(?:-[\w.-]*\w)?)")
_COMPLETED = regex(r"(?i)(?:[✅✔✓☑]\ufe0f?|\((?:completed?|done)\))\s*$")
_MARKED = regex(
    r"(?i)(?<![ \t])[ \t]*(?:[✅✔✓☑⭕🔄⏳○◯🔵❌✗✘✖⬜☐□⏭➖]\ufe0f?|[—–-](?=\s*$)"
    r"|\((?:completed?|done|in[ _-]progress|failed|pending|skipped)\))[ \t]*$"
)
_PENDING = regex(r"(?i)(?:[⬜☐□]\ufe0f?|\(pending\))\s*$")
_RULE = regex(r"\s*(?:-{3,}|\*{3,}|_{3,})\s*$")
_MARKUP = regex(r"#{1,6}(?:\s|$)|(?:[-*_=]\s*){3,}$|[`~]{3}|>")
_FAILED_RUN = regex(r"(?im)^#{3,}[ \t]+Validation Result[ \t]*\r?\n(?:[ \t]*\r?\n)*Fail\b.*$")
_TOPIC = regex(r"(?i)(?P<topic>.*\S)\s+Orchestration Log")
_STEP = regex(r"(?i)(?:phase|stage)\b")


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, with its title, and where the section ends with those below it."""

    heading: Line
    title: str
    end: int


@dataclass(slots=True)
class Log:
    """The log of a file: its sections of the first two levels, and by folded id the one about each phase."""

    file: KeyedText
    sections: list[Section]
    by_phase: dict[str, Section]

    def is_marked_completed(self, phase: str | None) -> bool:
        """Whether the heading about a phase has the mark of a completed one."""
        section = self.of(phase)
        return section is not None and _COMPLETED.search(section.title) is not None

    def of(self, phase: str | None) -> Section | None:
        """The last section about a phase."""
        return self.by_phase.get((phase or "").casefold())

    @property
    def title(self) -> str | None:
        """The title of the log."""
        return next((_heading(each) for each in self.sections if each.heading.level == 1), None)

    @property
    def topic(self) -> str | None:
        """The title of the log without what every log is called."""
        found = _TOPIC.fullmatch(self.title or "")
        return found["topic"] if found else self.title

    def last_step(self, pending: Iterable[str | None]) -> str | None:
        """The heading of the last section about a phase that was begun: not one of those `pending` nor marked so."""
        ahead = {id(self.of(each)) for each in pending}
        headings = (_heading(each) for each in reversed(self.sections) if id(each) not in ahead)
        return next((head for head in headings if _STEP.match(head) and not _PENDING.search(head)), None)

    def texts(self) -> dict[str, str]:
        """The text of each section by its heading; repeated headings are numbered."""
        found: dict[str, str] = {}
        times: dict[str, int] = {}
        for heading, text in self._parts():
            name = title = heading or "Log"
            number = times.get(title, 1)
            while name in found:
                number += 1
                name = f"{title} ({number})"
            found[name], times[title] = text, number
        own = self.title
        return {name: text for name, text in found.items() if text or name != own}

    def _parts(self) -> Iterator[tuple[str, str]]:
        text, starts = self.file.text, [*(each.heading.start for each in self.sections), len(self.file.text)]
        if before := _tidy(text[self.file.after : starts[0]]):
            yield "", before
        for each, end in zip(self.sections, starts[1:], strict=True):
            yield _heading(each), _tidy(text[each.heading.after : end])


def read_log(file: KeyedText) -> Log:
    """The log of a session file."""
    document = Document(file.text)
    sections = [
        Section(each.heading, each.title, document.end_of(each))
        for each in document.sections
        if each.heading is not None and each.level <= 2 and each.heading.start >= file.after
    ]
    by_phase: dict[str, Section] = {}
    for each in sections:
        if each.heading.level == 2 and (title := _PHASE.match(each.title)):
            by_phase |= dict.fromkeys((title["id"].casefold(), title["short"].casefold()), each)
    return Log(file, sections, by_phase)


def _heading(section: Section) -> str:
    return section.heading.text.strip().lstrip("#").strip()


def _tidy(text: str) -> str:
    lines = [line.rstrip("\r\n") for line in split_lines(text)]
    while lines and (not lines[-1].strip() or _RULE.match(lines[-1])):
        lines.pop()
    return "\n".join(lines).strip("\n")


# Editing: each gives the text as it is to become, of which only the body differs


def marked(file: KeyedText, phase: str | None, name: str | None, status: str) -> KeyedText:
    """With the mark of a status in the heading of a phase; a missing section is added at the end."""
    section = read_log(file).of(phase)
    if section is None:
        return with_section(file, f"Phase {phase}{f': {on_one_line(name)}' if name else ''} {MARKS[status]}", ())
    start = section.heading.start
    line = file.text[start : section.heading.after].rstrip("\r\n")
    bare = line
    while _MARKED.search(bare):
        bare = _MARKED.sub("", bare)
    return _body(file, start, start + len(line), f"{bare.rstrip()} {MARKS[status]}")


def with_section_below(file: KeyedText, phase: str | None, heading: str, lines: Sequence[str]) -> KeyedText:
    """With a sub-section at the end of a phase's section, where there is one."""
    section = read_log(file).of(phase)
    if section is None:
        return file
    written = split_lines(file.text[section.heading.start : section.end])
    while len(written) > 1 and (not written[-1].strip() or _RULE.match(written[-1].rstrip("\r\n"))):
        written.pop()
    offset = section.heading.start + sum(map(len, written))
    return _inserted(file, offset, ["", f"### {heading}", *map(_escaped, lines)])


def with_section(file: KeyedText, heading: str, lines: Sequence[str]) -> KeyedText:
    """With a section at the end of the log."""
    last = (file.text.splitlines() or [""])[-1]
    blank = [""] if last.strip() else []
    return _inserted(file, len(file.text), [*blank, f"## {heading}", *map(_escaped, lines)])


def has_section_below(file: KeyedText, phase: str | None, heading: str, lines: Sequence[str] = ()) -> bool:
    """Whether a phase's section has a sub-section whose title ends so, and all of these lines, since its last failed
    run."""
    section = read_log(file).of(phase)
    text = file.text[section.heading.start : section.end] if section is not None else ""
    failed_runs = [*_FAILED_RUN.finditer(text)]
    text = text[failed_runs[-1].end() :] if failed_runs else text
    title = re.search(rf"(?im)^#{{3,}}[ \t]+(?:.*[ \t])?{re.escape(heading)}[ \t]*\r?$", text)
    return title is not None and {*lines} <= {line.strip() for line in text.splitlines()}


def _escaped(line: str) -> str:
    """A line, escaped so that it is neither heading nor rule."""
    return f"\\{line}" if _MARKUP.match(line) else line


def _inserted(file: KeyedText, offset: int, lines: Sequence[str]) -> KeyedText:
    """With lines at the beginning of a line, or behind the last one."""
    splice = insert_lines(file.text, offset, lines, file.newline)
    return _body(file, splice.start, splice.end, splice.text)


def _body(file: KeyedText, start: int, end: int, text: str) -> KeyedText:
    return replace(file, text=file.text[:start] + text + file.text[end:])
