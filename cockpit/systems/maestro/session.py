"""A session: everything its file says."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from cockpit.documents.text import split_lines
from cockpit.model import FileManifest, Phase, PhaseError, Tokens
from cockpit.systems.maestro.front import find_front
from cockpit.systems.maestro.log import Log, read_log
from cockpit.systems.maestro.phases import PhaseEntry, read_errors, read_files, read_phases
from cockpit.systems.maestro.stated_counts import read_stated_count
from cockpit.systems.maestro.tokens import read_tokens
from cockpit.systems.maestro.vocabulary import folded
from cockpit.systems.reading.folder import Page
from cockpit.systems.reading.keyed_text import KeyedText, read_text
from cockpit.systems.reading.report import Report
from cockpit.systems.reading.taken import Passage
from cockpit.systems.reading.times import check_time, instant_text
from cockpit.systems.reading.value_tree import Values, passage
from cockpit.systems.reading.values import Value
from cockpit.values import dataclass

MODES = ("workflow_mode", "execution_mode", "execution_backend", "task_complexity")


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionFile:
    """One session. Ids are text; `current_phase` is as written; `modes` are those that are stated."""

    path: str
    text: KeyedText
    log: Log
    id: str | None
    task: str | None
    created: str | None
    updated: str | None
    status: str | None
    tier: str | None
    agent: str | None
    batch: str | None
    current_phase: str | None
    total_phases: int | None
    modes: Mapping[str, str]
    documents: Mapping[str, str]
    entries: tuple[PhaseEntry, ...]
    errors: tuple[PhaseError, ...]
    files: FileManifest
    tokens: Tokens | None
    validation: Mapping[str, Any]
    unread: tuple[Passage, ...]

    @property
    def phases(self) -> tuple[Phase, ...]:
        """The phases in file order."""
        return tuple(entry.phase for entry in self.entries)

    @property
    def is_quick(self) -> bool:
        """Whether it is a session of the first tier, and has no phases, as those have none."""
        return folded(self.tier) == "t1" and not self.entries

    def line(self, *path: str | int) -> int | None:
        """The line of a value, or of what should hold it."""
        return self.text.values.line_of(path)


def read_session(page: Page, report: Report) -> SessionFile:
    """Everything a page says, worked out once for the same bytes."""
    return page.told(report, _read)


def _read(page: Page, report: Report) -> SessionFile:
    text = read_text(page, report, find_front)
    if "\r\n" in page.text:
        report.add("crlf", page.path, 1, "The lines end with CR and LF; the tools of Maestro's server expect LF alone.")
    values, path = text.values, page.path
    entries = read_phases(values, path, report)
    documents = {name: stated for name in ("design_document", "implementation_plan") if (stated := values.text(name))}
    found = SessionFile(
        path=path,
        text=text,
        log=read_log(page, text.body_line),
        id=values.text("session_id"),
        task=values.text("task"),
        created=_time(values, "created", path, report),
        updated=_time(values, "updated", path, report),
        status=values.text("status"),
        tier=values.text("tier"),
        agent=values.text("agent"),
        batch=values.text("current_batch"),
        current_phase=values.text("current_phase"),
        total_phases=read_stated_count(values, ("total_phases",), path, report).number,
        modes={name: stated for name in MODES if (stated := values.text(name))},
        documents=documents,
        entries=entries,
        errors=(*read_errors(values, (), None, path, report), *(each for entry in entries for each in entry.errors)),
        files=read_files(values),
        tokens=read_tokens(values, path, report),
        validation=_validation(values),
        unread=(),
    )
    return replace(found, unread=(*_above(page, text), *text.unread, *values.left(path)))


def _above(page: Page, text: KeyedText) -> Iterator[Passage]:
    """What stands above keys and values that are not at the beginning."""
    said = "".join(split_lines(page.text)[: max(0, text.first_line - 2)]).strip()
    if said:
        yield passage(page.path, 1, said)


def _validation(values: Values) -> Mapping[str, Any]:
    stated = values.raw("validation")
    if not isinstance(stated, dict):
        return {}
    values.whole("validation")
    return stated


def _time(values: Values, key: str, path: str, report: Report) -> str | None:
    stated = values.text(key)
    if stated is None:
        return None
    check_time(f"`{key}`", Value(stated, values.line_of((key,)) or 0), path, report)
    return instant_text(stated)
