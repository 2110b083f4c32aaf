"""Archived sessions: the beginning of each file, and how many of its phases are done.

There may be hundreds, so the files are not parsed: the lines of the frontmatter are matched as text.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from cockpit.model import Session
from cockpit.regex import regex
from cockpit.systems.interface import FileContent, Files
from cockpit.systems.maestro.vocabulary import status_of
from cockpit.systems.shared.folder import whole
from cockpit.systems.shared.report import Report
from cockpit.systems.shared.stated_values import instant_text, text_of
from cockpit.text.env_file import without_comment
from cockpit.values import dataclass
from cockpit.wording.messages import Message

FOLDER = "archive"
_CACHE_KEY = "maestro archive"
"""The key in `FileContent.derived` for the beginning of an archived session."""
_FRONT = regex(r"\ufeff?\s*---[ \t]*\r?\n(?P<raw>.*?)^---[ \t]*\r?$", re.DOTALL | re.MULTILINE)
_SCALAR = regex(
    r"^(?P<key>session_id|task|created|updated|status|agent|phases|current_phase|workflow_mode|token_usage|tier"
    r"|total_phases)[ \t]*:[ \t]*(?P<value>[^\r\n]*)",
    re.MULTILINE,
)
_STATUS = regex(r"^[ \t]+(?:-[ \t]+)?status[ \t]*:[ \t\\\"']*([\w -]*)", re.MULTILINE)
_INDENTED_LINE = regex(r"(?:[ \t]+[^\r\n]*|[ \t]*)(?:\r\n|\n|$)")
_TITLE = regex(r"^# +(?P<title>.*\S)\s+Orchestration Log\s*$", re.MULTILINE | re.IGNORECASE)
_QUOTES = regex(r"(?P<sign>\\?[\"'])(?P<inside>.*?)(?P=sign)[ \t]*(?:#.*)?$")
_NULLS = ("", "null", "~", "Null", "NULL")
_SESSION_KEYS = frozenset(
    {"session_id", "phases", "current_phase", "workflow_mode", "token_usage", "tier", "total_phases"}
)


@dataclass(frozen=True, slots=True)
class ArchivedSession:
    """An archived session, and the line of its id."""

    session: Session
    line: int | None


def read_archive(files: Files, folder: str, report: Report) -> tuple[Session, ...]:
    """The archived sessions below a state folder, newest first. Files that are no sessions are ignored."""
    sessions = []
    path = f"{folder}/{FOLDER}" if folder else FOLDER
    for name in files.names(path):
        content = files.read(f"{path}/{name}") if name.endswith(".md") else None
        if content is None:
            continue
        report.take(content.finding)
        archived = _read_once(content)
        if archived is None:
            continue
        sessions.append(archived.session)
        if archived.session.id is not None and f"{archived.session.id}.md" != name:
            message = Message("maestro.archive-name-unlike-id", session=archived.session.id, name=name)
            report.add("archive-name", content.path, archived.line, message)
    return tuple(sorted(sessions, key=lambda each: each.ended or each.started or "", reverse=True))


def _read_once(content: FileContent) -> ArchivedSession | None:
    if content.data is None:
        return None
    if _CACHE_KEY not in content.derived:
        content.derived[_CACHE_KEY] = _read_archived(content.path, whole(content.data.decode(errors="replace")))
    archived: ArchivedSession | None = content.derived[_CACHE_KEY]
    return archived


def _read_archived(path: str, text: str) -> ArchivedSession | None:
    front = _FRONT.match(text)
    title = _TITLE.search(text)
    if front is None:
        return ArchivedSession(Session(working_on=title["title"], path=path), None) if title else None
    raw = front["raw"]
    data = _json_values(raw) if raw.lstrip().startswith("{") else _yaml_scalars(raw)
    if len(_SESSION_KEYS & data.keys()) < 2:
        return None
    statuses = [*_statuses(data, raw)]
    done = sum(status_of(each) == "completed" for each in statuses)
    session = Session(
        id=text_of(data.get("session_id")),
        agent=text_of(data.get("agent")),
        started=_time(data.get("created")),
        ended=_time(data.get("updated")),
        status=text_of(data.get("status")),
        working_on=text_of(data.get("task")) or (title["title"] if title else None),
        notes=f"{done} of {len(statuses)} phases done" if statuses else None,
        path=path,
    )
    at = text.find("session_id")
    return ArchivedSession(session, text.count("\n", 0, at) + 1 if at >= 0 else None)


def _time(value: object) -> str | None:
    return instant_text(text_of(value))


def _json_values(raw: str) -> Mapping[str, Any]:
    from cockpit.text.json_text import parse

    value = parse(raw).value
    return value if isinstance(value, dict) else {}


def _yaml_scalars(raw: str) -> Mapping[str, str | None]:
    """The unindented keys of `_SCALAR` with their values; a block scalar is joined into one line."""
    scalars: dict[str, str | None] = {}
    for match in _SCALAR.finditer(raw):
        value = match["value"].strip()
        if value[:1] in ("|", ">"):
            value = " ".join(_indented_lines(raw, match.end()))
        scalars[match["key"]] = _scalar(value)
    return scalars


def _indented_lines(raw: str, at: int) -> Iterator[str]:
    at = raw.find("\n", at) + 1
    while 0 < at < len(raw) and (line := _INDENTED_LINE.match(raw, at)):
        yield line[0].strip()
        at = line.end()


def _scalar(value: str) -> str | None:
    quotes = _QUOTES.match(value)
    plain = quotes["inside"].replace("''", "'") if quotes else without_comment(value)
    return None if quotes is None and plain in _NULLS else plain.strip() or None


def _statuses(data: Mapping[str, Any], raw: str) -> Iterator[str | None]:
    phases = data.get("phases")
    if isinstance(phases, list):
        yield from (text_of(each.get("status")) for each in phases if isinstance(each, dict))
    elif "phases" in data:
        yield from _STATUS.findall(raw, max(raw.find("\nphases"), 0))
