"""`cockpit init SYSTEM`: each system has its own options, in its help and where one of another system is typed."""

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
FOREIGN = [(system, option) for system, own in OWN.items() for option in ALL if option not in own]


def test_every_system_is_covered() -> None:
    assert {*OWN} == {system for system, _ in systems_to_begin()}


@pytest.mark.parametrize("system", OWN)
def test_the_help_of_a_system_shows_its_options(system: str) -> None:
    page = help_of(["init", system])
    assert page.startswith(f"Usage: cockpit init {system}")
    assert {option for option in ALL if re.search(rf"--{option}\b", page)} == OWN[system]


def test_the_help_without_a_system_shows_all() -> None:
    assert {option for option in ALL if f"--{option}" in help_of(["init"])} == {*ALL}


@pytest.mark.parametrize(("system", "option"), FOREIGN)
def test_an_option_of_another_system_is_refused_by_name(
    run: Run, tmp_path: Path, system: str, option: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plan.md").write_text("# Plan\n")
    done = run("init", system, f"--{option}", *filter(None, [ALL[option]]), "-C", tmp_path)
    assert done.code == 1
    assert dict(systems_to_begin())[system] in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["plan.md"]
