"""What a system's own protocol says of going on from its state file: for the checklist and for the prompt."""

from cockpit.model.intents import Intent
from cockpit.model.preflight import Check
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedFile:
    """A file that the state says was touched. `path` is relative to the project, `why` says by which step and how.

    `step` names a step that was begun and not ended, so that the file may be half done; None of any other, of which
    `ended` is when it was completed, as far as that is known. `gone` marks one that was deleted, `planned` one that
    only was to be made, `under_way` one that a session which has not ended works at: only whether it is there is asked.
    """

    path: str
    why: str
    step: str | None = None
    gone: bool = False
    planned: bool = False
    under_way: bool = False
    ended: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DoneStep:
    """A step that is completed: its id, its name, who worked on it, and the files it left."""

    id: str
    name: str
    agents: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumption:
    """Where the work goes on by the state file, and what must be known before; empty where only a handoff says that.

    `checks` are the lines that the state alone decides. `files` and `plans` (paths) are held against git and disk:
    what was changed since the newest of `stamps` (instants, newest first) that is not the person's own. `half` are the
    steps that were begun and not ended. `step` is the id of the one at which the work goes on, `next` says what to do
    there; `begins` marks it as under way. `done` and `told` (title and text) are for the prompt.
    """

    checks: tuple[Check, ...] = ()
    files: tuple[NamedFile, ...] = ()
    elsewhere: tuple[str, ...] = ()
    half: tuple[str, ...] = ()
    plans: tuple[str, ...] = ()
    stamps: tuple[str, ...] = ()
    step: str | None = None
    next: str | None = None
    begins: Intent | None = None
    done: tuple[DoneStep, ...] = ()
    told: tuple[tuple[str, str], ...] = ()


NOTHING_MORE = Resumption()
"""Of a system whose handoff says all of it."""
