"""`cockpit init SYSTEM`: each system has its own options, in its help and where one of another system is typed."""

import json
import re
from pathlib import Path

import pytest

from cockpit.cli.parser import help_of
from cockpit.project.systems import systems_to_begin
from tests.cli.conftest import Run

ALL = {
    "title": "x",
    "plan": "plan.md",
    "result": "pass",
    "check": "make",
    "agent": "coder",
    "folders": "",
    "sqlite": "",
}
OWN = {
    "autopilot": {"title"},
    "maestro": {"title", "plan", "result", "check", "agent"},
    "autodev": set(),
    "codewalk": {"title", "plan", "folders", "sqlite"},
}


@pytest.mark.parametrize("system", OWN)
def test_the_help_of_a_system_shows_its_options(system: str) -> None:
    page = help_of(["init", system])
    assert page.startswith(f"Usage: cockpit init {system}")
    assert {option for option in ALL if re.search(rf"--{option}\b", page)} == OWN[system]


@pytest.mark.parametrize("system", OWN)
def test_an_option_of_another_system_is_refused_by_name(
    run: Run, tmp_path: Path, system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plan.md").write_text("# Plan\n")
    for option in ALL.keys() - OWN[system]:
        done = run("init", system, f"--{option}", *filter(None, [ALL[option]]), "-C", tmp_path)
        assert (done.code, dict(systems_to_begin())[system] in done.err) == (1, True), option
    assert [path.name for path in tmp_path.iterdir()] == ["plan.md"]


def test_a_new_track_says_nothing_that_nobody_stated(run: Run, tmp_path: Path) -> None:
    """No value, no progress, and no command of a framework that is not installed, also after the first steps."""
    assert run("init", "autopilot", "-C", tmp_path).code == 0
    page = run("status", "-C", tmp_path).out
    assert "agent says" not in page
    assert "/autopilot:" not in page
    assert "next     Discuss the phase" in page
    assert page.count("no value") == 4
    for words in (("set", "cost=3"), ("set", "status=planning"), ("set", "plan=1"), ("done", "plan")):
        assert run(*words, "-C", tmp_path).code == 0
    assert "| Cost | $3 | $10 | $25 | $50 | OK |" in (tmp_path / ".autopilot/TRANSPONDER.md").read_text("utf-8")
    assert "next     Continue or checkpoint" in run("status", "-C", tmp_path).out


@pytest.mark.parametrize(("given", "cost"), [("cost.stop=75", "$10 | $25 | $75"), ("cost.alert=75", "$10 | $25 | $50")])
def test_limits_that_were_set_before_stand_in_the_new_table_where_they_are_in_order(
    run: Run, tmp_path: Path, given: str, cost: str
) -> None:
    (tmp_path / ".git").mkdir()
    assert run("limit", given, "-C", tmp_path).code == 0
    assert run("init", "autopilot", "-C", tmp_path).code == 0
    assert f"| Cost | — | {cost} |" in (tmp_path / ".autopilot/TRANSPONDER.md").read_text()
    assert run("lint", "-C", tmp_path).code == 0


INIT_COMMANDS = "`cockpit init autopilot`, `cockpit init maestro`, `cockpit init autodev` or `cockpit init codewalk`"


def test_init_alone_lists_the_systems(run: Run, tmp_path: Path) -> None:
    listed = run("init", "-C", str(tmp_path))
    second = listed.out.splitlines()[1]
    assert (listed.code, listed.err, second.split()[:4]) == (0, "", ["cockpit", "init", "maestro", "Maestro"])
    assert second.endswith("phases, each with its agents, in docs/maestro/")
    assert [each["id"] for each in json.loads(run("init", "--json", "-C", str(tmp_path)).out)] == [
        "autopilot", "maestro", "autodev", "codewalk",
    ]  # fmt: skip


def test_a_new_track_needs_a_known_system(run: Run, tmp_path: Path) -> None:
    done = run("init", "foo", "-C", str(tmp_path))
    assert (done.code, done.bare.err) == (1, f"cockpit: No system 'foo'. Use {INIT_COMMANDS}.\n")
    assert list(tmp_path.iterdir()) == []
