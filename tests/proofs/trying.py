"""Everything cockpit does with a project's files, tried on one: each reader, what follows from it, and edits."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from time import thread_time
from typing import TypeVar

from cockpit.model import Project, Track
from cockpit.model.checklist import Facts
from cockpit.model.errors import CommandError
from cockpit.model.intents import Intent
from cockpit.rules.attention import needs
from cockpit.rules.checklist.all_checks import check_all, questions
from cockpit.rules.handoff.resume_prompt import compile_prompt
from cockpit.rules.next_step import next_step
from cockpit.rules.thresholds.explain import explain
from cockpit.rules.thresholds.verdict import verdict
from cockpit.systems.interface import Candidate, Edit, FileContent, ReadContext, System
from cockpit.text import line_merge
from cockpit.text.decoding import decode, encode
from cockpit.text.keyed import json_problems, problems_of, read_keyed
from cockpit.text.lines import Document, entries_of, labels_of, outermost, rows_of
from cockpit.text.partial_writes import looks_cut
from cockpit.wording.printable import printable_lines
from tests.conformance.memory_system import NOW
from tests.support.contract import to_json
from tests.support.memory_files import MemoryFiles

Answer = TypeVar("Answer")
AHEAD = timedelta(minutes=5)


@dataclass
class Watch:
    """How long each thing took, in seconds of the processor; the slowest is kept."""

    slowest: float = 0.0
    what: str = ""
    done: int = 0
    what_now: str = ""

    def time(self, what: str, ask: Callable[[], Answer]) -> Answer:
        """The answer, which is timed. Raises what it raises."""
        self.what_now = what
        before = thread_time()
        try:
            return ask()
        finally:
            took = thread_time() - before
            self.done += 1
            if took > self.slowest:
                self.slowest, self.what = took, what


def tried(
    system: System, files: Mapping[str, FileContent], changed: frozenset[str], intents: tuple[Intent, ...],
    *, watch: Watch, chance: random.Random,
) -> None:  # fmt: skip
    """Fails where a file is not kept byte for byte, and raises what cockpit must not raise."""
    for path in sorted(changed):
        documents(path, files[path].data or b"", watch)
    memory = MemoryFiles(files)
    candidates = watch.time("detect", lambda: system.detect(memory))
    candidate = candidates[0] if candidates else Candidate(system=system.id, path=next(iter(files)))
    track = watch.time("read", lambda: system.read(memory, candidate, ReadContext(now=NOW)))
    for finding in track.findings:
        assert finding.message, finding
    followed(track, watch)
    watch.time("draft", lambda: system.draft(memory, candidate, ReadContext(now=NOW)))
    for intent in intents:
        edited(system, memory, candidate, intent, watch=watch, chance=chance)


def documents(path: str, data: bytes, watch: Watch) -> None:
    """Every kind of document is asked for everything it knows of a file, whatever its name says."""
    decoded = watch.time("decode", lambda: decode(data))
    assert encode(decoded) == data, path
    text = decoded.text
    watch.time("JSON", lambda: _json(text))
    watch.time("keys", lambda: _keys(text))
    watch.time("Markdown", lambda: _markdown(text))
    watch.time(
        "a look at its end", lambda: (looks_cut(path, None, data), looks_cut(path, data, data[: len(data) // 2]))
    )


def _json(text: str) -> None:
    file = read_keyed(text, may_be_bare=True)
    assert json_problems(file) or file.is_whole or not isinstance(file.root.value, dict)
    file.root.typed()


def _keys(text: str) -> None:
    for file in (read_keyed(text), read_keyed(text, "a", may_be_bare=True)):
        assert file.start <= file.end <= len(text)
        list(file.comments())
        assert file.is_whole or not file.has_keys or problems_of(file)


def _markdown(text: str) -> None:
    document = Document(text)
    for section in document.sections:
        for ask in (labels_of, rows_of, entries_of, outermost):
            list(ask(section.lines))
        assert document.end_of(section) <= len(text)


def followed(track: Track, watch: Watch) -> None:
    """What the program makes of what was read."""
    project = Project(root="/somewhere", tracks=(track,))
    told = watch.time("status --json", lambda: to_json(project))
    watch.time("a printable text", lambda: printable_lines(str(told)))
    watch.time("what needs a person", lambda: (needs(track), verdict(project), next_step(track)))
    watch.time("status", lambda: [explain(each, track, NOW) for each in track.thresholds])
    watch.time("resume", lambda: _resume(track))


def _resume(track: Track) -> None:
    questions(track)
    checks = check_all(track, Facts(), {}, ())
    compile_prompt(track, checks, Facts())


def edited(
    system: System, memory: MemoryFiles, candidate: Candidate, intent: Intent, *, watch: Watch, chance: random.Random
) -> None:
    """An edit is made or refused; what it leaves can be read, and can be undone."""
    what = type(intent).__name__
    edit = watch.time(what, lambda: _edit(system, memory, candidate, intent))
    if edit is None:
        return
    after = {**memory._files}
    for change in edit.changes:
        present = memory.read(change.path)
        assert change.before == (present.data if present else None), change.path
        assert change.before != change.after, change.path
        after.pop(change.path, None)
        if change.after is not None:
            after[change.path] = FileContent(path=change.path, data=change.after)
    watch.time(f"the undo of {what}", lambda: _undone(edit))
    if chance.random() < 0.3:
        again = MemoryFiles(after)
        context = ReadContext(now=NOW + AHEAD)
        watch.time(f"read after {what}", lambda: [system.read(again, each, context) for each in system.detect(again)])


def _edit(system: System, memory: MemoryFiles, candidate: Candidate, intent: Intent) -> Edit | None:
    try:
        return system.edit(memory, candidate, intent, ReadContext(now=NOW + AHEAD))
    except CommandError as refused:
        assert str(refused)
        return None


def _undone(edit: Edit) -> None:
    for change in edit.changes:
        line_merge.diff(change.path, change.before, change.after)
        if change.before is not None and change.after is not None:
            assert line_merge.reapply(change.after, change.before, change.after) == change.before, change.path
