"""The design and the plan that a session names, its design gate, and the folders of the state."""

from collections.abc import Iterator

from cockpit.model import Waiting
from cockpit.regex import regex
from cockpit.systems.interface import Files, Variable
from cockpit.systems.maestro.archive import FOLDER
from cockpit.systems.maestro.session import SessionFile
from cockpit.systems.maestro.vocabulary import status_of
from cockpit.systems.shared.folder import Folder, Page
from cockpit.systems.shared.report import Report
from cockpit.systems.shared.stated_values import instant_text, text_of
from cockpit.values import dataclass
from cockpit.wording.messages import Message

LABELS = {"design_document": "design", "implementation_plan": "plan"}
"""The label of a document in messages, by its key."""
_OTHER_MACHINE = regex(r"/|\\\\|~|[A-Za-z]:(?:[\\/]|$)|[A-Za-z][\w+.-]*://")
_SEPARATORS = regex(r"[\\/]")


def find_documents(
    files: Files, base: str, session: SessionFile, report: Report
) -> tuple[dict[str, str], dict[str, str]]:
    """The paths of the documents in the project, by label; and, by key, the stated paths that differ from those."""
    located: dict[str, str] = {}
    as_written: dict[str, str] = {}
    for name, path_text in session.documents.items():
        path = next(_candidate_paths(files, base, session.path, path_text), None)
        if path is not None:
            located[LABELS[name]] = path
        if path != path_text:
            as_written[name] = path_text
        _report_document(name, path_text, session, report, place=files.place(path_text, base), found=path)
    return located, as_written


def _candidate_paths(files: Files, base: str, main: str, path_text: str) -> Iterator[str]:
    """Existing paths of a document: the stated one, else the file of that name among the plans or archived plans."""
    state = main.rpartition("/")[0].rpartition("/")[0]
    plans = f"{state}/plans" if state else "plans"
    name = _SEPARATORS.split(path_text)[-1]
    own_path = files.place(path_text, base)
    for path in (own_path, *(f"{folder}/{name}" for folder in (plans, f"{plans}/archive") if name)):
        if path and exists(files, path):
            yield path


def exists(files: Files, path: str | None) -> bool:
    """Whether a path of the project exists."""
    parent, _, name = (path or "").rpartition("/")
    return bool(name) and name in files.names(parent)


def _report_document(
    name: str, path_text: str, session: SessionFile, report: Report, *, place: str | None, found: str | None
) -> None:
    line = session.line(name)
    if place is None and _OTHER_MACHINE.match(path_text):
        message = Message("maestro.document-of-other-machine", key=name, path=path_text)
        report.add("path-elsewhere", session.path, line, message)
    elif place is None:
        message = Message("maestro.document-outside-project", key=name, path=path_text)
        report.add("path-outside", session.path, line, message)
    elif found is None:
        message = Message("maestro.document-not-there", key=name, path=path_text)
        report.add("document-missing", session.path, line, message)


# The design gate: whether a person approved the design of a session (docs/systems/maestro.md)

GATE_SUFFIX = ".design-gate.json"


@dataclass(frozen=True, slots=True)
class DesignGate:
    """A design gate file. `unapproved` is set where the file explicitly has no approval yet."""

    path: str
    session_id: str | None
    entered_at: str | None
    approved_at: str | None
    document: str | None
    unapproved: bool
    extra: dict[str, object]

    def as_extra(self) -> dict[str, object]:
        """The gate as it stands in `Track.extra`."""
        own_values = {"path": self.path, "session_id": self.session_id, "entered_at": self.entered_at}
        values = {**own_values, "approved_at": self.approved_at, "design_document_path": self.document, **self.extra}
        return {key: value for key, value in values.items() if value is not None}


def read_gates(folder: Folder, session_id: str | None) -> tuple[DesignGate, ...]:
    """The gates in a folder; the session's own comes first."""
    own_name = f"{session_id}{GATE_SUFFIX}" if session_id and "/" not in session_id and ".." not in session_id else None
    names = [name for name in folder.names("") if name.endswith(GATE_SUFFIX) and name != own_name]
    pages = [page for name in filter(None, (own_name, *names)) if (page := folder.json(name)) is not None]
    return tuple(_read_gate(page) for page in pages if page.json_object)


def _read_gate(page: Page) -> DesignGate:
    content = dict(page.json_object)
    unapproved = "approved_at" in content and content["approved_at"] is None
    keys = ("session_id", "entered_at", "approved_at", "design_document_path")
    session_id, entered_at, approved_at, document = (
        text_of(content.pop(key)) if not isinstance(content.get(key), dict | list) and key in content else None
        for key in keys
    )
    return DesignGate(
        page.path,
        session_id,
        instant_text(entered_at) or entered_at,
        instant_text(approved_at) or approved_at,
        document,
        unapproved,
        content,
    )


def check_gates(gates: tuple[DesignGate, ...], session: SessionFile, report: Report) -> Waiting | None:
    """Report open gates and gates of other sessions. Returns what the session waits for at its own gate."""
    waiting = None
    for gate in gates:
        if gate.session_id is not None and gate.session_id != session.id:
            own = session.id or Message("maestro.this-session")
            message = Message("maestro.gate-of-other-session", session=gate.session_id, own=own)
            report.add("gate-of-another", gate.path, None, message)
        elif gate.unapproved and status_of(session.status) != "completed":
            waiting = ask_for_approval(gate, report)
    return waiting


def open_gate(folder: Folder) -> DesignGate | None:
    """The first unapproved gate whose session is not archived, for a folder without an active session."""
    archived = {name.removesuffix(".md") for name in folder.names(FOLDER)}
    open_gates = (gate for gate in read_gates(folder, None) if gate.unapproved and _session_of(gate) not in archived)
    return next(open_gates, None)


def ask_for_approval(gate: DesignGate, report: Report) -> Waiting:
    """The question of an unapproved gate, which is also reported."""
    report.add("design-unapproved", gate.path, None, Message("maestro.design-not-approved"))
    question = Message("maestro.is-design-approved")
    if gate.document:
        question = Message("maestro.is-document-approved", document=gate.document)
    return Waiting(question=question, since=gate.entered_at)


def _session_of(gate: DesignGate) -> str:
    return gate.session_id or gate.path.rpartition("/")[2].removesuffix(GATE_SUFFIX)


# The state folders: the one that a variable names, and the defaults (docs/systems/maestro.md)

DEFAULT_FOLDERS = ("docs/maestro/state", ".gemini/state")
"""The folder since version 1.4, and the one before."""
STATE_DIR_VARIABLE = "MAESTRO_STATE_DIR"
MAIN = "active-session.md"


def state_folders(files: Files, base: str) -> tuple[str, ...]:
    """The state folders of a base, relative to the project, in order of precedence."""
    default = tuple(f"{base}/{folder}" if base else folder for folder in DEFAULT_FOLDERS)
    from_variable = _variable_folder(files, base)
    return default if from_variable is None else tuple(dict.fromkeys((from_variable, *default)))


def refused_variable(files: Files, base: str) -> Variable | None:
    """The variable, where it names a folder outside the project or behind a link; None otherwise."""
    variable = files.variable(STATE_DIR_VARIABLE, base)
    return variable if variable is not None and _variable_folder(files, base) is None else None


def _variable_folder(files: Files, base: str) -> str | None:
    variable = files.variable(STATE_DIR_VARIABLE, base)
    place = files.place(variable.value, base) if variable is not None else None
    return None if place is None else f"{place}/state".removeprefix("/")
