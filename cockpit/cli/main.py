"""The entry point: parse, hand over to the verb's module, turn every expected failure into one sentence."""

import io
import sys
from collections.abc import Sequence

from cockpit import __version__


class Refused(Exception):  # noqa: N818 -- reads as what happened
    """A verb could not be carried out; the message is one clear sentence."""


def run() -> None:
    """The `cockpit` command. What the terminal's encoding cannot express is printed escaped."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(main(sys.argv[1:]))


def main(arguments: Sequence[str]) -> int:
    """Carry out a command line. 0 done, 1 refused or failed with one sentence on standard error, 2 wrong usage."""
    if list(arguments) == ["--version"]:
        print(f"cockpit {__version__}")
        return 0
    try:
        return _carry_out(arguments)
    except Refused as refusal:
        from cockpit.cli.output import complain

        complain(str(refusal))
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # `cockpit status | head`
        sys.stdout = None
        return 0


def _carry_out(arguments: Sequence[str]) -> int:
    import importlib

    from cockpit.cli.parser import parse
    from cockpit.cli.verbs import OPEN, VERBS

    parsed = parse(arguments)
    module = next(verb.module for verb in (*VERBS, OPEN) if verb.name == parsed.verb)
    code: int = importlib.import_module(f"cockpit.cli.{module}").run(parsed)
    sys.stdout.flush()
    return code
