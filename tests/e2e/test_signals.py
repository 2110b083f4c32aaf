"""Signals: the terminal is left as it was found, and the shell sees how the program ended."""

import os
import pty
import re
import signal
import subprocess
import sys
import termios
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cockpit.demo.sample import create
from cockpit.project.ending import ENDING
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


def form(terminal: Terminal) -> None:
    open_form(terminal)
    terminal.type("Call Ada")
    terminal.see("Call Ada")


def wizard(terminal: Terminal) -> None:
    terminal.see("1 Reason", "Why does the work stop here?")


def everywhere(terminal: Terminal) -> None:
    terminal.see("Everywhere", "? help")


PLACES: dict[str, tuple[tuple[str, ...], Callable[[Terminal], None]]] = {
    "dashboard": ((), dashboard),
    "form": ((), form),
    "wizard": (("handoff",), wizard),
    "everywhere": (("--all",), everywhere),
}


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


@pytest.mark.parametrize(
    ("number", "place"),
    [
        (signal.SIGTERM, "dashboard"),
        (signal.SIGHUP, "form"),
        (signal.SIGQUIT, "wizard"),
        pytest.param(getattr(signal, "SIGRTMIN", None), "everywhere", marks=LINUX, id="SIGRTMIN-everywhere"),
    ],
    ids=lambda value: value.name if isinstance(value, signal.Signals) else value,
)
def test_a_signal_that_ends_the_program_leaves_the_terminal_and_what_was_typed(
    cockpit: str, root: Path, number: signal.Signals, place: str
) -> None:
    words, go = PLACES[place]
    with Terminal([cockpit, *words], root) as terminal:
        go(terminal)
        os.kill(terminal.process.pid, number)
        terminal.rest()
        assert is_as_found(terminal)
        assert b"Traceback" not in terminal.raw
        terminal.process.close()
        assert terminal.process.signalstatus == number
    if place == "form":
        with Terminal([cockpit], root) as terminal:
            open_form(terminal)
            terminal.see("This is what you typed before; Ctrl+L clears it.", "Call Ada")


@LINUX
def test_no_other_signal_ends_it_but_those_that_cannot_be_met() -> None:
    left = [each.name for each in signal.Signals if each not in ENDING]
    assert {*range(signal.SIGRTMIN, signal.SIGRTMAX + 1)} <= {*ENDING}
    faults, stops = ["SIGILL", "SIGBUS", "SIGFPE", "SIGSEGV"], ["SIGSTOP", "SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGCONT"]
    harmless, by_python = ["SIGCHLD", "SIGURG", "SIGWINCH"], ["SIGPIPE", "SIGXFSZ"]  # which ignores them
    assert sorted(left) == sorted(["SIGKILL", *faults, *stops, *harmless, *by_python])


def test_it_stops_and_goes_on_where_it_was(cockpit: str, root: Path) -> None:
    with Terminal([cockpit], root) as terminal:
        pid = terminal.process.pid
        stops = (signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU)
        for go, stop in ((dashboard, signal.SIGTSTP), (form, None), *((None, each) for each in stops)):
            if go is not None:
                go(terminal)
            if stop is not None:
                os.kill(pid, stop)
            else:
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
        terminal.press("q")
        terminal.rest()
        assert is_as_found(terminal)
        terminal.process.close()
        assert terminal.process.exitstatus == 0


def test_what_is_typed_at_another_program_does_not_end_it(
    cockpit: str, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = tmp_path / "editor"
    editor.write_text("#!/bin/sh\nkill -INT $PPID\nkill -QUIT $PPID\necho edited\n")
    editor.chmod(0o700)
    monkeypatch.setenv("VISUAL", str(editor))
    with Terminal([cockpit], root) as terminal:
        dashboard(terminal)
        terminal.press("e")
        terminal.wait(lambda text: b"edited" in terminal.raw and "Needs you" in text, "the dashboard again")
        terminal.press("q")
        assert terminal.ends() == 0


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
        os.kill(terminal.process.pid, signal.SIGTERM)
        terminal.rest()
        assert is_as_found(terminal)
        terminal.process.close()
        assert terminal.process.signalstatus == signal.SIGTERM
        assert not list(folder.iterdir())
