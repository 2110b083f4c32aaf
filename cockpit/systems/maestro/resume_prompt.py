"""What a fresh agent is told of a session: what the completed phases handed on, the errors, and what is next."""

from collections.abc import Iterator, Mapping
from typing import Any

from cockpit.model import PhaseError
from cockpit.systems.maestro.open_errors import own_errors, waits
from cockpit.systems.maestro.phases import PhaseEntry
from cockpit.systems.maestro.session import SessionFile
from cockpit.systems.maestro.vocabulary import is_open, status_of


def told(session: SessionFile, here: PhaseEntry | None) -> tuple[tuple[str, str], ...]:
    """Titles and texts, those that say something."""
    waiting = [*own_errors(session), *(each for entry in session.entries for each in waits(entry))]
    again = [each for entry in session.entries for each in entry.errors if each not in waiting]
    waiting, again = ([each for each in some if not each.resolved] for some in (waiting, again))
    parts = (
        ("Phases", "\n".join(map(_line, session.entries))),
        ("What the completed phases handed on", "\n".join(_handed_on(session))),
        ("Errors that are not resolved", "\n".join(map(_error, waiting))),
        ("Errors after which the phase is tried again", "\n".join(map(_error, again))),
        (f"Phase {here.phase.id}" if here is not None and here.phase.id else "The phase that is next",
         "\n".join(_about(session, here)) if here is not None else "\n".join(_task(session))),
    )  # fmt: skip
    return tuple((title, text) for title, text in parts if text)


def _line(entry: PhaseEntry) -> str:
    phase = entry.phase
    waiting = f", after {', '.join(phase.blocked_by)}" if phase.blocked_by and is_open(phase) else ""
    return f"- {phase.id or '?'}: {phase.name or 'without a name'} ({phase.status or 'no status'}{waiting})"


def _handed_on(session: SessionFile) -> Iterator[str]:
    for entry in session.entries:
        context = entry.more.get("downstream_context")
        if status_of(entry.phase.status) == "completed" and context:
            yield f"Phase {entry.phase.id or '?'}: {entry.phase.name or ''}".rstrip(": ")
            yield from _spread(context, "  ")


def _spread(value: Any, indent: str) -> Iterator[str]:  # noqa: ANN401 -- whatever its keys
    """A value of the frontmatter as lines; what is empty is left out."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if isinstance(inner, Mapping | list):
                lines = list(_spread(inner, f"{indent}  "))
                yield from (f"{indent}{key}:", *lines) if lines else ()
            elif inner not in (None, ""):
                yield f"{indent}{key}: {inner}"
    elif isinstance(value, list):
        for inner in value:
            if isinstance(inner, Mapping | list):
                yield from _spread(inner, f"{indent}  ")
            elif inner not in (None, ""):
                yield f"{indent}- {inner}"
    else:
        yield f"{indent}{value}"


def _error(error: PhaseError) -> str:
    where = f"Phase {error.phase}: " if error.phase else ""
    about = ", ".join(filter(None, (error.type, error.agent, error.at)))
    return f"- {where}{error.message}{f' ({about})' if about else ''}"


def _about(session: SessionFile, here: PhaseEntry) -> Iterator[str]:
    """Its agents and files, what was said when it was tried again, and which phases run beside it."""
    phase = here.phase
    yield f"{phase.name or 'without a name'}: {phase.status or 'no status'}"
    yield f"Agents: {', '.join(phase.agents) or 'none named'}"
    beside = [each.phase.id or "?" for each in session.entries
              if each is not here and each.phase.parallel and phase.parallel
              and each.phase.blocked_by == phase.blocked_by and is_open(each.phase)]  # fmt: skip
    if beside:
        yield f"In parallel with: phase {', '.join(beside)}"
    planned = here.more.get("planned_files")
    listed = [("Planned files", planned if isinstance(planned, list) else [])]
    listed += [(f"Files {kind}", [*getattr(here.files, kind)]) for kind in ("created", "modified", "deleted")]
    yield from (f"{title}: {', '.join(map(str, paths))}" for title, paths in listed if paths)
    if phase.retry_count:
        yield f"Tried again: {phase.retry_count}"
    again = [each for each in here.errors if each.resolved and each.resolution]
    yield from (f"- {each.message}: {each.resolution}" for each in again)


def _task(session: SessionFile) -> Iterator[str]:
    """Of a quick session, which has no phases."""
    if session.is_quick:
        yield session.task or session.log.topic or "without a task"
        yield f"Agent: {session.agent or 'none named'}"
        for key, value in session.validation.items():
            yield from _spread({f"validation {key}": value}, "")
