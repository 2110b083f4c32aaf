"""The installed program in a real terminal, while another process writes the files."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.terminal import Terminal


def elsewhere(code: str, *arguments: object) -> None:
    """Run Python in another process, as an agent would write."""
    subprocess.run([sys.executable, "-c", code, *map(str, arguments)], check=True)


def replace_text(path: Path, old: str, new: str) -> None:
    """Another process replaces a text in a file by rename."""
    elsewhere(
        "import os, sys; path, old, new = sys.argv[1:]; text = open(path, newline='').read(); assert old in text;"
        "open(path + '.tmp', 'w', newline='').write(text.replace(old, new)); os.replace(path + '.tmp', path)",
        path, old, new,
    )  # fmt: skip


@pytest.fixture
def transponder(project: Path) -> Path:
    return project / ".autopilot" / "TRANSPONDER.md"


@pytest.fixture
def thresholds(project: Path) -> Path:
    return project / ".autopilot" / "state" / "thresholds.json"


def test_a_change_by_another_process_is_on_screen_by_itself(
    cockpit: str, project: Path, transponder: Path, thresholds: Path
) -> None:
    """Also files that come and go, and the first time that one which was broken can be read; until then, the rest
    works."""
    state, aside = project / ".autopilot", project.parent / "aside"
    whole = thresholds.read_text()
    thresholds.write_text('{"current_values": {"cost": 26.5,, ')
    shutil.move(state, aside)
    with Terminal([cockpit, str(project)], project.parent) as terminal:
        terminal.see("No agent state here yet", "autopilot, maestro")
        shutil.copytree(aside, state)
        terminal.see("damaged", "thresholds.json:1", "3 of 6", "$26.50", "In progress", "A handoff waits")
        thresholds.write_text(whole)
        terminal.see("35 %")
        terminal.gone("damaged")
        replace_text(transponder, "| Status | In progress |", "| Status | Blocked |")
        terminal.see("Blocked")
        replace_text(transponder, "| Phase | 3 of 6 |", "| Phase | 4 of 6 |")
        terminal.see("4 of 6")
        keeps_the_last_good_state(terminal, thresholds)
        an_alert_fires(terminal, thresholds)
        (state / "holding-pattern.md").unlink()
        terminal.gone("A handoff waits")
        shutil.rmtree(state)
        terminal.see("No agent state here yet")
        shutil.copytree(aside, state)
        terminal.see("A handoff waits")


def keeps_the_last_good_state(terminal: Terminal, thresholds: Path) -> None:
    """A half-written file."""
    whole = thresholds.read_text()
    terminal.see("$26.50", "35 %")
    elsewhere(
        "import sys, time; path, whole = sys.argv[1:]\n"
        "with open(path, 'w') as file:\n"
        "    file.write(whole[:40]); file.flush(); time.sleep(0.3); file.write(whole[40:].replace('35', '37'))",
        thresholds, whole,
    )  # fmt: skip
    terminal.see("37 %")
    terminal.gone("damaged")  # a starved machine may have taken the half for the whole, but not for long
    assert "$26.50" in terminal.text


def an_alert_fires(terminal: Terminal, thresholds: Path) -> None:
    """A value rises."""
    terminal.see("nothing holds the agent")
    state = json.loads(thresholds.read_text())
    state["current_values"]["error_count"] = 3
    elsewhere("import sys; open(sys.argv[1], 'w').write(sys.argv[2])", thresholds, json.dumps(state))
    terminal.see("the agent waits: errors", "errors 3, alert at 3: the agent waits until it is acknowledged")


def test_the_first_screen_tells_what_waits_and_the_editor_opens_at_the_line_of_a_row(
    cockpit: str, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = tmp_path / "vi"
    editor.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > "{tmp_path}/opened"\n')
    editor.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(editor))
    with Terminal([cockpit], project, 80, 24) as terminal:
        screen = terminal.see("TaskFlow App", "Phase 3 of 6", "f find", "acknowledged at 42")
        assert "Plan 2 of 4" in screen
        assert "agent says 42 %" in screen
        assert "$26.50" in terminal.line("cost")
        assert "acknowledged" in terminal.line("cost")
        assert "A handoff waits" in screen
        for key, name, said in (
            ("9", "state/acknowledgments.json", '"context": {'),
            ("3", "state/thresholds.json", '"cost'),
            ("8", "holding-pattern.md", None),
        ):
            terminal.press(key, "e")
            terminal.wait(lambda _screen: (tmp_path / "opened").exists(), "the editor")
            terminal.see("9 Findings")
            *line, path = (tmp_path / "opened").read_text().split()
            (tmp_path / "opened").unlink()
            file = project / ".autopilot" / name
            assert path == str(file)
            lines = file.read_text("utf-8").splitlines()
            assert [str(said) in lines[int(number) - 1] for number in line] == [True] * (said is not None)
        terminal.press("q")
        assert terminal.ends() == 0
