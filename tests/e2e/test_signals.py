"""Signals: the terminal is left as it was found, and the shell sees how the program ended."""

import os
import pty
import re
import signal
import subprocess
import sys
import termios
from pathlib import Path
from typing import Any

import pytest

from cockpit.demo.sample import create
from cockpit.project.ending import ENDING
from cockpit.storage.user_files.places import settings_file
from tests.support.static_app import NOW
from tests.support.terminal import PATIENCE, Terminal

_PRIVATE = re.compile(rb"\x1b\[\?([\d;]+)([hl])")
_USUAL = {b"7": True, b"25": True}
"""The modes that a terminal begins with; all others are off."""
_PAIRS = {"keyboard": (rb"\x1b\[>\d+u", rb"\x1b\[<u"), "title": (rb"\x1b\[22;2t", rb"\x1b\[23;2t")}
"""What is set on top of what was there, and taken back."""
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="other systems have other signals")
_TAKES_SCREEN = b"\x1b[?1049h"


def modes_changed(raw: bytes) -> dict[str, int | bool]:
    """What the bytes that were written leave otherwise than they found it."""
    modes = {mode: sets == b"h" for each, sets in _PRIVATE.findall(raw) for mode in each.split(b";")}
    left: dict[str, int | bool] = {k.decode(): v for k, v in modes.items() if v != _USUAL.get(k, False)}
    for name, (begin, end) in _PAIRS.items():
        if more := len(re.findall(begin, raw)) - len(re.findall(end, raw)):
            left[name] = more
    return left


def usual_line() -> list[Any]:
    """How the line of a new terminal is set."""
    one, other = pty.openpty()
    try:
        return termios.tcgetattr(other)
    finally:
        os.close(one)
        os.close(other)


def dashboard(terminal: Terminal) -> None:
    terminal.see("Needs you")


def open_form(terminal: Terminal) -> None:
    dashboard(terminal)
    terminal.press("n")
    terminal.see("t Todo")
    terminal.press("t")
    terminal.see("Todo *")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return create(tmp_path / "taskflow-app", now=NOW)


def is_as_found(terminal: Terminal) -> bool:
    line = termios.tcgetattr(terminal.process.child_fd)
    assert (modes_changed(terminal.raw), line) == ({}, usual_line())
    return True


def go_on(terminal: Terminal) -> None:
    """Continue a stopped program until it has taken the terminal again, which discards what was typed before."""
    before = terminal.raw.count(_TAKES_SCREEN)
    os.kill(terminal.process.pid, signal.SIGCONT)
    terminal.wait(
        lambda text: terminal.raw.count(_TAKES_SCREEN) > before and "Needs you" in text, "the dashboard again"
    )


def ends_by(terminal: Terminal, number: signal.Signals) -> None:
    """Send a signal: the terminal is as it was found, and the shell sees what ended the program."""
    os.kill(terminal.process.pid, number)
    terminal.rest()
    assert is_as_found(terminal)
    assert b"Traceback" not in terminal.raw
    terminal.process.close()
    assert terminal.process.signalstatus == number


def test_a_signal_ends_the_wizard(cockpit: str, root: Path) -> None:
    with Terminal([cockpit, "handoff"], root) as terminal:
        terminal.see("1 Reason", "Why does the work stop here?")
        ends_by(terminal, signal.SIGQUIT)


@LINUX
def test_a_signal_ends_it_everywhere_and_a_terminal_that_is_not_to_be_told_is_asked_nothing(
    cockpit: str, root: Path
) -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text('notify = "off"\n')
    with Terminal([cockpit, "--all"], root) as terminal:
        terminal.see("Everywhere", "? help")
        terminal.press("\x1b]7501;?\x1b\\")  # an answer, though
        ends_by(terminal, signal.Signals(signal.SIGRTMIN))
        assert b"\x1b]7501;" not in terminal.raw


@LINUX
def test_no_other_signal_ends_it_but_those_that_cannot_be_met() -> None:
    left = [each.name for each in signal.Signals if each not in ENDING]
    assert {*range(signal.SIGRTMIN, signal.SIGRTMAX + 1)} <= {*ENDING}
    faults, stops = ["SIGILL", "SIGBUS", "SIGFPE", "SIGSEGV"], ["SIGSTOP", "SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGCONT"]
    harmless, by_python = ["SIGCHLD", "SIGURG", "SIGWINCH"], ["SIGPIPE", "SIGXFSZ"]  # which ignores them
    assert sorted(left) == sorted(["SIGKILL", *faults, *stops, *harmless, *by_python])


def test_what_was_typed_is_there_again_and_it_stops_and_goes_on_where_it_was(
    cockpit: str, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does what is typed at another program end it."""
    editor = tmp_path / "editor"
    editor.write_text("#!/bin/sh\nkill -INT $PPID\nkill -QUIT $PPID\necho edited\n")
    editor.chmod(0o700)
    monkeypatch.setenv("VISUAL", str(editor))
    with Terminal([cockpit], root) as terminal:
        open_form(terminal)
        terminal.type("Call Ada")
        terminal.see("Call Ada")
        ends_by(terminal, signal.SIGHUP)
    with Terminal([cockpit], root) as terminal:
        pid = terminal.process.pid
        dashboard(terminal)
        for stop in (signal.SIGTSTP, None, signal.SIGTTIN, signal.SIGTTOU):
            if stop is not None:
                os.kill(pid, stop)
            else:
                open_form(terminal)
                terminal.see("This is what you typed before; Ctrl+L clears it.", "Call Ada")
                terminal.press("ctrl+z")
            terminal.stops()
            assert is_as_found(terminal)
            go_on(terminal)
        terminal.see("Todo *", "Call Ada")
        os.kill(pid, signal.SIGSTOP)  # nobody is told
        terminal.stops()
        go_on(terminal)
        terminal.see("Todo *", "Call Ada")
        terminal.press("escape")
        terminal.gone("Todo *")
        terminal.press("e")
        terminal.wait(lambda text: b"edited" in terminal.raw and "Needs you" in text, "the dashboard again")
        terminal.press("q")
        terminal.rest()
        assert is_as_found(terminal)
        terminal.process.close()
        assert terminal.process.exitstatus == 0


def test_it_ends_where_the_terminal_is_gone_without_a_signal(cockpit: str, root: Path) -> None:
    ours, its = pty.openpty()
    termios.tcsetwinsize(its, (40, 120))
    process = subprocess.Popen([cockpit], cwd=root, stdin=its, stdout=its, stderr=its, start_new_session=True)
    os.close(its)
    written = b""
    while b"Needs you" not in written:
        written += os.read(ours, 65536)
    os.close(ours)
    try:
        assert process.wait(PATIENCE) == -signal.SIGHUP
    finally:
        process.kill()


def test_the_demo_takes_its_project_along(cockpit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    with Terminal([cockpit, "demo"], tmp_path) as terminal:
        dashboard(terminal)
        assert list(folder.iterdir())
        ends_by(terminal, signal.SIGTERM)
        assert not list(folder.iterdir())
