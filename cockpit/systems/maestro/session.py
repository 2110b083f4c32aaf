"""A session: everything its file says."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cockpit.model import AgentTokens, FileManifest, Phase, PhaseError, Tokens
from cockpit.systems.maestro.vocabulary import folded, status_of
from cockpit.systems.shared.folder import Page
from cockpit.systems.shared.keyed_text import KeyedText, Path, Values, read_text
from cockpit.systems.shared.report import Report
from cockpit.systems.shared.taken_lines import Passage, passage
from cockpit.systems.shared.values import Value, check_time, flag_of, instant_text, is_bare, text_of, unfilled
from cockpit.text.decoding import Problem, split_lines
from cockpit.text.frontmatter import FrontMatter, fences, read_block, split
from cockpit.text.markdown import Block, Section, find_blocks
from cockpit.values import dataclass
from cockpit.wording.messages import Message, plain
from cockpit.wording.numbers import read_count

# Where the keys and values of a session stand: at the beginning of the file, or where an agent put them instead

_OWN = re.compile(r"""^[ \t]*["']?(?:session_id|phases|current_phase)["']?[ \t]*:""", re.MULTILINE)
_RULE = re.compile(r"^-{3,}[ \t]*$", re.MULTILINE)
_MARGIN = re.compile(r"[\w.-]+[ \t]*:(?:\s|$)|- |[\]{}\"']")
"""How a line at the margin begins that belongs to keys and values."""
_MOST = 20
"""Rules of a text that are looked at."""


def find_front(text: str) -> FrontMatter | None:
    """The keys and values of a session; None where there are none. Never raises.

    Problem codes beside those of `split`: `frontmatter-elsewhere`. An unclosed one goes on over blank lines.
    """
    blocks = find_blocks(text)
    if blocks and blocks[0].closed:
        return split(text)
    if blocks:
        end = _end_of_keys(text, blocks[0].start)
        front = read_block(text, Block(blocks[0].start, end, end, closed=False))
        return _with(front, "frontmatter-unclosed", "the frontmatter is opened with --- and not closed")
    block = next((each for each in _elsewhere(text) if _OWN.search(text, each.start, each.end)), None)
    if block is None:
        return None
    message = "the frontmatter is not at the beginning of the file between --- lines, where Maestro looks for it"
    return _with(read_block(text, block), "frontmatter-elsewhere", message)


def _with(front: FrontMatter, code: str, message: str) -> FrontMatter:
    line = front.text.count("\n", 0, front.start) or 1
    return replace(front, problems=(*front.problems, Problem(code, line, plain(message))))


def _elsewhere(text: str) -> Iterator[Block]:
    """Code fences with a mapping, and blocks between rules that something else stands above."""
    yield from fences(text)
    for _, rule in zip(range(_MOST), _RULE.finditer(text), strict=False):
        for each in find_blocks(text[rule.start() :])[:1]:
            if each.closed:
                above = rule.start()
                yield Block(each.start + above, each.end + above, each.after + above)


def _end_of_keys(text: str, start: int) -> int:
    """Where keys and values end that nothing closes: before the first line at the margin that is none of them. A line
    with a number sign is a comment where such a line follows, else a heading."""
    end, offset, comment = start, start, False
    for line in text[start:].splitlines(keepends=True):
        offset += len(line)
        if line.strip() and not line[0].isspace():
            if line.startswith("#") and not comment:
                comment = True
                continue
            if not _MARGIN.match(line):
                break
            comment = False
        elif line.strip() and comment:
            break
        if line.strip():
            end = offset
    return end


# The sections of the phases in the log, and those whose heading says that the phase is completed

_PHASE = re.compile(r"phase\s+(?P<id>(?P<short>[\w.]*\w)(?:-[\w.-]*\w)?)", re.IGNORECASE)
_COMPLETED = re.compile(r"(?:[✅✔✓☑]\ufe0f?|\((?:completed?|done)\))\s*$", re.IGNORECASE)


def phase_sections(sections: Iterable[Section], first_line: int) -> Mapping[str, Section]:
    """By the id of a phase, folded, the last section of the log that is about it; the log begins at that line."""
    found: dict[str, Section] = {}
    for each in sections:
        if each.heading is not None and each.level == 2 and each.line >= first_line:
            named = _PHASE.match(each.title)
            if named:
                found |= dict.fromkeys((named["id"].casefold(), named["short"].casefold()), each)
    return found


def says_completed(section: Section | None) -> bool:
    """Whether the heading of a phase's section has the mark of one that is completed."""
    return section is not None and _COMPLETED.search(section.title) is not None


# The body of a session: the orchestration log, section by section, as it is written

_TOPIC = re.compile(r"(?P<topic>.*\S)\s+Orchestration Log", re.IGNORECASE)
_STEP = re.compile(r"(?:phase|stage)\b", re.IGNORECASE)
_LOG_RULE = re.compile(r"\s*(?:-{3,}|\*{3,}|_{3,})\s*$")


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
    while kept and (not kept[-1].strip() or _LOG_RULE.match(kept[-1])):
        kept.pop()
    return "\n".join(kept).strip("\n")


# Counts as a session states them: how often a phase was tried again, how many phases there are, tokens


@dataclass(frozen=True, slots=True)
class Count:
    """A count; `unread` is what stands there instead of one that can be read. Both are None where nothing does, or only
    a word for nothing, or a placeholder."""

    number: int | None
    unread: str | None


def read_stated_count(values: Values, at: Path, path: str, report: Report) -> Count:
    """The count at a place of a file; what is there and is none is reported. Message beside a number stay unread."""
    stated, line = values.raw(*at), values.line_of(at)
    values.number(*at)
    count = _count_of(stated)
    if count.unread is not None:
        name = ".".join(step for step in at if isinstance(step, str))
        report.unreadable(path, line, f"`{name}`", stated, "whole number")
    return count


def _count_of(stated: object) -> Count:
    number = read_count(stated)
    if number is not None or _says_nothing(stated):
        return Count(number, None)
    whole = isinstance(stated, dict | list)
    return Count(None, json.dumps(stated, ensure_ascii=False, default=str) if whole else text_of(stated))


def _says_nothing(stated: object) -> bool:
    """Whether nothing is stated: `null`, `N/A`, `TBD`, `unknown`, `[none]`, `{count}`."""
    if isinstance(stated, dict):
        return not any(stated.values())
    if isinstance(stated, list):
        return all(map(_says_nothing, stated))
    text = text_of(stated) or ""
    in_angles = text.startswith("<") and text.endswith(">")
    return is_bare(text) or unfilled(text) is not None or in_angles or text.casefold() == "unknown"


# The tokens of a session, in total and by agent

KINDS = ("input", "output", "cached")


def read_tokens(values: Values, path: str, report: Report) -> Tokens | None:
    """What `token_usage` says; None where it is not there."""
    at = "token_usage"
    if not isinstance(values.raw(at), dict):
        return None

    def count(*place: str | int) -> int | None:
        return read_stated_count(values, place, path, report).number

    agents = {}
    for entry in values.entries(at, "by_agent"):
        if isinstance(values.raw(*entry), dict):
            agents[str(entry[-1])] = AgentTokens(**{kind: count(*entry, kind) for kind in KINDS})
    tokens = Tokens(**{kind: count(at, f"total_{kind}") for kind in KINDS}, by_agent=agents)
    _check(tokens, values, path, report)
    return tokens


def _check(tokens: Tokens, values: Values, path: str, report: Report) -> None:
    """Report totals that are not the sum of what the agents used."""
    wrong = []
    for kind in KINDS:
        total = getattr(tokens, kind)
        known = [getattr(each, kind) for each in tokens.by_agent.values()]
        added = sum(each for each in known if each is not None)
        if total is not None and known and any(each is not None for each in known) and added != total:
            wrong.append(Message("maestro.tokens-unlike-agents", total=total, kind=kind, added=added))
    if wrong:
        line = values.line_of(("token_usage",))
        report.add("tokens-mismatch", path, line, Message("maestro.token-totals-mismatch", totals=wrong))


# How often a phase was tried again, as its entry states it: under Maestro's own key, another one, or in its status

_COUNTS = frozenset({"retrycount", "retries", "retrycounts", "retriescount", "retriesused", "retryattempts"})
"""The keys of a count, as folded; Maestro's own is `retry_count`."""
_LEFT = re.compile(r"retr.*(?:remain|left)|(?:remain|left).*retr")
_REACHED = re.compile(r"retr.*(?:reached|exhaust|exceed|usedup)|exhaust.*retr")
_IN_STATUS = re.compile(r"(\d{1,9})\s*(?:(?:/|of|out\s+of)\s*\d+\s*)?retr|retr\w*[\s#:]*(\d{1,9})", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """What one place says: a number, or a text that nobody can read. `anew` is what stands there once the count begins
    anew; None is as many as there may be.
    """

    at: Path
    line: int | None
    number: int | None = None
    unread: str | None = None
    anew: str | int | bool | None = 0


@dataclass(frozen=True, slots=True)
class RetryCount:
    """What all places of a phase say, those left out that say nothing."""

    places: tuple[Stated, ...]

    @property
    def number(self) -> int | None:
        """The count, which only grows: the highest; None where none can be read."""
        return max((each.number for each in self.places if each.number is not None), default=None)

    @property
    def unread(self) -> Stated | None:
        """The first place that nobody can read."""
        return next((each for each in self.places if each.unread is not None), None)

    @property
    def unlike(self) -> tuple[Stated, ...]:
        """The places that state numbers, where those are not the same."""
        numbers = [each for each in self.places if each.number is not None]
        return tuple(numbers) if len({each.number for each in numbers}) > 1 else ()

    @property
    def holding(self) -> tuple[Stated, ...]:
        """The places that state more than nothing."""
        return tuple(each for each in self.places if each.number != 0)


def read_retry_count(values: Values, at: Path, path: str, report: Report) -> RetryCount:
    """Everything that the entry of a phase says of its retries."""
    return RetryCount(tuple(_places(values, at, path, report)))


def _places(values: Values, at: Path, path: str, report: Report) -> Iterator[Stated]:
    for place in values.entries(*at):
        line = values.line_of(place)
        key = re.sub(r"[^a-z]", "", str(place[-1]).casefold())
        if key in _COUNTS or _LEFT.search(key):
            count = read_stated_count(values, place, path, report)
            for above, stated in values.earlier(place) if key in _COUNTS else ():
                first = _count_of(stated)
                if first.number is not None or first.unread is not None:
                    yield Stated(at=place, line=above, number=first.number, unread=first.unread)
            if key in _COUNTS and (count.number is not None or count.unread is not None):
                yield Stated(at=place, line=line, number=count.number, unread=count.unread)
            elif key not in _COUNTS and (count.number == 0 or count.unread is not None):
                yield Stated(at=place, line=line, unread=count.unread or f"{place[-1]}: {count.number}", anew=None)
        elif _REACHED.search(key) and flag_of(values.raw(*place)) is True:
            yield Stated(at=place, line=line, unread=f"{place[-1]}: {text_of(values.raw(*place))}", anew=False)
    yield from _in_status(values, (*at, "status"))


def _in_status(values: Values, at: Path) -> Iterator[Stated]:
    """What the status of a failed phase says beside that it failed."""
    status = text_of(values.raw(*at)) or ""
    if status_of(status) == "failed" and "retr" in status.casefold():
        found = _IN_STATUS.search(status)
        number = int(found[1] or found[2]) if found else None
        yield Stated(at=at, line=values.line_of(at), number=number, unread=None if found else status, anew="failed")


# The phases of a session: what each says of itself, and what it handed on

_HANDED_ON = ("downstream_context", "planned_files", "requires_reconciliation", "reconciliation_reason", "tasks")


@dataclass(frozen=True, slots=True)
class PhaseEntry:
    """A phase as the file has it: its place, its errors and files, and what the model has no field for.

    `retries` is how often it was tried again, as the file states it.
    """

    phase: Phase
    at: Path
    retries: RetryCount
    errors: tuple[PhaseError, ...]
    files: FileManifest
    requires_reconciliation: bool
    more: Mapping[str, Any]

    @property
    def label(self) -> Message:
        """What a sentence calls it: `phase 3`."""
        if self.phase.id:
            return Message("maestro.phase-label", phase=self.phase.id)
        if self.phase.name:
            return Message("maestro.phase-label-by-name", name=self.phase.name)
        return Message("maestro.phase-label-without-id")

    @property
    def capital_label(self) -> Message:
        """What a sentence calls it that begins with it: `Phase 3`."""
        if self.phase.id:
            return Message("maestro.capital-phase-label", phase=self.phase.id)
        if self.phase.name:
            return Message("maestro.capital-phase-label-by-name", name=self.phase.name)
        return Message("maestro.capital-phase-label-without-id")


def read_phases(values: Values, path: str, report: Report) -> tuple[PhaseEntry, ...]:
    """All phases in file order."""
    stated = values.raw("phases")
    if stated is not None and not isinstance(stated, dict | list):
        report.unreadable(path, values.line_of(("phases",)), "`phases`", stated, "list")
    found = []
    for at in values.entries("phases"):
        if isinstance(values.raw(*at), dict):
            found.append(_entry(values, at, path, report))
        elif values.raw(*at) is not None:
            report.unreadable(path, values.line_of(at), "A phase", values.raw(*at), "mapping")
    return tuple(found)


def _entry(values: Values, at: Path, path: str, report: Report) -> PhaseEntry:
    key = at[-1] if isinstance(at[-1], str) else None
    retries = read_retry_count(values, at, path, report)
    identity = values.text(*at, "id") or key
    phase = Phase(
        id=identity,
        name=values.text(*at, "name"),
        status=values.text(*at, "status"),
        agents=(*values.texts(*at, "agents"), *values.texts(*at, "agent")),
        parallel=values.flag(*at, "parallel"),
        blocked_by=values.texts(*at, "blocked_by"),
        started=_time_of_phase(values, (*at, "started"), path, report),
        completed=_time_of_phase(values, (*at, "completed"), path, report),
        retry_count=retries.number,
    )
    return PhaseEntry(
        phase=phase,
        at=at,
        retries=retries,
        errors=read_errors(values, at, phase.id, path, report),
        files=read_files(values, at),
        requires_reconciliation=folded(text_of(values.raw(*at, "requires_reconciliation"))) == "true",
        more={key: told for key in _HANDED_ON if _says(told := values.whole(*at, key))},
    )


def _time_of_phase(values: Values, at: Path, path: str, report: Report) -> str | None:
    stated = values.text(*at)
    if stated is None:
        return None
    check_time(f"`{at[-1]}`", Value(stated, values.line_of(at) or 0), path, report)
    return instant_text(stated)


def _says(value: object) -> bool:
    """Whether anything stands there: a mapping of empty lists says nothing."""
    if isinstance(value, dict):
        return any(_says(inner) for inner in value.values())
    if isinstance(value, list):
        return any(_says(inner) for inner in value)
    return value not in (None, "", False, "false")


def read_errors(values: Values, at: Path, phase: str | None, path: str, report: Report) -> tuple[PhaseError, ...]:
    """The errors of a phase, or of a session without phases; a bare text is the message of one."""
    found = []
    for entry in values.entries(*at, "errors"):
        if isinstance(values.raw(*entry), dict):
            found.append(_error(values, entry, phase, path, report))
        elif message := values.text(*entry):
            found.append(PhaseError(phase=phase, message=message))
    return tuple(found)


def _error(values: Values, at: Path, phase: str | None, path: str, report: Report) -> PhaseError:
    kind = values.text(*at, "type")
    return PhaseError(
        phase=phase,
        agent=values.text(*at, "agent"),
        type=kind,
        message=values.text(*at, "message") or kind or "an error without a message",
        resolution=values.text(*at, "resolution"),
        resolved=values.flag(*at, "resolved") or False,
        at=_time_of_phase(values, (*at, "timestamp"), path, report),
    )


def read_files(values: Values, at: Path = ()) -> FileManifest:
    """The files that a phase, or a session without phases, says it touched."""
    return FileManifest(
        created=values.texts(*at, "files_created"),
        modified=values.texts(*at, "files_modified"),
        deleted=values.texts(*at, "files_deleted"),
    )


def all_files(manifests: Sequence[FileManifest]) -> FileManifest:
    """The files of several manifests, each once, in their order."""
    return FileManifest(
        **{
            kind: tuple(dict.fromkeys(path for each in manifests for path in getattr(each, kind)))
            for kind in ("created", "modified", "deleted")
        }
    )


def handed_on(entries: Sequence[PhaseEntry]) -> dict[str, dict[str, Any]]:
    """By phase what it handed on and its own files, where the session has several phases."""
    found: dict[str, dict[str, Any]] = {}
    for number, entry in enumerate(entries, 1):
        files = {f"files_{kind}": [*getattr(entry.files, kind)] for kind in ("created", "modified", "deleted")}
        told = {key: value for key, value in files.items() if value} | dict(entry.more)
        if told:
            name = entry.phase.id or str(number)
            found[name if name not in found else f"{name} ({number})"] = told
    return found


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
    return page.once_reporting(report, _read)


def _read(page: Page, report: Report) -> SessionFile:
    text = read_text(page, report, find_front)
    if "\r\n" in page.text:
        report.add("crlf", page.path, 1, Message("maestro.lines-end-with-crlf"))
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
    return replace(found, unread=(*_above(page, text), *text.unread, *values.unread_passages(path)))


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
