"""The entry point: parse, hand over to the action's module, turn every expected failure into one sentence."""

from __future__ import annotations

import gc
import io
import os
import sys

from cockpit import __version__
from cockpit.project.kept_answers import find, say

TYPE_CHECKING = False  # an answer that is kept waits for no module that is only for types
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Sequence

    from cockpit.project.kept_answers import Answer

KEPT = ("check", "status", "agents")
"""The actions whose answers are kept."""


def run() -> None:
    """The `cockpit` command. What the terminal's encoding cannot express is printed escaped."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # collected whatever PYTHONUNBUFFERED says, so that `_printed` decides
            stream.reconfigure(errors="backslashreplace", write_through=stream.isatty())
    arguments = sys.argv[1:]
    kept = find(arguments) if arguments and "--version" not in arguments else None
    if kept is None:
        collect_seldom()
    try:
        code = main(arguments, kept)
    except KeyboardInterrupt as interrupt:
        _end_by(interrupt)
    else:
        gc.freeze()  # else all that is left is looked through once more, which took a tenth of the time
        sys.exit(code)


def _end_by(interrupt: KeyboardInterrupt) -> None:
    """End by the signal as if nobody had met it: only so a shell knows, and a script of it ends too."""
    import signal
    from contextlib import suppress

    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    number = getattr(interrupt, "number", signal.SIGINT)  # another one is a `cockpit.project.ending.Ended`
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)


def collect_seldom() -> None:
    """Look for garbage seldom: what a reading makes lives on, and to search it meanwhile took a quarter of the time.

    Not more seldom than this: a drawn screen leaves cycles behind, and under twenty changes a second those that nobody
    looked for were 3 MB in ten minutes.
    """
    gc.set_threshold(50_000, 5, 4)


class _Later(type(sys)):  # type: ignore[misc]
    """Stands for a module, which is imported once a function of it is called."""

    def __getattr__(self, name: str) -> Callable[..., object]:
        module = self.__dict__["__name__"]

        def call(*arguments: object, **named: object) -> object:
            import importlib

            return getattr(importlib.import_module(module), name)(*arguments, **named)

        return call


_HELPERS = {"dataclasses": "inspect", "pathlib": "urllib.parse", "argparse": "gettext"}
"""By module of the standard library one that it imports for functions which are seldom called, if ever: together they
take as long as half of Python's own start."""


def import_without_helpers() -> None:
    """Import these modules, but not yet what they call seldom."""
    for module, helper in _HELPERS.items():
        if module not in sys.modules and helper not in sys.modules:
            sys.modules[helper] = _Later(helper)
            __import__(module)
            del sys.modules[helper]


def main(arguments: Sequence[str], kept: Answer | None = None) -> int:
    """Carry out a command line, or say the answer that was kept. 0 done, 1 refused or failed with one sentence on
    standard error, 2 wrong usage."""
    try:
        return _printed(say(kept) if kept is not None else _carried_out(arguments))
    except OSError as error:
        return _cut_short(error)


def _carried_out(arguments: Sequence[str]) -> int:
    match arguments:
        case ["statusline"] | ["statusline", "--wrap", _]:  # as the agent gives it; the parser would take half the time
            from cockpit.cli.statusline import show

            return show(*arguments[2:])
    if "--version" in arguments[: arguments.index("--") if "--" in arguments else None]:
        print(f"cockpit {__version__}")
        return 0
    import_without_helpers()
    if "_ARGCOMPLETE" in os.environ:
        from cockpit.cli.completion import complete

        complete()
    if "check" in arguments and any(each.partition("=")[0] == "--hook" for each in arguments):
        from signal import SIG_BLOCK, SIG_SETMASK, SIGHUP, SIGINT, SIGTERM, pthread_sigmask

        before = pthread_sigmask(SIG_BLOCK, (SIGTERM, SIGHUP, SIGINT))  # until there is somebody to refuse with words
        try:
            from cockpit.cli.hook import answered

            return answered(arguments, lambda: _carry_out(arguments))
        finally:
            pthread_sigmask(SIG_SETMASK, before)
    from cockpit.model.errors import CommandError, SeveralTracks, WrongUsage

    try:
        return _carry_out(arguments)
    except CommandError as refusal:
        from cockpit.cli.output import complain

        complain(refusal.whole)
        return 2 if isinstance(refusal, WrongUsage | SeveralTracks) else 1
    except SystemExit as leaving:  # argparse, which has said why
        return leaving.code if isinstance(leaving.code, int) else 0


def _printed(code: int) -> int:
    """The exit code, once all output is out. It holds though nobody reads on: a hook asks only for the code."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        sys.stdout = None
    except OSError as error:
        failed = _cut_short(error)
        return code or failed
    return code


def _cut_short(error: OSError) -> int:
    from cockpit.cli.output import complain

    sys.stdout = None  # so that Python does not try again at its end
    if error.filename:
        complain(f"{error.filename} cannot be read: {error.strerror}.")
    else:
        complain(f"The output could not be written: {error.strerror or error}.")
    return 1


def _carry_out(arguments: Sequence[str]) -> int:
    from cockpit.actions import ACTIONS, OPEN
    from cockpit.cli.output import set_place
    from cockpit.cli.parser import given_place, parse

    set_place(())
    parsed = parse(arguments)  # `--help` ends here
    set_place(given_place(parsed))
    module = next(action.module for action in (*ACTIONS, OPEN) if action.id == parsed.action)
    if parsed.action in KEPT and not getattr(parsed, "hook", None):  # which depends on what its agent says
        return _recorded(arguments, module, parsed)
    return _run(module, parsed)


def _run(module: str, parsed: Namespace) -> int:
    import importlib

    from cockpit.project.settings import database_at

    with database_at(parsed.db, parsed.project):
        code: int = importlib.import_module(f"cockpit.cli.{module}").run(parsed)
    return code


def _recorded(arguments: Sequence[str], module: str, parsed: Namespace) -> int:
    """The exit code of a command whose answer is kept for as long as it holds, unless it tells what nobody but the
    person should find there: secrets, and what agents want and say."""
    from cockpit.cli.context import recorded
    from cockpit.project.recording import Recording

    recording = Recording()
    with recorded(recording):
        code = _run(module, parsed)
    if not parsed.secrets and not getattr(parsed, "agents_speak", False):
        recording.keep(arguments, code)
    return code
