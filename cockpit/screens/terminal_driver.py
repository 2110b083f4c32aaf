"""The terminal is given back as it was found, whatever signal stops or ends the program.

Textual's driver takes the terminal and gives it back. What is here has that done by signals between two events of the
loop: a signal that comes while something is being written would wait for ever for what it interrupted.
"""

import asyncio
import errno
import os
import select
import selectors
import signal
import threading
from codecs import getincrementaldecoder
from collections.abc import Generator
from contextlib import suppress
from types import FrameType
from typing import IO, Any

from textual._parser import ParseTimeout, Peek1, Read1, TokenCallback
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.constants import ESCAPE_DELAY
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from cockpit.project.ending import BY_SIGNAL, ENDING

_BY_TERMINAL = (signal.SIGTTIN, signal.SIGTTOU)
"""What stops a program that reads or writes while the terminal is another one's."""


class _Output:
    """Where the screen is written. What is written to a terminal that is gone goes nowhere."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self.fileno = file.fileno

    def write(self, text: str) -> None:
        with suppress(OSError):
            self._file.write(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._file.flush()


class ReportsStatus(Message):
    """The terminal answered that it shows what programs report of themselves (OSC 7501)."""


_ESC, _BEL = "\x1b", "\x07"
_ANSWER, _LONGEST = "\x1b]7501;", 256
_REST_DELAY = 1.0
"""Seconds without more after which what began as an answer is none: a network may part it."""


class TerminalInput(XTermParser):
    """What is typed, without what a terminal answers about OSC 7501: Textual would take it, and keys behind it, for
    other keys. Of an answer that is broken off only what broke it is a key.
    """

    @property
    def waits(self) -> bool:
        """Whether what was read becomes another key where nothing follows."""
        return self._timeout_time is not None

    def parse(self, token_callback: TokenCallback[Message]) -> Generator[Read1 | Peek1, str, None]:
        """Hand on what is no answer, as soon as it can be none."""
        typed = super().parse(token_callback)
        wanted, held = next(typed), ""
        while True:
            is_answer = held.startswith(_ANSWER)
            try:
                character = yield Read1(_REST_DELAY if is_answer else ESCAPE_DELAY) if held else wanted
            except ParseTimeout:
                character = ""
            if is_answer:
                is_ending = held.endswith(_ESC)
                if character == _BEL or (is_ending and character == "\\"):
                    if held.startswith(f"{_ANSWER}?"):
                        token_callback(ReportsStatus())
                    held = ""
                    continue
                goes_on = character == _ESC or (character and character.isprintable() and len(held) < _LONGEST)
                if goes_on and not is_ending:
                    held += character
                    continue
                held = _ESC if is_ending else ""
            held += character
            if character and _ANSWER.startswith(held):
                continue
            kept = _ESC if character == _ESC else ""
            for each in held.removesuffix(kept):
                wanted = typed.send(each)
            if not character and wanted.timeout is not None:
                wanted = typed.throw(ParseTimeout())
            held = kept


class _Ending(threading.Event):
    """Whether nothing more is to be read; `woken` can be read from then on, so that who waits for a key wakes."""

    def __init__(self) -> None:
        super().__init__()
        self.woken, self._wakes = os.pipe()

    def set(self) -> None:
        super().set()
        os.write(self._wakes, b"0")

    def clear(self) -> None:
        super().clear()
        os.read(self.woken, 1)

    def close(self) -> None:
        os.close(self.woken)
        os.close(self._wakes)


class TerminalDriver(LinuxDriver):
    """The terminal of the running program. A signal that ends it makes the app exit with 128 and the signal's number,
    as the loss of the terminal does with that of SIGHUP. Signals that were ignored stay so.
    """

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._file: Any = _Output(self._file)
        self.exit_event = self._ending = _Ending()
        self._loop = asyncio.get_running_loop()
        self._has_terminal = self._ends = False
        self._handlers = {
            number: signal.signal(number, self._receive) or signal.SIG_DFL
            for number in ENDING
            if signal.getsignal(number) is not signal.SIG_IGN
        }
        self._hang_up = select.epoll() if hasattr(select, "epoll") else None
        if self._hang_up is not None:
            self._hang_up.register(self.fileno, 0)  # that it is gone is told all the same
            self._loop.add_reader(self._hang_up.fileno(), self._lose_terminal)

    # Ending

    def _receive(self, number: int, _: FrameType | None) -> None:
        """End; while another program has the terminal, what is typed there is for that one."""
        if self._auto_restart or number not in (signal.SIGINT, signal.SIGQUIT):
            self._loop.call_soon_threadsafe(self._end, number)

    def _end(self, number: int) -> None:
        if not self._ends:
            self._ends = True
            self._app.exit(return_code=BY_SIGNAL + number)

    def _lose_terminal(self) -> None:
        if self._hang_up is not None:
            self._loop.remove_reader(self._hang_up.fileno())
        self._end(signal.SIGHUP)

    def run_input_thread(self) -> None:
        """Read what is typed; where the terminal can no longer be read, end."""
        parser, decode = TerminalInput(self._debug), getincrementaldecoder("utf-8")().decode
        try:
            with selectors.SelectSelector() as selector:
                selector.register(self.fileno, selectors.EVENT_READ)
                selector.register(self._ending.woken, selectors.EVENT_READ)
                while not self._ending.is_set():
                    ready = {key.fd for key, _ in selector.select(0.1 if parser.waits else None)}
                    text = decode(os.read(self.fileno, 4096)) if self.fileno in ready else ""
                    for message in (*(parser.feed(text) if text else ()), *parser.tick()):
                        self.process_message(message)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            self._loop.call_soon_threadsafe(self._lose_terminal)

    def close(self) -> None:
        """End with the terminal given back: from here on signals do what they did before."""
        super().close()
        self._ending.close()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        if self._hang_up is not None:
            self._loop.remove_reader(self._hang_up.fileno())
            self._hang_up.close()

    # Stopping, and going on

    def _sigtstp_application(self, *_: object) -> None:
        if self._auto_restart:
            self._loop.call_soon_threadsafe(self._stop)
        else:
            os.kill(os.getpid(), signal.SIGSTOP)

    def _sigcont_application(self, *_: object) -> None:
        if self._auto_restart:
            self._loop.call_soon_threadsafe(self._go_on)

    def _stop(self) -> None:
        for number in _BY_TERMINAL:
            signal.signal(number, signal.SIG_DFL)  # where the terminal is another program's, that stops it at once
        self._give_back()
        os.kill(os.getpid(), signal.SIGSTOP)

    def _go_on(self) -> None:
        """Take the terminal again. After SIGSTOP, which nobody is told of, the shell has set it as it likes."""
        self._give_back()
        if self._must_signal_resume and not self._ends:
            self.resume_application_mode()
            self._app.refresh(layout=True)

    def _give_back(self) -> None:
        if self._has_terminal:
            self._app.app_suspend_signal.publish(self._app)
            self.suspend_application_mode()
            self._must_signal_resume = True

    # The terminal is touched only while it is the program's: from the background that would stop it

    def start_application_mode(self) -> None:
        """Take the terminal, unless another program is in the foreground."""
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._has_terminal = self._writer_thread is not None and self._writer_thread.is_alive()
        for number in _BY_TERMINAL if self._has_terminal else ():
            signal.signal(number, self._sigtstp_application)

    def stop_application_mode(self) -> None:
        """Give the terminal back."""
        if self._has_terminal:
            super().stop_application_mode()
            self._has_terminal = False

    def suspend_application_mode(self) -> None:
        """Give the terminal back until the program goes on."""
        self.stop_application_mode()
        super().close()

    def disable_input(self) -> None:
        """Read nothing more."""
        if self._has_terminal:
            super().disable_input()

    def write(self, data: str) -> None:
        """Write to the terminal; nothing while the program is stopped."""
        if self._writer_thread is not None and self._writer_thread.is_alive():
            super().write(data)

    def _disable_mouse_support(self) -> None:
        if self._mouse_pixels:
            self.write("\x1b[?1016l")
        super()._disable_mouse_support()
