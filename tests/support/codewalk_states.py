"""Reading Codewalkers' state in tests: fixtures, and small files written as text."""

from collections.abc import Mapping
from datetime import UTC, datetime

from cockpit.model import Track
from cockpit.systems.codewalk.creation import entry_files, state_text
from cockpit.systems.codewalk.description import FOLDERS
from cockpit.systems.codewalk.description import state_text as read_state_text
from cockpit.systems.codewalk.editing import begin_rows
from cockpit.systems.codewalk.system import Codewalkers
from cockpit.systems.interface import FileContent, ReadContext
from cockpit.systems.shared.working_copy import Draft
from tests.support.memory_files import MemoryFiles

NOW = datetime(2026, 2, 3, 9, 10, tzinfo=UTC)
MAIN = ".planning/STATE.md"
DATABASE = ".codewalk/state.db"
STORES = ("yaml", "folders", "sqlite")


SOUND = """initiative: init-1
title: Buoys
position:
  phase: 2
  phase_name: Chains
  plan: 1
  task: Order
  wave: 1
  status: in_progress
progress:
  phases_total: 4
  phases_completed: 1
  current_phase_tasks: 4
  current_phase_completed: 1
  bar: "███░░░░░░░ 31%"
decisions:
  - date: 2026-01-01
    decision: Steel
blockers: []
sessions:
  - id: session-001
    started: 2026-02-01T09:00:00Z
    ended: 2026-02-01T10:00:00Z
    context_usage: 45%
next_action: Order the chains
resume_context:
  files_modified_this_session: []
  key_implementations: []
  open_questions: []
"""
"""A state about which nothing is to be found."""


def read(files: Mapping[str, bytes | str | FileContent] | str, now: datetime = NOW) -> Track:
    """The one track; of a text, that of the state file."""
    memory = MemoryFiles(files if isinstance(files, Mapping) else {MAIN: files})
    (candidate,) = Codewalkers().detect(memory)
    return Codewalkers().read(memory, candidate, ReadContext(now=now))


def stored(files: Mapping[str, bytes] | str, store: str) -> dict[str, bytes]:
    """The state of a STATE.md kept as `init` begins it: `yaml`, `folders` or `sqlite`."""
    before = dict(as_bytes(files))
    if store == "yaml":
        return before
    main = next(path for path in before if path.endswith("STATE.md"))
    state, draft = read_state_text(before[main].decode()).root.data(), Draft(MemoryFiles({}))
    if store == "sqlite":
        begin_rows(draft, DATABASE, state, int(NOW.timestamp()))
    else:
        for name, text in entry_files(state):
            draft.create(f".planning/{name}", text)
        draft.create(MAIN, state_text({key: value for key, value in state.items() if key not in FOLDERS}))
    rest = {path: data for path, data in before.items() if path != main}
    return {**rest, **{change.path: change.after or b"" for change in draft.changes()}}


def as_bytes(files: Mapping[str, bytes] | str) -> Mapping[str, bytes]:
    """A state file's text, or files, as verbs take them."""
    return {MAIN: files.encode()} if isinstance(files, str) else files
