"""What the shell offers for the word under the cursor: the same for every shell."""

import shutil
from pathlib import Path

import pytest

from cockpit.actions import ACTIONS, COMMON, DRY_RUN, LIMITS, OPEN, POSITION_KEYS, after, named, top_words
from cockpit.cli.completion import OFFERS
from cockpit.cli.parser import flags_of, options_of
from cockpit.rules.thresholds.metrics import METRICS
from cockpit.systems.autopilot.stores import BUILT_IN
from cockpit.themes import catalog
from tests.cases import case_project
from tests.cli.conftest import Offered, Run, write_project

WORDS = set(top_words())
METRIC_NAMES = {metric.name for metric in METRICS}
LEVELS = {"warning", "alert", "stop"}
HELP = {"-h", "--help"}


def verbs(noun: str) -> set[str]:
    return {action.words[1] for action in after(noun) if len(action.words) > 1}


def options(command: str) -> set[str]:
    action = named(command) if command else OPEN
    return {flag for field in options_of(action) for flag in flags_of(field)} | HELP


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with folders of its own, which is no project."""
    folder = tmp_path / "here"
    for name in ("stable", "my project"):
        (folder / name).mkdir(parents=True)
    (folder / "status.txt").write_text("")
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("sta",), {"status", "statusline", "stable/"}),
        (("",), {*WORDS, "stable/", "my project/"}),
        (("--",), {each for each in options("") if each.startswith("--")} | {"--version", "--limit"}),
        (("--theme", ""), set(catalog.names())),
        (("stable", ""), set()),
        (("-C", "stable", "--json", "che"), {"check"}),
        (("status", "co"), {"cost", "context"}),
        (("status", "--limit", "cost"), {"cost.warning=", "cost.alert=", "cost.stop="}),
        (("ack", "cost", ""), set()),
        (("ack", "cost", "--if-level", ""), LEVELS),
        (("limit", "cost.stop=75", "errors."), {"errors.warning=", "errors.alert=", "errors.stop="}),
        (("set", ""), {f"{name}=" for name in (*METRIC_NAMES, *POSITION_KEYS)}),
        (("blocker", ""), verbs("blocker")),
        (("blocker", "bypass", "--n"), {"--note", "--no-agents"}),
        (("handoff", "--reason", ""), {"context", "interrupted", "error", "session-ended"}),
        (("redo", ""), {"taken-back", "dismiss"}),
        (("init", ""), {"autopilot", "maestro", "autodev", "codewalk"}),
        (("init", "codewalk", "--plan", "sta"), {"stable/", "status.txt"}),
        (("demo", ""), {"autopilot", "maestro", "autodev", "codewalk", "speckit", "agents"}),
    ],
)  # fmt: skip
def test_what_is_offered(offered: Offered, words: tuple[str, ...], expected: set[str]) -> None:
    assert set(offered(*words)) == expected


def test_every_argument_is_completed_or_known_to_be_free() -> None:
    free = {"TEXT", "INPUT", "OUTPUT", "ROW", "COMMAND", "N", "SECONDS"}
    for action in (*ACTIONS, OPEN):
        for field in (*action.fields, *COMMON, DRY_RUN, LIMITS):
            known = field.completes or field.choices or field.kind == "flag"
            assert known or (field.metavar in free) or (field.name, field.metavar) == ("id", ""), (action.id, field)
            assert field.completes in {"", "folder", "file", *OFFERS}, (action.id, field)


@pytest.mark.parametrize(
    ("name", "whole", "expected"),
    [
        ("autopilot/healthy", "task", {"3"}),
        ("codewalk/healthy", "task", {"Draw the lower deck"}),
        ("maestro/healthy", "phase", {"3", "4"}),
        ("autodev/healthy", "phase", {"7"}),
    ],
)
def test_what_can_be_done_is_what_is_named(
    tmp_path: Path, offered: Offered, name: str, whole: str, expected: set[str]
) -> None:
    project = Path(shutil.copytree(case_project(name), tmp_path / "project"))
    assert set(offered("-C", project, "done", whole, "")) == expected


def test_what_the_project_holds(run: Run, offered: Offered, root: Path) -> None:
    assert set(offered("-C", root, "session", "trigger", "")) == set(BUILT_IN)
    (root / ".autopilot/state/triggers.json").write_text('{"triggers": {"nightly": {"count": 1}}}', "utf-8")
    run("session", "trigger", "nightly", "-C", root)
    assert set(offered("-C", root, "session", "trigger", "ni")) == {"nightly"}
    statuses = ("phase_complete", "completed", "planning", "ready", "blocked")
    assert set(offered("-C", root, "set", "status=")) == {f"status={each}" for each in statuses}
    assert set(offered("-C", root, "set", "plan=")) == set()
    assert set(offered("-C", root, "todo", "done", "")) == {"Add error boundary"}
    assert set(offered("-C", root, "todo", "reopen", "")) == set()
    run("blocker", "add", "No API key", "-C", root)
    assert set(offered("-C", root, "blocker", "resolve", "")) == {"Phase 3: No API key"}
    assert set(offered("-C", root, "blocker", "bypass", "no")) == set()
    assert set(offered("-C", root, "answer", "")) == set()
    assert set(offered("-C", root, "undo", "")) == {"1", "2"}
    assert set(offered("-C", root, "log", "")) == {"1", "2"}
    run("undo", "-C", root)
    assert set(offered("-C", root, "undo", "")) == {"1"}
    assert set(offered("-C", root, "redo", "")) == {"2", "taken-back", "dismiss"}
    assert offered("-C", root, "redo", "2") == {"2": "Recorded the blocker: Phase 3: No API key"}


def test_checks_that_can_be_waived_and_those_that_are(run: Run, offered: Offered, root: Path) -> None:
    run("blocker", "add", "No API key", "-C", root)
    (name,) = (each for each in offered("-C", root, "resume", "waive", "") if each.startswith("blocker:"))
    assert offered("-C", root, "resume", "unwaive", "") == {}
    assert run("resume", "waive", name, "--reason", "A mock will do", "-C", root).code == 0
    assert name not in offered("-C", root, "resume", "waive", "")
    assert offered("-C", root, "resume", "unwaive", "") == {name: "A mock will do"}


def test_tracks(offered: Offered, root: Path) -> None:
    write_project(root / "api")
    keys = {f"autopilot:{base}.autopilot/TRANSPONDER.md" for base in ("", "api/")}
    assert set(offered("-C", root, "status", "--track", "")) == keys
    assert offered("-C", root, "set", "status=") == {}, "of which track is not said"
    assert "status=blocked" in offered("-C", root, "--track", max(keys), "set", "status=")


def test_where_nothing_can_be_read_nothing_is_offered_or_said(
    offered: Offered, capfd: pytest.CaptureFixture[str]
) -> None:
    for words in (
        ("-C", "/no/such/folder", "undo", ""), ("-C", "", "session", "trigger", "zz"),
        ("-C", "status.txt", "answer", ""), ("no", "such", "command", ""),
    ):  # fmt: skip
        assert offered(*words) == {}, words
        assert capfd.readouterr() == ("", ""), words


def test_hostile_text_is_not_offered(offered: Offered, root: Path) -> None:
    path = root / ".autopilot" / "TRANSPONDER.md"
    text = path.read_text("utf-8")
    path.write_text(text.replace("Add error boundary", "\x1b[31mred"), "utf-8")
    assert offered("-C", root, "todo", "done", "") == {}
    path.write_text(text.replace("Add error boundary", "$(reboot) `id`; x"), "utf-8")
    assert set(offered("-C", root, "todo", "done", "")) == {"$(reboot) `id`; x"}, "quoted, as one word"
