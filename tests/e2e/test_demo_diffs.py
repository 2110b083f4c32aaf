"""After each verb, `git diff` in the demo's project shows the meant lines and no other; undo takes them all back."""

import shlex
import shutil
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from syrupy.assertion import SnapshotAssertion

from cockpit.actions import ACTIONS, split_command
from cockpit.cli.main import main
from cockpit.demo.sample import create
from cockpit.model.intents import Reword
from cockpit.project.change import change
from cockpit.project.notes import snooze
from cockpit.project.workspace import Workspace
from cockpit.storage import disk
from tests.support.demo_projects import NOW, contents, git

REACHED = ("set cost=26.5",)
BOTH = (*REACHED, "ack cost", "set context=41", "ack context")
BLOCKED = ("blocker add 'waiting for keys'",)
VERBS: dict[str, tuple[str, ...]] = {
    "ack cost": REACHED,
    "ack cost --note 'worth it'": REACHED,
    "unack cost": (*REACHED, "ack cost --note 'worth it'"),
    "unack --all": BOTH,
    "unack  cost": BOTH,
    "limit cost.stop=80": (),
    "limit cost.alert=30": REACHED,
    "limit tokens.stop=3M": (),
    "set cost=26.5": (),
    "set context=12": (),
    "session trigger task_complete": (),
    "session trigger user_interrupt": (),
    "session start": (),
    "decision add 'Keep SQLite' --outcome 'until version 2' --reason 'one machine' --context Hosting "
    "--alternative Postgres --irreversible": (),
    "decision add 'Keep Redis out'": ("decision add 'Keep SQLite'",),
    "blocker add 'waiting for keys'": (),
    "blocker resolve 'Phase 3: waiting for keys' --note 'the keys came'": BLOCKED,
    "blocker bypass 'Phase 3: waiting for keys' --note 'a stub for now'": BLOCKED,
    "todo add 'Ship it'": (),
    "todo done 'Write tests for auth flow'": (),
    "todo reopen 'Write tests for auth flow'": ("todo done 'Write tests for auth flow'",),
    "set status=blocked": (),
    "set phase=4": (),
    "set plan=3": (),
    "set task=4": (),
    "set next=/autopilot:cockpit": (),
    "done task": (),
    "done plan --note 'Cards can be dragged'": (),
    "done phase": (),
    "done session --note 'Enough for today'": (),
}
"""What is done and committed before each. The lines of `git diff` stand in `__snapshots__`: these and no other are
meant; `--snapshot-update` renews them. The project was made at 14:30; what comes before is done at 14:40, the verb at
14:41."""
READING = ("status", "check", "lint", "set cost=26.5 --dry-run", "status cost", "ack context")
"""What reads, and what is the person's own: a warning that was seen."""
WAYPOINT = "# Flight Waypoint\n\n**Saved:** 2026-01-20T10:00:00Z\n\n## Current State\n\n- **Phase:** 2 of 6\n"

Prepare = Callable[..., Path]


@pytest.fixture(scope="module")
def committed(tmp_path_factory: pytest.TempPathFactory) -> Prepare:
    """The sample project after some verbs, all of it in git, the counters too though it ignores them.

    Made once for the same verbs; not to be changed.
    """
    made: dict[tuple[str, ...], Path] = {}

    def prepare(*lines: str) -> Path:
        if lines not in made:
            root = tmp_path_factory.mktemp("demo") / "taskflow-app"
            made[lines] = shutil.copytree(prepare(), root) if lines else create(root, now=NOW)
            for line in lines:
                run(root, line)
            commit(root)
        return made[lines]

    return prepare


@pytest.fixture
def prepare(committed: Prepare, tmp_path: Path) -> Prepare:
    """A copy of it."""
    return lambda *lines: shutil.copytree(committed(*lines), tmp_path / "taskflow-app")


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[time_machine.Traveller]:
    """Ten minutes after the project was made, and no wait for the disk."""
    for wait in ("sync", "sync_folder"):
        monkeypatch.setattr(disk, wait, lambda *_: None)
    with time_machine.travel(NOW + timedelta(minutes=10), tick=False) as traveller:
        yield traveller


