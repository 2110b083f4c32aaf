"""What the shell offers for the word under the cursor: the same for every shell."""

from pathlib import Path

import pytest

from cockpit.cli.completion import candidates
from cockpit.cli.main import main
from cockpit.cli.verbs import VERBS
from cockpit.rules.thresholds.metrics import METRICS
from cockpit.systems.autopilot.thresholds.triggers_state import BUILT_IN
from cockpit.themes import catalog
from tests.cli.conftest import Run, write_project
from tests.support.messages import wording

COMMON = {"-h", "--help", "-C", "--project", "--track", "--db", "--json", "--secrets", "--read-only"}
WRITING = COMMON | {"--dry-run"}
LOOKING = COMMON | {"--limit"}
DISPLAY = {"--theme", "--ascii"}
METRIC_NAMES = {metric.name for metric in METRICS}
LEVELS = {"warning", "alert", "stop"}
PARTS = {"status", "phase", "plan", "task", "next"}


def offered(*words: str | Path) -> set[str]:
    return {word for word, _ in candidates([str(word) for word in words])}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("sta",), {"status", ":folders"}),
        (("",), {*(verb.name for verb in VERBS), ":folders"}),
        ((), {*(verb.name for verb in VERBS), ":folders"}),
        (("--",), {"--help", "--version", "--project", "--track", "--db", "--json", "--secrets", "--read-only",
                      "--dry-run",
                   "--reset-alerts", "--limit", *DISPLAY}),
        (("here", ""), set()),
        (("-C", ""), {":folders"}),
        (("status", "-C", ""), {":folders"}),
        (("status", "--js"), {"--json"}),
        (("status", ""), LOOKING),
        (("status", "-"), LOOKING),
        (("status", "--limit", "cost"), {"cost.warning=", "cost.alert=", "cost.stop="}),
        (("ack", ""), METRIC_NAMES),
        (("ack", "co"), {"cost", "context"}),
        (("ack", "cost", ""), WRITING | {"--note", "--if-level"}),
        (("ack", "cost", "--if-level", ""), LEVELS),
        (("ack", "--if-level", "alert", ""), METRIC_NAMES),
        (("ack", "cost", "--note", ""), set()),
        (("ack", "cost", "--json", "--j"), set()),
        (("-C", "somewhere", "--json", "wh"), {"why", ":folders"}),
        (("-C", "somewhere", "why", ""), METRIC_NAMES),
        (("reset-alerts", "cost", "var"), {"variance"}),
        (("limit", "cost", ""), LEVELS),
        (("limit", "cost", "stop", ""), set()),
        (("set", "cost", ""), set()),
        (("snooze", "cost", ""), {"30m", "2h", "8h", "1d", "off"}),
        (("move", ""), PARTS),
        (("todo", ""), {"add", "done", "undone"}),
        (("todo", "add", ""), set()),
        (("done", "ph"), {"phase"}),
        (("retry", ""), {"reset"}),
        (("session", ""), {"start", "crash"}),
        (("init", ""), {"autopilot", "maestro", "autodev", "codewalk"}),
        (("init", "autopilot", "--ti"), {"--title"}),
        (("completion", ""), {"bash", "zsh", "fish"}),
        (("demo", "--script", ""), {"slow", "normal", "fast"}),
        (("demo", "--theme", ""), set(catalog.names())),
        (("--theme", ""), set(catalog.names())),
        (("kept", "3", "--save", ""), {":files"}),
        (("open", ""), {":folders"}),
    ],
)  # fmt: skip
def test_what_is_offered(words: tuple[str, ...], expected: set[str]) -> None:
    assert offered(*words) == expected


def test_every_argument_is_completed_or_known_to_be_free() -> None:
    free = {"TEXT", "VALUE", "INPUT", "OUTPUT", "ROW", ("CHECK", "REASON"), None}
    for verb in VERBS:
        for each in verb.arguments:
            known = each.completes or "choices" in each.options or each.options.get("action") == "store_true"
            assert known or each.options.get("metavar") in free, (verb.name, each.names)


def test_what_the_project_holds(run: Run, root: Path) -> None:
    assert offered("-C", root, "trigger", "") == set(BUILT_IN)
    run("trigger", "nightly", "-C", root)
    assert offered("-C", root, "trigger", "ni") == {"nightly"}
    assert offered("-C", root, "move", "status", "") == {"phase_complete", "completed", "planning", "ready", "blocked"}
    assert offered("-C", root, "move", "plan", "") == set()
    assert offered("-C", root, "todo", "done", "") == {"Add error boundary"}
    assert offered("-C", root, "todo", "undone", "") == set()
    run("block", "No API key", "-C", root)
    assert offered("-C", root, "unblock", "") == {"Phase 3: No API key"}
    assert offered("-C", root, "bypass", "no") == set()
    assert offered("-C", root, "answer", "") == set()
    assert offered("-C", root, "undo", "") == {"1", "2"}
    run("undo", "-C", root)
    assert (offered("-C", root, "undo", ""), offered("-C", root, "redo", "")) == ({"1"}, {"2"})
    assert offered("-C", root, "kept", "") == set()
    assert dict(candidates(["-C", str(root), "redo", ""])) == {
        "2": wording("systems.blocker-recorded", text="Phase 3: No API key")
    }


def test_tracks(run: Run, root: Path) -> None:
    write_project(root / "api")
    keys = {f"autopilot:{base}.autopilot/TRANSPONDER.md" for base in ("", "api/")}
    assert offered("-C", root, "status", "--track", "") == keys
    assert offered("-C", root, "move", "status", "") == set()  # of which track is not said
    assert "blocked" in offered("-C", root, "--track", max(keys), "move", "status", "")


@pytest.mark.parametrize("words", [["-C", "/no/such/folder", "undo", ""], ["-C", "", "trigger", "zz"], ["\0", ""]])
def test_where_nothing_can_be_read_nothing_is_offered(run: Run, words: list[str]) -> None:
    done = run("__complete", *words)
    assert (done.code, done.out, done.err) == (0, "", "")


def test_a_word_and_what_it_means_a_line(run: Run) -> None:
    assert run("__complete", "che").out == (
        "check\tcheck whether the agent may continue: exits 0 (yes), 20 (alert) or 30 (stop)\n:folders\n"
    )
    assert main(["__complete"]) == 0


def test_hostile_text_is_not_offered(run: Run, root: Path) -> None:
    path = root / ".autopilot" / "TRANSPONDER.md"
    path.write_text(path.read_text("utf-8").replace("Add error boundary", "\x1b[31mred"), "utf-8")
    assert run("__complete", "-C", root, "todo", "done", "").out == ""
