"""Where Maestro keeps its files: state folders, the session, archived ones, documents, design gates."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any

from cockpit import model
from cockpit.regex import regex
from cockpit.systems.interface import FileContent, Files, Variable
from cockpit.systems.maestro.description import Session, session_text
from cockpit.systems.maestro.protocol import status_of
from cockpit.systems.shared.folder import Folder, Page
from cockpit.systems.shared.passages import Passage, passage
from cockpit.systems.shared.report import Report
from cockpit.systems.shared.stated_values import instant_text, text_of
from cockpit.text.keyed import find_blocks
from cockpit.text.records import plain_of, read, says_nothing
from cockpit.text.tree import NULLS
from cockpit.values import dataclass
from cockpit.wording.messages import Message

MAIN, ARCHIVE, GATE_SUFFIX = "active-session.md", "archive", ".design-gate.json"
DEFAULT_FOLDERS = ("docs/maestro/state", ".gemini/state")
"""The folder since version 1.4, and the one before."""
FOLDER_VARIABLE = "MAESTRO_STATE_DIR"
LABELS = {"design_document": "design", "implementation_plan": "plan"}
"""The label of a document, by its key."""


# State folders: the one that a variable names, and the defaults


def state_folders(files: Files, base: str) -> tuple[str, ...]:
    """The state folders of a base, relative to the project, in order of precedence."""
    default = tuple(f"{base}/{folder}" if base else folder for folder in DEFAULT_FOLDERS)
    named = _variable_folder(files, base)
    return default if named is None else tuple(dict.fromkeys((named, *default)))


def refused_variable(files: Files, base: str) -> Variable | None:
    """The variable, where it names a folder outside the project or behind a link; None otherwise."""
    variable = files.variable(FOLDER_VARIABLE, base)
    return variable if variable is not None and _variable_folder(files, base) is None else None


def _variable_folder(files: Files, base: str) -> str | None:
    variable = files.variable(FOLDER_VARIABLE, base)
    place = files.place(variable.value, base) if variable is not None else None
    return None if place is None else f"{place}/state".removeprefix("/")


def has_session(files: Files, folder: str) -> bool:
    """Whether a state folder has an active session. No other tool writes such a file there."""
    return MAIN in {name.rstrip("/") for name in files.names(folder)}


# The session


@dataclass(slots=True)
class SessionPage:
    """A session as it was read, and what nobody reads in its file."""

    session: Session
    unread: tuple[Passage, ...]


def read_session(page: Page, report: Report) -> SessionPage:
    """The session on a page, read once for the same bytes; what is wrong with its file is reported."""
    return page.once_reporting(report, _read_session)


def _read_session(page: Page, report: Report) -> SessionPage:
    session, reading = read(Session, session_text(page.text))
    report.keys(page.path, reading.problems)
    unread = (passage(page.path, each.line, each.text, each.section) for each in reading.unread)
    return SessionPage(session, tuple(unread))


def other_sessions(files: Files, base: str, folder: str) -> Iterator[tuple[str, str | None]]:
    """The path and id of each other active session of the same project that is not completed."""
    for other in state_folders(files, base):
        page = Folder(files, "", Report(), other).page(MAIN) if other != folder else None
        if page is not None and not page.bad and page.text.strip():
            session = read_session(page, Report()).session
            if status_of(session.status) != "completed":
                yield page.path, session.session_id


# Archived sessions

_ARCHIVED = "maestro archive"
"""The key in `FileContent.derived` for an archived session."""
_SESSION_KEYS = frozenset(
    {"session_id", "phases", "current_phase", "workflow_mode", "token_usage", "tier", "total_phases"}
)
_SHOWN_KEYS = ("session_id", "agent", "created", "updated", "status", "task")
_TITLE = regex(r"(?im)^# +(?P<title>.*\S)\s+Orchestration Log\s*$")
_KEY_LINE = regex(r"\n(\w+)[ \t]*:[ \t]*([^\r\n]*)(\r?\n[ ]++(?!-[ ]|[\w ]+:))?")
"""A key at the margin, its value, and what goes on below it without a key of its own."""
_ENTRIES = regex(r"\nphases[ \t]*:[^\n]*(?P<lines>(?:\n(?!\w)[^\n]*)*+)")
_STATUS_LINE = regex(r"\n([ ]*(?:-[ ]+)?)status[ \t]*:[ \t]*([^\r\n]*)")


@dataclass(frozen=True, slots=True)
class ArchivedSession:
    """An archived session, and the line of its id."""

    session: model.Session
    line: int


def read_archive(files: Files, folder: str, report: Report) -> list[ArchivedSession]:
    """The archived sessions below a state folder, newest first. Files that are no sessions are ignored."""
    found, place = [], f"{folder}/{ARCHIVE}".removeprefix("/")
    for name in files.names(place):
        content = files.read(f"{place}/{name}") if name.endswith(".md") else None
        if content is None:
            continue
        report.take(content.finding)
        if _ARCHIVED not in content.derived:
            content.derived[_ARCHIVED] = _read_archived(content)
        if content.derived[_ARCHIVED] is not None:
            found.append(content.derived[_ARCHIVED])
    return sorted(found, key=lambda each: each.session.ended or each.session.started or "", reverse=True)


def _read_archived(content: FileContent) -> ArchivedSession | None:
    if content.data is None:
        return None
    text = content.data.decode("utf-8-sig", "replace")
    said = _said_on_lines(text) or plain_of(session_text(text).root)
    keys = said if isinstance(said, dict) else {}
    name, agent, started, ended, status, task = (text_of(keys.get(key)) for key in _SHOWN_KEYS)
    if task is None and (title := _TITLE.search(text)):
        task = title["title"]
    if not keys:
        return ArchivedSession(model.Session(working_on=task, path=content.path), 1) if task else None
    if len(_SESSION_KEYS & keys.keys()) < 2:
        return None
    phases = keys.get("phases") or ()
    entries = phases.values() if isinstance(phases, dict) else phases
    statuses = [status_of(text_of(each.get("status"))) for each in entries if isinstance(each, dict)]
    session = model.Session(
        id=name,
        agent=agent,
        started=instant_text(started),
        ended=instant_text(ended),
        status=status,
        working_on=task,
        notes=f"{statuses.count('completed')} of {len(statuses)} phases done" if statuses else None,
        path=content.path,
    )
    return ArchivedSession(session, text.count("\n", 0, text.find("session_id")) + 1)


def _said_on_lines(text: str) -> dict[str, Any] | None:
    """What the list shows of a session, found as text: there may be hundreds. None where something of that is written
    otherwise than on a line of its own.
    """
    block = next(iter(find_blocks(text)), None)
    if block is None or not block.closed or text.startswith("{", block.start):
        return None
    keys: dict[str, Any] = {}
    for key, written, goes_on in _KEY_LINE.findall(text, block.start - 1, block.end):
        value = _scalar_of(written)
        if (key in _SHOWN_KEYS and (value is None or goes_on)) or (key == "phases" and value != ""):
            return None
        keys[key] = value
    entries = _ENTRIES.search(text, block.start - 1, block.end)
    if entries is None or not entries["lines"].strip():
        return keys
    found = _STATUS_LINE.findall(entries["lines"])
    column = min((len(lead) for lead, _ in found), default=0)
    statuses = [_scalar_of(written) for lead, written in found if len(lead) == column]
    return {**keys, "phases": [{"status": each} for each in statuses]} if found and None not in statuses else None


def _scalar_of(written: str) -> str | None:
    """A scalar on one line; empty where it stands for nothing, None where it is more than that."""
    written = written.strip()
    quote = written[:1]
    if quote in ("'", '"'):
        inside, _, behind = written[1:].partition(quote)
        return inside if not behind.strip() and "\\" not in inside else None
    if written in (*NULLS, "[]", "{}"):
        return ""
    return None if quote in ("|", ">", "[", "{", "&", "*", "!", "\\", "#") or " #" in written else written


# Documents

_FILE_SUFFIX = regex(r"\.[A-Za-z]\w{0,7}$")
_OTHER_MACHINE = regex(r"/|\\\\|~|[A-Za-z]:(?:[\\/]|$)|[A-Za-z][\w+.-]*://")


@dataclass(frozen=True, slots=True)
class Document:
    """A document that a session names by a key, where it lies in the project, and what is the matter with it: a code
    and a sentence. `is_text` says that its text stands in place of its path.
    """

    key: str
    stated: str
    path: str | None
    problem: tuple[str, str] | None = None
    is_text: bool = False


def find_documents(files: Files, base: str, folder: str, session: Session) -> list[Document]:
    """The documents that a session names."""
    root = folder.rpartition("/")[0]
    plans = f"{root}/plans" if root else "plans"
    found = []
    for key, label in LABELS.items():
        stated = getattr(session, key)
        if stated is None or says_nothing(session.told[key][0][1]):
            continue
        place, name = files.place(stated, base), re.split(r"[\\/]", stated)[-1]
        tried = (place, f"{plans}/{name}", f"{plans}/{ARCHIVE}/{name}") if name else (place,)
        path = next((each for each in tried if exists(files, each)), None)
        problem = None
        if path is None and _is_text(stated):
            told = f"`{key}` holds the text of the {label}, not its path."
            found.append(Document(key, stated, None, ("document-as-text", told), is_text=True))
            continue
        if place is None and _OTHER_MACHINE.match(stated):
            problem = ("path-elsewhere", f"`{key}` is an absolute path or a URL outside the project: {stated}.")
        elif place is None:
            problem = ("path-outside", f"`{key}` is a path outside the project: {stated}.")
        elif path is None:
            problem = ("document-missing", f"`{key}` is {stated}, which does not exist.")
        found.append(Document(key, stated, path, problem))
    return found


def _is_text(stated: str) -> bool:
    """Whether it is the text of a document, not its path: several lines, or words without the suffix of a file."""
    if "\n" in stated or len(stated) > 500:
        return True
    first, *others = stated.split()
    is_path = _OTHER_MACHINE.match(stated) or _FILE_SUFFIX.search(first) or _FILE_SUFFIX.search(stated)
    return bool(others) and not is_path


def exists(files: Files, path: str | None) -> bool:
    """Whether a path of the project exists."""
    parent, _, name = (path or "").rpartition("/")
    return bool(name) and name in files.names(parent)


# Design gates: whether a person approved the design of a session


@dataclass(frozen=True, slots=True)
class Gate:
    """A design gate. It is open where the file says explicitly that nobody approved the design yet."""

    path: str
    session_id: str | None
    entered_at: str | None
    approved_at: str | None
    document: str | None
    is_open: bool
    more: Mapping[str, object] = field(default_factory=dict)

    @property
    def session(self) -> str:
        """The session that it is about, by its content or else its name."""
        return self.session_id or self.path.rpartition("/")[2].removesuffix(GATE_SUFFIX)

    def values(self) -> dict[str, object]:
        """What it says."""
        known = {"path": self.path, "session_id": self.session_id, "entered_at": self.entered_at}
        values = {**known, "approved_at": self.approved_at, "design_document_path": self.document, **self.more}
        return {key: value for key, value in values.items() if value is not None}

    def question(self, name: str = "") -> model.Waiting:
        """Whether its design is approved; `name` says which, where that is not known."""
        document = f" ({self.document})" if self.document else ""
        code = "is-document-approved" if self.document else "is-design-approved"
        text = f"Is the design{f' of {name}' if name else ''} approved?{document}"
        return model.Waiting(question=Message(f"maestro.{code}", text), since=self.entered_at)


def read_gates(folder: Folder, session_id: str | None) -> list[Gate]:
    """The gates in a folder; the session's own comes first."""
    own = f"{session_id}{GATE_SUFFIX}" if session_id and "/" not in session_id and ".." not in session_id else None
    names = [name for name in folder.names("") if name.endswith(GATE_SUFFIX) and name != own]
    pages = [page for name in filter(None, (own, *names)) if (page := folder.json(name)) is not None]
    return [_gate(page) for page in pages if page.json_object]


def _gate(page: Page) -> Gate:
    content = dict(page.json_object)
    is_open = "approved_at" in content and content["approved_at"] is None
    session_id, entered_at, approved_at, document = (
        text_of(content.pop(key)) if key in content and not isinstance(content[key], dict | list) else None
        for key in ("session_id", "entered_at", "approved_at", "design_document_path")
    )
    entered_at, approved_at = (instant_text(each) or each for each in (entered_at, approved_at))
    return Gate(page.path, session_id, entered_at, approved_at, document, is_open, content)


def open_gates(folder: Folder) -> list[Gate]:
    """The open gates of a folder whose sessions are not archived, the newest first."""
    archived = {name.removesuffix(".md") for name in folder.names(ARCHIVE)}
    found = [each for each in read_gates(folder, None) if each.is_open and each.session not in archived]
    return sorted(found, key=lambda each: each.entered_at or "", reverse=True)
