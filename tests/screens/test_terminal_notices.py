"""The bytes of a notice, by terminal."""

from pathlib import Path

import pytest

from cockpit.rules.notices import Notice
from cockpit.screens.terminal_notices import TerminalNotices, desktop_program

NOTICE = Notice("x:1", "shop-api: x failed")
KITTY = "\x1b]99;i=cockpit-{id}:o=unfocused;shop-api: x failed\x1b\\"


def written(environ: dict[str, str], *notices: Notice, mode: str = "terminal", clear: bool = False) -> str:
    out: list[str] = []
    shows = TerminalNotices(out.append, environ, mode)  # type: ignore[arg-type]
    shows.show(notices)
    if clear:
        shows.clear()
    return "".join(out)


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"TERM_PROGRAM": "iTerm.app"}, "\x1b]9;cockpit: shop-api: x failed\x1b\\"),
        ({"TERM": "xterm-ghostty"}, "\x1b]777;notify;cockpit;shop-api: x failed\x1b\\"),
        ({"TERM": "foot"}, "\x1b]777;notify;cockpit;shop-api: x failed\x1b\\"),
        ({"TERM": "xterm-256color"}, "\x07"),
        ({"TERM": "screen", "STY": "1.x", "TERM_PROGRAM": "iTerm.app"}, "\x07"),
        ({"TERM": "tmux-256color", "TMUX": "/t,1,0", "TERM_PROGRAM": "iTerm.app"},
         "\x1bPtmux;\x1b\x1b]9;cockpit: shop-api: x failed\x1b\x1b\\\x1b\\"),
        ({}, "\x07"),
    ],
)  # fmt: skip
def test_each_terminal_has_its_own(environ: dict[str, str], expected: str) -> None:
    assert written(environ, NOTICE) == expected
    assert written(environ, NOTICE, mode="title") == ""


def test_kitty_takes_a_notice_back() -> None:
    shown = written({"TERM": "xterm-kitty"}, NOTICE)
    key = shown.partition("cockpit-")[2][:12]
    assert shown == KITTY.format(id=key)
    assert written({"TERM": "xterm-kitty"}, NOTICE, clear=True) == f"{shown}\x1b]99;i=cockpit-{key}:p=close;\x1b\\"
    assert written({"TERM": "xterm-kitty"}, Notice("x:1", "")) == ""


@pytest.mark.parametrize(("term", "semicolons"), [("xterm-kitty", 2), ("foot", 3)])
def test_nothing_in_a_name_acts_on_the_terminal(term: str, semicolons: int) -> None:
    hostile = written({"TERM": term}, Notice("a;b\x1b\x07", "\x1b]0;x\x07;y=1;\u202e" + "z" * 500))
    assert not {"\x1b", "\x07", "\u202e"} & set(hostile[2:-2])
    assert hostile.count(";") == semicolons
    assert len(hostile) < 300


def test_the_desktop_is_told_where_the_person_sits_at_it(tmp_path: Path) -> None:
    program = tmp_path / "notify-send"
    program.write_text(f"#!/bin/sh\nprintf '%s|' \"$@\" > {tmp_path}/told\n")
    program.chmod(0o755)
    here = {"PATH": str(tmp_path), "DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"}
    assert desktop_program(here) == str(program)
    assert desktop_program(here | {"SSH_TTY": "/dev/pts/1"}) is None
    assert desktop_program({"PATH": str(tmp_path)}) is None
    out: list[str] = []
    shows = TerminalNotices(out.append, here, "desktop")
    shows.show([NOTICE])
    for each in shows._running:
        each.wait()
    assert ((tmp_path / "told").read_text(), out) == ("--app-name=cockpit|--|shop-api: x failed|", [])
