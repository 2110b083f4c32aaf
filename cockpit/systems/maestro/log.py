"""The body of a session: the orchestration log, section by section, as it is written."""

import re
from collections.abc import Mapping

from cockpit.documents.text import split_lines
from cockpit.systems.maestro.log_marks import phase_sections, says_completed
from cockpit.systems.reading.folder import Page
from cockpit.values import dataclass

_TOPIC = re.compile(r"(?P<topic>.*\S)\s+Orchestration Log", re.IGNORECASE)
_STEP = re.compile(r"(?:phase|stage)\b", re.IGNORECASE)
_RULE = re.compile(r"\s*(?:-{3,}|\*{3,}|_{3,})\s*$")


@dataclass(frozen=True, slots=True)
class Log:
    """The sections by their headings, in file order; what stands before the first one has an empty heading.

    `completed` has by the id of a phase, folded, the line of the heading that marks it as completed.
    """

    title: str | None
    sections: tuple[tuple[str, str], ...]
    completed: Mapping[str, int]

    @property
    def topic(self) -> str | None:
        """What the log is about, by its title."""
        found = _TOPIC.fullmatch(self.title or "")
        return found["topic"] if found else self.title

    @property
    def last_step(self) -> str | None:
        """The heading of the last phase it tells of."""
        return next((heading for heading, _ in reversed(self.sections) if _STEP.match(heading)), None)

    def told(self) -> dict[str, str]:
        """The text of each section by its heading; a heading that comes again is numbered."""
        found: dict[str, str] = {}
        times: dict[str, int] = {}
        for heading, text in self.sections:
            name = whole = heading or "Log"
            number = times.get(whole, 1)
            while name in found:
                number += 1
                name = f"{whole} ({number})"
            found[name], times[whole] = text, number
        return {name: text for name, text in found.items() if text or name != self.title}


def read_log(page: Page, body_line: int) -> Log:
    """The log that begins at a 1-based line."""
    lines = split_lines(page.text)
    headings = [
        section.line
        for section in page.markdown.sections
        if section.level <= 2 and section.heading is not None and section.line >= body_line
    ]
    bounds = [*headings, len(lines) + 1]
    before = _text(lines[body_line - 1 : bounds[0] - 1])
    parts = [
        (_heading(lines[first - 1]), _text(lines[first : after - 1]))
        for first, after in zip(headings, bounds[1:], strict=True)
    ]
    first = page.markdown.title
    title = _heading(lines[first.line - 1]) if first is not None and first.line in headings else None
    marked = phase_sections(page.markdown.sections, body_line)
    completed = {phase: section.line for phase, section in marked.items() if says_completed(section)}
    return Log(title, ((("", before),) if before else ()) + tuple(parts), completed)


def _heading(line: str) -> str:
    return line.strip().lstrip("#").strip()


def _text(lines: list[str]) -> str:
    """The lines without the rules that part the phases, and without blank ends."""
    kept = [line.rstrip("\r\n") for line in lines]
    while kept and (not kept[-1].strip() or _RULE.match(kept[-1])):
        kept.pop()
    return "\n".join(kept).strip("\n")