def run(project: Path, line: str) -> None:
    assert main(["-C", str(project), *shlex.split(line)]) == 0, line


def commit(project: Path) -> None:
    git(project, "add", "--all", "--force")
    git(project, "commit", "--quiet", "--message", "As it was before")


def removed_and_added(project: Path) -> dict[str, list[str]]:
    """The lines that `git diff` shows in each file that git knows, sorted: equal lines may stand in either order."""
    found: dict[str, list[str]] = {}
    path, in_head = "", True
    for line in git(project, "-c", "core.quotePath=false", "diff", "--unified=0", "--no-ext-diff", "--no-renames"):
        if line.startswith("diff --git "):
            path, in_head = line.rpartition(" b/")[2], True
        elif line.startswith("@@ "):
            in_head = False
        elif not in_head:
            found.setdefault(path, []).append(line)
    return {path: sorted(lines) for path, lines in found.items()}


def new_files(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> dict[str, list[str]]:
    """All lines of the files that are new, as `git diff` would show them."""
    new = {path: after[path].decode("utf-8").splitlines() for path in after.keys() - before.keys()}
    return {path: sorted(f"+{line}" for line in lines) for path, lines in new.items()}


def changed(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> set[str]:
    return {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}


def assert_is_as_before(project: Path, before: Mapping[str, bytes]) -> None:
    """Git sees nothing, and what git is not asked for has the same bytes."""
    assert git(project, "status", "--short", "--ignored") == []
    assert contents(project) == before


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_changes_the_meant_lines_and_undo_takes_them_back(
    prepare: Prepare, clock: time_machine.Traveller, snapshot: SnapshotAssertion, verb: str
) -> None:
    project = prepare(*VERBS[verb])
    before = contents(project)
    clock.shift(60)
    run(project, verb)
    done = contents(project)
    shown = removed_and_added(project) | new_files(before, done)
    assert shown == snapshot
    assert changed(before, done) == shown.keys()
    run(project, "undo")
    assert_is_as_before(project, before)
    run(project, "redo")
    assert contents(project) == done


def test_what_reads_or_is_private_changes_nothing(prepare: Prepare) -> None:
    project = prepare()
    before = contents(project)
    for line in READING:
        run(project, line)
        assert_is_as_before(project, before)
    now = datetime.now(UTC)
    snooze(Workspace(root=project, now=now), None, "cost", now + timedelta(minutes=30))
    assert_is_as_before(project, before)


def test_an_archived_project_is_moved_whole(prepare: Prepare) -> None:
    project = prepare("set status=completed")
    before = contents(project)
    run(project, "track archive")
    names = ("TRANSPONDER.md", "state/thresholds.json", "state/acknowledgments.json", "state/triggers.json")
    archived = {f".autopilot/{name}": f".autopilot/archive/2026-01-29/{name}" for name in names}
    assert contents(project) == {archived.get(path, path): data for path, data in before.items()}
    run(project, "undo")
    assert_is_as_before(project, before)


def test_an_older_state_file_moves_to_the_archive(prepare: Prepare) -> None:
    project = prepare()
    old, new = ".autopilot/waypoint.md", ".autopilot/TRANSPONDER.md"
    (project / old).write_text(WAYPOINT)
    (project / new).unlink()
    commit(project)
    before = contents(project)
    run(project, "track convert")
    done = contents(project)
    archived = ".autopilot/archive/waypoint-20260129-144000.md"
    assert changed(before, done) == {old, archived, new}
    assert (done[archived], old in done) == (before[old], False)
    assert b"| Phase | 2 of 6 - Task API |" in done[new]
    run(project, "undo")
    assert_is_as_before(project, before)


HANDED_OFF = {
    ".autopilot/TRANSPONDER.md": [
        "+**Last Activity:** 2026-01-29 — Handed off at plan 3.2, task 3 of 5: interrupted",
        "+**Updated:** 2026-01-29T14:41:00Z",
        "+| Next action | /autopilot:cockpit |",
        "+| Resume file | .autopilot/holding-pattern.md |",
        "-**Last Activity:** 2026-01-29 — Completed task 3.2.2: Show due dates and overdue state",
        "-**Updated:** 2026-01-29T14:29:00Z",
        "-| Next action | /autopilot:takeoff |",
        "-| Resume file | None |",
    ]
}
SERVED = {
    ".autopilot/TRANSPONDER.md": [
        "+| Next action | /autopilot:takeoff |",
        "+| Resume file | None |",
        "-| Next action | /autopilot:cockpit |",
        "-| Resume file | .autopilot/holding-pattern.md |",
    ]
}


def test_a_handoff_is_one_new_file_and_served_it_moves_whole(prepare: Prepare, clock: time_machine.Traveller) -> None:
    project, handoff = prepare(), ".autopilot/holding-pattern.md"
    before = contents(project)
    clock.shift(60)
    run(project, "handoff --next 'Write the test' --context 'keys first'")
    waiting = contents(project)
    assert removed_and_added(project) == HANDED_OFF
    assert changed(before, waiting) == {*HANDED_OFF, handoff}
    run(project, "undo")
    assert_is_as_before(project, before)
    run(project, "redo")
    assert contents(project) == waiting
    run(project, "set task=4")
    commit(project)
    before = contents(project)
    run(project, "resume done --force")
    done = contents(project)
    archived = ".autopilot/archive/holding-pattern-20260129-144100.md"
    assert changed(before, done) == {*SERVED, handoff, archived}
    assert done[archived] == waiting[handoff]
    assert {path: lines for path, lines in removed_and_added(project).items() if path in SERVED} == SERVED
    run(project, "undo")
    assert_is_as_before(project, before)


def test_every_command_that_writes_is_tried() -> None:
    tried = {split_command(" ".join(verb.split()))[0] for verb in VERBS}
    elsewhere = {"track archive", "track convert", "handoff", "resume", "undo", "redo"}  # in tests of their own above
    elsewhere |= {"resume done", "resume prompt", "resume start", "resume waive", "resume unwaive"}
    elsewhere |= {"redo taken-back", "redo dismiss"}
    refused = {"answer", "phase reset", "init"}  # the sample project asks nothing, counts no retries, and is there
    refused |= {f"phase {each}" for each in ("start", "fail", "retry", "skip", "verify", "files", "error", "resolve")}
    refused |= {"session crash", "session tokens", "session implemented", "blocker confirm", "dismiss"}  # no need there
    ours = {"log", "config agent", "config purge", "hooks install", "hooks remove"}  # outside of the project's state
    assert {action.command for action in ACTIONS if action.writes} == tried | elsewhere | refused | ours


@pytest.mark.parametrize("line", ["answer 1", "phase reset", "init autopilot", "ack variance", "set status=sleeping"])
def test_what_is_refused_changes_nothing(prepare: Prepare, line: str) -> None:
    project = prepare()
    before = contents(project)
    assert main(["-C", str(project), *line.split()]) == 1
    assert_is_as_before(project, before)


@pytest.mark.parametrize(
    ("intent", "removed", "added"),
    [
        (Reword(kind="todo", old="Write tests for auth flow", new="Test it"),
         "- [ ] Write tests for auth flow", "- [ ] Test it"),
        (Reword(kind="decision", old="WebSocket for real-time", new="WebSockets"),
         "- WebSocket for real-time — implemented", "- WebSockets — implemented"),
    ],
)  # fmt: skip
def test_a_text_edited_in_the_program_changes_where_it_stands(
    prepare: Prepare, clock: time_machine.Traveller, intent: Reword, removed: str, added: str
) -> None:
    project = prepare()
    before = contents(project)
    clock.shift(60)
    change(Workspace(root=project, now=NOW + timedelta(minutes=11)), None, intent)
    found = removed_and_added(project)
    assert found.pop(".autopilot/TRANSPONDER.md") == [f"+{added}", f"-{removed}"]
    for lines in found.values():
        assert len(lines) % 2 == 0
        assert all(intent.old in line for line in lines if line.startswith("-"))
        assert [line.replace(intent.new, intent.old)[1:] for line in lines if line[0] == "+"] == [
            line[1:] for line in lines if line[0] == "-"
        ]
    run(project, "undo")
    assert_is_as_before(project, before)
