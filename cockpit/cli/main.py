"""The entry point: parse, hand over to the action's module, turn every expected failure into one sentence."""

import gc
import io
import os
import sys
from collections.abc import Sequence

from cockpit.model.errors import CommandError, SeveralTracks
from cockpit.wording.messages import Message


def run() -> None:
    """The `cockpit` command. What the terminal's encoding cannot express is printed escaped."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # collected whatever PYTHONUNBUFFERED says, so that `_printed` decides
            stream.reconfigure(errors="backslashreplace", write_through=stream.isatty())
    collect_seldom()
    sys.exit(main(sys.argv[1:]))


def collect_seldom() -> None:
    """Look for garbage seldom: what a reading makes lives on, and to search it meanwhile took a quarter of the time."""
    gc.set_threshold(50_000, 20, 20)


def main(arguments: Sequence[str]) -> int:
    """Carry out a command line. 0 done, 1 refused or failed with one sentence on standard error, 2 wrong usage."""
    try:
        return _printed(_carried_out(arguments))
    except OSError as error:
        return _cut_short(error)
    except KeyboardInterrupt:
        return 130


def _carried_out(arguments: Sequence[str]) -> int:
    if "_ARGCOMPLETE" in os.environ:
        from cockpit.cli.completion import complete

        complete()
    try:
        return _carry_out(arguments)
    except CommandError as refusal:
        from cockpit.cli.output import complain

        complain(refusal.whole)
        from cockpit.cli.parser import WrongUsage

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
        complain(Message("cli.file-unreadable", path=error.filename, reason=error.strerror))
    else:
        complain(Message("cli.output-not-written", reason=error.strerror))
    return 1


def _carry_out(arguments: Sequence[str]) -> int:
    import importlib

    from cockpit.actions import ACTIONS, OPEN
    from cockpit.cli.output import set_place
    from cockpit.cli.parser import given_place, parse

    set_place(())
    parsed = parse(arguments)  # `--help` and `--version` end here
    from cockpit.project.settings import database_at

    set_place(given_place(parsed))
    module = next(action.module for action in (*ACTIONS, OPEN) if action.id == parsed.action)
    with database_at(parsed.db, parsed.project):
        code: int = importlib.import_module(f"cockpit.cli.{module}").run(parsed)
    return code
