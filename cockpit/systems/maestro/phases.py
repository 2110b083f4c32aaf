"""The phases of a session: what each says of itself, and what it handed on."""

from collections.abc import Mapping, Sequence
from typing import Any

from cockpit.model import FileManifest, Phase, PhaseError
from cockpit.systems.maestro.retry_counts import RetryCount, read_retry_count
from cockpit.systems.maestro.vocabulary import folded
from cockpit.systems.reading.report import Report
from cockpit.systems.reading.scalars import text_of
from cockpit.systems.reading.times import check_time, instant_text
from cockpit.systems.reading.value_tree import Path, Values
from cockpit.systems.reading.values import Value
from cockpit.values import dataclass

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
    def label(self) -> str:
        """What a sentence calls it."""
        return f"phase {self.phase.id}" if self.phase.id else f"the phase {self.phase.name or 'without an id'}"


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
        started=_time(values, (*at, "started"), path, report),
        completed=_time(values, (*at, "completed"), path, report),
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


def _time(values: Values, at: Path, path: str, report: Report) -> str | None:
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
        at=_time(values, (*at, "timestamp"), path, report),
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
