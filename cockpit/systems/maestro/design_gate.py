"""The design gate: whether a person approved the design of a session (docs/systems/maestro.md)."""

from cockpit.model import Waiting
from cockpit.systems.maestro.archive import FOLDER
from cockpit.systems.maestro.session import SessionFile
from cockpit.systems.maestro.vocabulary import status_of
from cockpit.systems.reading.folder import Folder, Page
from cockpit.systems.reading.report import Report
from cockpit.systems.reading.scalars import text_of
from cockpit.systems.reading.times import instant_text
from cockpit.values import dataclass

SUFFIX = ".design-gate.json"


@dataclass(frozen=True, slots=True)
class DesignGate:
    """A gate as its file has it. `unapproved` means that the file itself says that nobody approved the design yet."""

    path: str
    session_id: str | None
    entered: str | None
    approved: str | None
    document: str | None
    unapproved: bool
    more: dict[str, object]

    def told(self) -> dict[str, object]:
        """What is kept of it beside the model."""
        state = {"path": self.path, "session_id": self.session_id, "entered_at": self.entered}
        found = {**state, "approved_at": self.approved, "design_document_path": self.document, **self.more}
        return {key: value for key, value in found.items() if value is not None}


def read_gates(folder: Folder, session_id: str | None) -> tuple[DesignGate, ...]:
    """The gates in a folder, that of the session first."""
    own = f"{session_id}{SUFFIX}" if session_id and "/" not in session_id and ".." not in session_id else None
    names = [name for name in folder.names("") if name.endswith(SUFFIX) and name != own]
    found = [page for name in filter(None, (own, *names)) if (page := folder.json(name)) is not None]
    return tuple(_gate(page) for page in found if page.json_object)


def _gate(page: Page) -> DesignGate:
    content = dict(page.json_object)
    unapproved = "approved_at" in content and content["approved_at"] is None
    keys = ("session_id", "entered_at", "approved_at", "design_document_path")
    session_id, entered, approved, document = (
        text_of(content.pop(key)) if not isinstance(content.get(key), dict | list) and key in content else None
        for key in keys
    )
    return DesignGate(
        page.path,
        session_id,
        instant_text(entered) or entered,
        instant_text(approved) or approved,
        document,
        unapproved,
        content,
    )


def check_gates(gates: tuple[DesignGate, ...], session: SessionFile, report: Report) -> Waiting | None:
    """Report gates that are open or belong to another session; what the session waits for at its own."""
    waiting = None
    for gate in gates:
        if gate.session_id is not None and gate.session_id != session.id:
            message = f"The design gate is of the session {gate.session_id}, not of {session.id or 'this one'}."
            report.add("gate-of-another", gate.path, None, message)
        elif gate.unapproved and status_of(session.status) != "completed":
            waiting = ask_about(gate, report)
    return waiting


def open_gate(folder: Folder) -> DesignGate | None:
    """The first gate that nobody approved yet, where no session is active; one of an archived session is past."""
    past = {name.removesuffix(".md") for name in folder.names(FOLDER)}
    open_ones = (gate for gate in read_gates(folder, None) if gate.unapproved and _session_of(gate) not in past)
    return next(open_ones, None)


def ask_about(gate: DesignGate, report: Report) -> Waiting:
    """What a gate that nobody approved asks; it is reported."""
    report.add("design-unapproved", gate.path, None, "The design of this session is not approved yet.")
    where = f" ({gate.document})" if gate.document else ""
    return Waiting(question=f"Is the design approved?{where}", since=gate.entered)


def _session_of(gate: DesignGate) -> str:
    return gate.session_id or gate.path.rpartition("/")[2].removesuffix(SUFFIX)
