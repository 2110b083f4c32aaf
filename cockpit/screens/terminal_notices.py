"""How notices, and what is copied, reach the terminal or the desktop: what each takes, in tables."""

import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from shutil import which

from cockpit.project.settings import Notify
from cockpit.rules.notices import Notice
from cockpit.wording.printable import printable

_OSC_9 = "\x1b]9;cockpit: {text}\x1b\\"  # a text that begins with a digit is a command of ConEmu in some terminals
_OSC_777 = "\x1b]777;notify;cockpit;{text}\x1b\\"
_OSC_99, _CLOSE = "\x1b]99;i={id}:o=unfocused;{text}\x1b\\", "\x1b]99;i={id}:p=close;\x1b\\"
_BELL = "\x07"
TERMINALS: tuple[tuple[str, str, str], ...] = (
    ("TERM", "xterm-kitty", _OSC_99),
    ("TERM", "xterm-ghostty", _OSC_777),
    ("TERM", "foot", _OSC_777),
    ("TERM", "foot-extra", _OSC_777),
    ("TERM", "contour", _OSC_777),
    ("TERM_PROGRAM", "ghostty", _OSC_777),
    ("TERM_PROGRAM", "WezTerm", _OSC_777),
    ("TERM_PROGRAM", "WarpTerminal", _OSC_777),
    ("TERM_PROGRAM", "iTerm.app", _OSC_9),
    ("TERM_PROGRAM", "Apple_Terminal", _BELL),
    ("TERM_PROGRAM", "vscode", _BELL),
    ("WT_SESSION", "", _BELL),
    ("LC_TERMINAL", "iTerm2", _OSC_9),
    ("KITTY_WINDOW_ID", "", _OSC_99),
    ("GHOSTTY_RESOURCES_DIR", "", _OSC_777),
    ("WEZTERM_PANE", "", _OSC_777),
    ("KONSOLE_VERSION", "", _OSC_777),
    ("ITERM_SESSION_ID", "", _OSC_9),
)
"""A variable of the environment, its value (empty: any), and what the terminal takes that sets it. The first row that
fits counts: what each terminal sets anew comes before what it may have inherited from another one."""

_LONGEST = 180
_PATIENCE = 2.0


def sequence_of(environ: Mapping[str, str]) -> str:
    """What shows a notice in this terminal; the bell where no row of the table fits, or a multiplexer hides it."""
    if _is_inside(environ) and not _is_in_tmux(environ):
        return _BELL
    fits = (each for name, value, each in TERMINALS if environ.get(name) and value in ("", environ[name]))
    return next(fits, _BELL)


def _is_inside(environ: Mapping[str, str]) -> bool:
    """Whether a multiplexer stands between; a variable of one alone may be inherited by a terminal begun in it."""
    return environ.get("TERM", "").startswith(("tmux", "screen"))


def _is_in_tmux(environ: Mapping[str, str]) -> bool:
    return _is_inside(environ) and "TMUX" in environ and "STY" not in environ


def desktop_program(environ: Mapping[str, str]) -> str | None:
    """What shows notices on the desktop at which the person sits; None where there is none, or it is another one."""
    is_remote = "SSH_CONNECTION" in environ or "SSH_TTY" in environ
    reachable = environ.get("DBUS_SESSION_BUS_ADDRESS") and not is_remote
    return which("notify-send", path=environ.get("PATH")) if reachable else None


CLIPBOARDS = (
    ("TMUX", "tmux load-buffer -w -"),
    ("WAYLAND_DISPLAY", "wl-copy"),
    ("DISPLAY", "xclip -selection clipboard"),
    ("TERM_PROGRAM", "pbcopy"),
)
"""A variable of the environment, and the program that copies its input where it is set."""


def put_on_clipboards(text: str, environ: Mapping[str, str]) -> bool:
    """Give a text to every program that copies here; one that is not installed or fails is passed over. True where tmux
    took it: it hands it to the terminal."""
    taken = set()
    for variable, command in CLIPBOARDS:
        name, *options = command.split()
        program = which(name, path=environ.get("PATH")) if environ.get(variable) else None
        if program is not None:
            with suppress(OSError, subprocess.TimeoutExpired):
                quiet = subprocess.DEVNULL  # xclip stays behind: whoever waited for the end of its output would hang
                done = subprocess.run([program, *options], input=text.encode(), stdout=quiet, stderr=quiet,
                                      timeout=_PATIENCE, check=False)  # fmt: skip
                taken |= {variable} if done.returncode == 0 else set()
    return "TMUX" in taken


class TerminalNotices:
    """Shows notices; `write` takes what goes to the terminal as it is."""

    def __init__(self, write: Callable[[str], None], environ: Mapping[str, str], mode: Notify) -> None:
        self._write, self._mode = write, mode
        self._sequence, self._is_in_tmux = sequence_of(environ), _is_in_tmux(environ)
        self._program = desktop_program(environ) if mode == "desktop" else None
        self._open: set[str] = set()
        self._running: list[subprocess.Popen[bytes]] = []

    def show(self, notices: Sequence[Notice]) -> None:
        """Show these, and take back those without a text where the terminal can."""
        shown = {notice.id: _plain(notice.text) for notice in notices if self._mode in ("terminal", "desktop")}
        if self._program is not None:
            for text in filter(None, shown.values()):
                self._start([self._program, "--app-name=cockpit", "--", text])
        elif self._sequence != _BELL:
            for id_, text in shown.items():
                self._send(id_, text)
        elif self._mode == "terminal" and any(shown.values()):
            self._write(_BELL)

    def clear(self) -> None:
        """Take back what is shown, where the terminal can."""
        for id_ in sorted(self._open):
            self._send(id_, "")

    def _send(self, id_: str, text: str) -> None:
        """Show a notice; where the text is empty, take it back, which only some terminals can."""
        if text:
            sequence = self._sequence
            self._open.add(id_)
        elif self._sequence == _OSC_99 and id_ in self._open:
            sequence = _CLOSE
            self._open.discard(id_)
        else:
            return
        sequence = sequence.format(id=f"cockpit-{sha256(id_.encode(errors='replace')).hexdigest()[:12]}", text=text)
        doubled = sequence.replace("\x1b", "\x1b\x1b")
        self._write(f"\x1bPtmux;{doubled}\x1b\\" if self._is_in_tmux else sequence)

    def _start(self, command: Sequence[str]) -> None:
        """Run a command without waiting for it. Where it cannot be run, there is no notice."""
        self._running = [each for each in self._running if each.poll() is None]
        with suppress(OSError):
            quiet = subprocess.DEVNULL
            self._running.append(
                subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
            )


def _plain(text: str) -> str:
    """A text that is safe in every sequence of the table: on one line, cut, without what parts its fields."""
    text = printable(text).replace(";", ",")
    return f"{text[: _LONGEST - 1]}…" if len(text) > _LONGEST else text
