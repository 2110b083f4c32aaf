"""Reading a session file."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cockpit.model import AgentTokens, FileManifest, Phase, PhaseError, Tokens
from cockpit.regex import regex
from cockpit.rules.work import gravity
from cockpit.systems.maestro.vocabulary import folded, status_of
from cockpit.systems.shared.folder import Page
from cockpit.systems.shared.keyed_text import KeyedText, Path, Values, read_text
from cockpit.systems.shared.report import Report, as_json
from cockpit.systems.shared.stated_values import Value, check_time, flag_of, instant_text, is_bare, text_of, unfilled
from cockpit.systems.shared.taken_lines import Passage, passage
from cockpit.text.decoding import Problem, split_lines
from cockpit.text.frontmatter import FrontMatter, fences, read_block, split
from cockpit.text.markdown import Block, Section, find_blocks
from cockpit.values import dataclass
from cockpit.wording.messages import Message
from cockpit.wording.numbers import read_count

# The keys and values of a session: at the beginning of the file, or where an agent misplaced them

_SESSION_KEY = regex(r"""^[ \t]*["']?(?:session_id|phases|current_phase)["']?[ \t]*:""", re.MULTILINE)
_RULE = regex(r"^-{3,}[ \t]*$", re.MULTILINE)
_MARGIN = regex(r"[\w.-]+[ \t]*:(?:\s|$)|- |[\]{}\"']")
"""The beginning of an unindented line of keys and values."""
_MOST_RULES = 20
"""The number of rules of a text that are tried."""


def find_front(text: str) -> FrontMatter | None:
    """The keys and values of a session; None where there are none. Never raises.

    Problem codes beside those of `split`: `frontmatter-elsewhere`. An unclosed block goes on over blank lines.
    """
    blocks = find_blocks(text)
    if blocks and blocks[0].closed:
        return split(text)
    if blocks:
        end = _end_of_keys(text, blocks[0].start)
        front = read_block(text, Block(blocks[0].start, end, end, closed=False))
        return _with_problem(front, "frontmatter-unclosed", "the frontmatter opens with `---` and is not closed")
    block = next((each for each in _misplaced_blocks(text) if _SESSION_KEY.search(text, each.start, each.end)), None)
    if block is None:
        return None
    elsewhere = str(Message("maestro.frontmatter-elsewhere"))
    return _with_problem(read_block(text, block), "frontmatter-elsewhere", elsewhere)


def _with_problem(front: FrontMatter, code: str, message: str) -> FrontMatter:
    line = front.text.count("\n", 0, front.start) or 1
    return replace(front, problems=(*front.problems, Problem(code, line, message)))


def _misplaced_blocks(text: str) -> Iterator[Block]:
    """Code fences that hold a mapping, and blocks between rules that are not at the beginning."""
    yield from fences(text)
    for _, rule in zip(range(_MOST_RULES), _RULE.finditer(text), strict=False):
        for each in find_blocks(text[rule.start() :])[:1]:
            if each.closed:
                offset = rule.start()
                yield Block(each.start + offset, each.end + offset, each.after + offset)


def _end_of_keys(text: str, start: int) -> int:
    """The end of an unclosed block of keys: before the first unindented line that is none. A line with `#` is a comment
    where a key follows, else a heading.
    """
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

_PHASE_TITLE = regex(r"phase\s+(?P<id>(?P<short>[\w.]*\w)(?:-[\w.-]*\w)?)", re.IGNORECASE)
_COMPLETED = regex(r"(?:[✅✔✓☑]\ufe0f?|\((?:completed?|done)\))\s*$", re.IGNORECASE)


def phase_sections(sections: Iterable[Section], first_line: int) -> Mapping[str, Section]:
    """The last section of the log about each phase, by its folded id; the log begins at `first_line`."""
    by_id: dict[str, Section] = {}
    for each in sections:
        if each.heading is not None and each.level == 2 and each.line >= first_line:
            title = _PHASE_TITLE.match(each.title)
            if title:
                by_id |= dict.fromkeys((title["id"].casefold(), title["short"].casefold()), each)
    return by_id


def says_completed(section: Section | None) -> bool:
    """Whether the heading of a phase's section has the mark of a completed phase."""
    return section is not None and _COMPLETED.search(section.title) is not None


# The body of a session: the orchestration log, section by section, as it is written

_TOPIC = regex(r"(?P<topic>.*\S)\s+Orchestration Log", re.IGNORECASE)
_PHASE_OR_STAGE = regex(r"(?:phase|stage)\b", re.IGNORECASE)
_LOG_RULE = regex(r"\s*(?:-{3,}|\*{3,}|_{3,})\s*$")


@dataclass(frozen=True, slots=True)
class Log:
    """The sections by heading, in file order; the text before the first heading has an empty one.

    `completed` maps the folded id of a phase to the line of the heading that marks it as completed.
    """

    title: str | None
    sections: tuple[tuple[str, str], ...]
    completed: Mapping[str, int]

    @property
    def topic(self) -> str | None:
        """The topic in the log's title."""
        found = _TOPIC.fullmatch(self.title or "")
        return found["topic"] if found else self.title

    @property
    def last_step(self) -> str | None:
        """The heading of the last section about a phase."""
        return next((heading for heading, _ in reversed(self.sections) if _PHASE_OR_STAGE.match(heading)), None)

    def section_texts(self) -> dict[str, str]:
        """The text of each section by heading; repeated headings are numbered."""
        texts: dict[str, str] = {}
        times: dict[str, int] = {}
        for heading, text in self.sections:
            name = title = heading or "Log"
            number = times.get(title, 1)
            while name in texts:
                number += 1
                name = f"{title} ({number})"
            texts[name], times[title] = text, number
        return {name: text for name, text in texts.items() if text or name != self.title}


def read_log(page: Page, body_line: int) -> Log:
    """The log that begins at a 1-based line."""
    lines = split_lines(page.text)
    headings = [
        section.line
        for section in page.markdown.sections
        if section.level <= 2 and section.heading is not None and section.line >= body_line
    ]
    bounds = [*headings, len(lines) + 1]
    before = _section_text(lines[body_line - 1 : bounds[0] - 1])
    parts = [
        (_heading(lines[first - 1]), _section_text(lines[first : after - 1]))
        for first, after in zip(headings, bounds[1:], strict=True)
    ]
    first = page.markdown.title
    title = _heading(lines[first.line - 1]) if first is not None and first.line in headings else None
    by_phase = phase_sections(page.markdown.sections, body_line)
    completed = {phase: section.line for phase, section in by_phase.items() if says_completed(section)}
    return Log(title, ((("", before),) if before else ()) + tuple(parts), completed)


def _heading(line: str) -> str:
    return line.strip().lstrip("#").strip()


def _section_text(lines: list[str]) -> str:
    """The lines without rules and blank lines at the end."""
    texts = [line.rstrip("\r\n") for line in lines]
    while texts and (not texts[-1].strip() or _LOG_RULE.match(texts[-1])):
        texts.pop()
    return "\n".join(texts).strip("\n")


# Counts as a session states them: how often a phase was tried again, how many phases there are, tokens


@dataclass(frozen=True, slots=True)
class Count:
    """A count; `unread` is the text there that cannot be read as one. Both are None where nothing, a placeholder or a
    word for nothing stands there.
    """

    number: int | None
    unread: str | None


def read_stated_count(values: Values, at: Path, path: str, report: Report) -> Count:
    """The count at a place of a file; a value that is no count is reported."""
    value, line = values.raw(*at), values.line_of(at)
    values.number(*at)
    count = _count_of(value)
    if count.unread is not None:
        name = ".".join(step for step in at if isinstance(step, str))
        report.unreadable(path, line, f"`{name}`", value, "whole number")
    return count


def _count_of(value: object) -> Count:
    number = read_count(value)
    if number is not None or _is_blank(value):
        return Count(number, None)
    is_container = isinstance(value, dict | list)
    return Count(None, as_json(value) if is_container else text_of(value))


def _is_blank(value: object) -> bool:
    """Whether a value stands for nothing: `null`, `N/A`, `TBD`, `unknown`, `[none]`, `{count}`."""
    if isinstance(value, dict):
        return not any(value.values())
    if isinstance(value, list):
        return all(map(_is_blank, value))
    text = text_of(value) or ""
    in_angles = text.startswith("<") and text.endswith(">")
    return is_bare(text) or unfilled(text) is not None or in_angles or text.casefold() == "unknown"


# The tokens of a session, in total and by agent

KINDS = ("input", "output", "cached")


def read_tokens(values: Values, path: str, report: Report) -> Tokens | None:
    """The value of `token_usage`; None without one."""
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
    _check_tokens(tokens, values, path, report)
    return tokens


def _check_tokens(tokens: Tokens, values: Values, path: str, report: Report) -> None:
    """Report totals that differ from the sum of the agents."""
    mismatches = []
    for kind in KINDS:
        total = getattr(tokens, kind)
        counts = [getattr(each, kind) for each in tokens.by_agent.values()]
        added = sum(each for each in counts if each is not None)
        if total is not None and counts and any(each is not None for each in counts) and added != total:
            mismatches.append(Message("maestro.tokens-unlike-agents", total=total, kind=kind, added=added))
    if mismatches:
        line = values.line_of(("token_usage",))
        report.add("tokens-mismatch", path, line, Message("maestro.token-totals-mismatch", totals=mismatches))


# How often a phase was tried again, as its entry states it: under Maestro's own key, another one, or in its status

_COUNT_KEYS = frozenset({"retrycount", "retries", "retrycounts", "retriescount", "retriesused", "retryattempts"})
"""The keys of a count, letters only; Maestro's own is `retry_count`."""
_REMAINING_KEY = regex(r"retr.*(?:remain|left)|(?:remain|left).*retr")
_EXHAUSTED_KEY = regex(r"retr.*(?:reached|exhaust|exceed|usedup)|exhaust.*retr")
_COUNT_IN_STATUS = regex(r"(\d{1,9})\s*(?:(?:/|of|out\s+of)\s*\d+\s*)?retr|retr\w*[\s#:]*(\d{1,9})", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedCount:
    """What one place says: a number, or a text that cannot be read. `after_reset` is what a reset writes; None is the
    highest number allowed.
    """

    at: Path
    line: int | None
    number: int | None = None
    unread: str | None = None
    after_reset: str | int | bool | None = 0


@dataclass(frozen=True, slots=True)
class RetryCount:
    """All places of a phase that state a number of retries."""

    places: tuple[StatedCount, ...]

    @property
    def number(self) -> int | None:
        """The highest stated count, since it only grows; None where none can be read."""
        return max((each.number for each in self.places if each.number is not None), default=None)

    @property
    def unread(self) -> StatedCount | None:
        """The first place that cannot be read."""
        return next((each for each in self.places if each.unread is not None), None)

    @property
    def disagreeing(self) -> tuple[StatedCount, ...]:
        """The places with numbers, where the numbers differ."""
        numbers = [each for each in self.places if each.number is not None]
        return tuple(numbers) if len({each.number for each in numbers}) > 1 else ()

    @property
    def nonzero(self) -> tuple[StatedCount, ...]:
        """The places whose value is not 0."""
        return tuple(each for each in self.places if each.number != 0)


def _stated_retries(values: Values, at: Path, path: str, report: Report) -> Iterator[StatedCount]:
    """The places in the entry of a phase that state a number of retries."""
    for place in values.entries(*at):
        line = values.line_of(place)
        key = re.sub(r"[^a-z]", "", str(place[-1]).casefold())
        if key in _COUNT_KEYS or _REMAINING_KEY.search(key):
            count = read_stated_count(values, place, path, report)
            for line_above, value in values.earlier(place) if key in _COUNT_KEYS else ():
                count_above = _count_of(value)
                if count_above.number is not None or count_above.unread is not None:
                    yield StatedCount(at=place, line=line_above, number=count_above.number, unread=count_above.unread)
            if key in _COUNT_KEYS and (count.number is not None or count.unread is not None):
                yield StatedCount(at=place, line=line, number=count.number, unread=count.unread)
            elif key not in _COUNT_KEYS and (count.number == 0 or count.unread is not None):
                yield StatedCount(
                    at=place, line=line, unread=count.unread or f"{place[-1]}: {count.number}", after_reset=None
                )
        elif _EXHAUSTED_KEY.search(key) and flag_of(values.raw(*place)) is True:
            yield StatedCount(
                at=place, line=line, unread=f"{place[-1]}: {text_of(values.raw(*place))}", after_reset=False
            )
    yield from _count_in_status(values, (*at, "status"))


def _count_in_status(values: Values, at: Path) -> Iterator[StatedCount]:
    """The number of retries in the status of a failed phase: `failed (2 of 3 retries)`."""
    status = text_of(values.raw(*at)) or ""
    if status_of(status) == "failed" and "retr" in status.casefold():
        match = _COUNT_IN_STATUS.search(status)
        number = int(match[1] or match[2]) if match else None
        yield StatedCount(
            at=at, line=values.line_of(at), number=number, unread=None if match else status, after_reset="failed"
        )


# The phases of a session: what each says of itself, and what it handed on

_EXTRA_KEYS = ("downstream_context", "planned_files", "requires_reconciliation", "reconciliation_reason", "tasks")


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
    extra: Mapping[str, Any]

    @property
    def label(self) -> Message:
        """The phase within a sentence: `phase 3`."""
        if self.phase.id:
            return Message("maestro.phase-label", phase=self.phase.id)
        if self.phase.name:
            return Message("maestro.phase-label-by-name", name=self.phase.name)
        return Message("maestro.phase-label-without-id")

    @property
    def capital_label(self) -> Message:
        """The phase at the beginning of a sentence: `Phase 3`."""
        if self.phase.id:
            return Message("maestro.capital-phase-label", phase=self.phase.id)
        if self.phase.name:
            return Message("maestro.capital-phase-label-by-name", name=self.phase.name)
        return Message("maestro.capital-phase-label-without-id")


def read_phases(values: Values, path: str, report: Report) -> tuple[PhaseEntry, ...]:
    """All phases in file order."""
    value = values.raw("phases")
    if value is not None and not isinstance(value, dict | list):
        report.unreadable(path, values.line_of(("phases",)), "`phases`", value, "list")
    entries = []
    for at in values.entries("phases"):
        if isinstance(values.raw(*at), dict):
            entries.append(_read_entry(values, at, path, report))
        elif values.raw(*at) is not None:
            report.unreadable(path, values.line_of(at), "A phase", values.raw(*at), "mapping")
    return tuple(entries)


def _gravity(status: str) -> int:
    return gravity(status_of(status))


def _read_entry(values: Values, at: Path, path: str, report: Report) -> PhaseEntry:
    key = at[-1] if isinstance(at[-1], str) else None
    retries = RetryCount(tuple(_stated_retries(values, at, path, report)))
    identity = values.text(*at, "id") or key
    phase = Phase(
        id=identity,
        name=values.text(*at, "name"),
        status=values.status(*at, "status", gravity=_gravity),
        agents=(*values.texts(*at, "agents"), *values.texts(*at, "agent")),
        parallel=values.flag(*at, "parallel"),
        blocked_by=values.texts(*at, "blocked_by"),
        started=_read_time(values, (*at, "started"), path, report),
        completed=_read_time(values, (*at, "completed"), path, report),
        retry_count=retries.number,
    )
    return PhaseEntry(
        phase=phase,
        at=at,
        retries=retries,
        errors=read_errors(values, at, phase.id, path, report),
        files=read_files(values, at),
        requires_reconciliation=folded(text_of(values.raw(*at, "requires_reconciliation"))) == "true",
        extra={key: value for key in _EXTRA_KEYS if _is_filled(value := values.whole(*at, key))},
    )


def _read_time(values: Values, at: Path, path: str, report: Report) -> str | None:
    value = values.text(*at)
    if value is None:
        return None
    check_time(f"`{at[-1]}`", Value(value, values.line_of(at) or 0), path, report)
    return instant_text(value)


def _is_filled(value: object) -> bool:
    """Whether a value has content; a mapping of empty lists has none."""
    if isinstance(value, dict):
        return any(_is_filled(inner) for inner in value.values())
    if isinstance(value, list):
        return any(_is_filled(inner) for inner in value)
    return value not in (None, "", False, "false")


def read_errors(values: Values, at: Path, phase: str | None, path: str, report: Report) -> tuple[PhaseError, ...]:
    """The errors of a phase, or of a session without phases. A bare text is the message of an error."""
    errors = []
    for entry in values.entries(*at, "errors"):
        if isinstance(values.raw(*entry), dict):
            errors.append(_read_error(values, entry, phase, path, report))
        elif message := values.text(*entry):
            errors.append(PhaseError(phase=phase, message=message))
    return tuple(errors)


def _read_error(values: Values, at: Path, phase: str | None, path: str, report: Report) -> PhaseError:
    kind = values.text(*at, "type")
    return PhaseError(
        phase=phase,
        agent=values.text(*at, "agent"),
        type=kind,
        message=values.text(*at, "message") or kind or "an error without a message",
        resolution=values.text(*at, "resolution"),
        resolved=values.flag(*at, "resolved") or False,
        at=_read_time(values, (*at, "timestamp"), path, report),
    )


def read_files(values: Values, at: Path = ()) -> FileManifest:
    """The files that a phase, or a session without phases, touched."""
    return FileManifest(
        created=values.texts(*at, "files_created"),
        modified=values.texts(*at, "files_modified"),
        deleted=values.texts(*at, "files_deleted"),
    )


def all_files(manifests: Sequence[FileManifest]) -> FileManifest:
    """The files of several manifests, without duplicates."""
    return FileManifest(
        **{
            kind: tuple(dict.fromkeys(path for each in manifests for path in getattr(each, kind)))
            for kind in ("created", "modified", "deleted")
        }
    )


def phase_extras(entries: Sequence[PhaseEntry]) -> dict[str, dict[str, Any]]:
    """What each phase handed on, and its own files, by phase."""
    by_phase: dict[str, dict[str, Any]] = {}
    for number, entry in enumerate(entries, 1):
        files = {f"files_{kind}": [*getattr(entry.files, kind)] for kind in ("created", "modified", "deleted")}
        extra = {key: value for key, value in files.items() if value} | dict(entry.extra)
        if extra:
            name = entry.phase.id or str(number)
            by_phase[name if name not in by_phase else f"{name} ({number})"] = extra
    return by_phase


MODES = ("workflow_mode", "execution_mode", "execution_backend", "task_complexity")


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionFile:
    """One session file. Ids are texts; `current_phase` is as written; `modes` has the stated ones."""

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
    def own_errors(self) -> tuple[PhaseError, ...]:
        """The errors of the session itself; they come before those of its phases."""
        return self.errors[: len(self.errors) - sum(len(each.errors) for each in self.entries)]

    @property
    def is_quick(self) -> bool:
        """Whether it is a T1 session without phases."""
        return folded(self.tier) == "t1" and not self.entries

    def line(self, *path: str | int) -> int | None:
        """The line of a value, or of the value that should hold it."""
        return self.text.values.line_of(path)


def read_session(page: Page, report: Report) -> SessionFile:
    """The session on a page, cached for the same bytes."""
    return page.once_reporting(report, _read)


def _read(page: Page, report: Report) -> SessionFile:
    text = read_text(page, report, find_front)
    if "\r\n" in page.text:
        report.add("crlf", page.path, 1, Message("maestro.lines-end-with-crlf"))
    values, path = text.values, page.path
    entries = read_phases(values, path, report)
    documents = {name: value for name in ("design_document", "implementation_plan") if (value := values.text(name))}
    session = SessionFile(
        path=path,
        text=text,
        log=read_log(page, text.body_line),
        id=values.text("session_id"),
        task=values.text("task"),
        created=_read_time(values, ("created",), path, report),
        updated=_read_time(values, ("updated",), path, report),
        status=values.status("status", gravity=_gravity),
        tier=values.text("tier"),
        agent=values.text("agent"),
        batch=values.text("current_batch"),
        current_phase=values.text("current_phase"),
        total_phases=read_stated_count(values, ("total_phases",), path, report).number,
        modes={name: value for name in MODES if (value := values.text(name))},
        documents=documents,
        entries=entries,
        errors=(*read_errors(values, (), None, path, report), *(each for entry in entries for each in entry.errors)),
        files=read_files(values),
        tokens=read_tokens(values, path, report),
        validation=_read_validation(values),
        unread=(),
    )
    values.report_unread_keys(path, report)
    return replace(session, unread=(*_text_above(page, text), *text.unread, *values.unread_passages(path)))


def _text_above(page: Page, text: KeyedText) -> Iterator[Passage]:
    """The text above keys and values that are not at the beginning."""
    said = "".join(split_lines(page.text)[: max(0, text.first_line - 2)]).strip()
    if said:
        yield passage(page.path, 1, said)


def _read_validation(values: Values) -> Mapping[str, Any]:
    value = values.raw("validation")
    if not isinstance(value, dict):
        return {}
    values.whole("validation")
    return value
