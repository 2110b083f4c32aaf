"""The state file as it was when the handoff was written, where it stood where the handoff does: one way to put right
that the two differ.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from cockpit.actions.change import Writer
from cockpit.model import Track
from cockpit.model.preflight import Check
from cockpit.rules.preflight.bringing_back import from_commit, stands_there
from cockpit.storage.loader import Loader
from cockpit.systems.interface import FileContent, Files, ReadContext, Variable

_SHORT = 8
_NAMED = 4
_LONGEST = 80


def with_state_then(writer: Writer, loader: Loader, track: Track, checks: tuple[Check, ...]) -> tuple[Check, ...]:
    """The checks; the one that compares state and handoff with the command that takes the state file of that commit.

    That takes the whole file, so it is said which lines go with it. Asks git where the two differ.
    """
    differing = any(_differs(check) for check in checks)
    then = _then(writer, loader, track) if differing else None
    if then is None:
        return checks
    commit, goes = then
    way = replace(from_commit(commit[:_SHORT], track.path), does="Restore state")
    return tuple(
        replace(check, brings_back=(*check.brings_back, way), evidence=(*check.evidence, *goes))
        if _differs(check)
        else check
        for check in checks
    )


def _differs(check: Check) -> bool:
    """Whether a line says that state and handoff differ, and that it still matters."""
    return check.code == "position" and check.result == "failed" and not check.past


def _then(writer: Writer, loader: Loader, track: Track) -> tuple[str, tuple[str, ...]] | None:
    """The commit of the handoff, where the state file of that commit stands where the handoff does; and what would go
    with taking it.
    """
    from cockpit.storage.git_contents import base_for, texts_at

    handoff = track.handoff
    base = base_for(writer.root, handoff.head, handoff.created).commit if handoff is not None else None
    text = texts_at(writer.root, base, [track.path]).get(track.path) if base is not None else None
    if handoff is None or text is None:
        return None
    system, candidate, files = loader.for_editing(track)
    then = system.read(_Then(files, track.path, text), candidate, ReadContext(now=writer.now)).position
    if base is None or not stands_there(handoff, then):
        return None
    content = files.read(track.path)
    now = (content.data or b"").decode("utf-8", "replace") if content is not None else ""
    return base, tuple(_going(text, now))


def _going(then: str, now: str) -> Iterator[str]:
    """What a file says that an earlier text of it does not."""
    known = Counter(then.splitlines())
    new = [" ".join(line.split()) for line in now.splitlines() if line.strip() and not known[line]]
    if new:
        named = "; ".join(f"“{line[:_LONGEST]}”" for line in new[:_NAMED])
        more = f", and {len(new) - _NAMED} more" if len(new) > _NAMED else ""
        yield f"Restoring takes the whole file of then: what it says since goes: {named}{more}."


class _Then:
    """The files of a project, one of them with another text."""

    def __init__(self, files: Files, path: str, text: str) -> None:
        self._files = files
        self._content = FileContent(path=path, data=text.encode("utf-8", "surrogateescape"))

    def read(self, path: str) -> FileContent | None:
        return self._content if path == self._content.path else self._files.read(path)

    def rows(self, path: str, tables: Sequence[str]) -> FileContent | None:
        return self._files.rows(path, tables)

    def names(self, folder: str) -> tuple[str, ...]:
        return self._files.names(folder)

    def read_global(self, path: str) -> FileContent | None:
        return self._files.read_global(path)

    def variable(self, name: str, base: str = "") -> Variable | None:
        return self._files.variable(name, base)

    def place(self, path: str, base: str = "") -> str | None:
        return self._files.place(path, base)
