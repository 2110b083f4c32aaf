"""The entry point: parse, hand over to the verb's module, turn every expected failure into one sentence."""

import importlib
import sys
from collections.abc import Sequence

from cockpit.cli.output import complain
from cockpit.cli.parser import OPEN, VERBS, parse


class Refused(Exception):  # noqa: N818 -- reads as what happened
    """A verb could not be carried out; the message is one clear sentence."""


def run() -> None:
    """The `cockpit` command."""
    sys.exit(main(sys.argv[1:]))


def main(arguments: Sequence[str]) -> int:
    """Carry out a command line. 0 done, 1 refused or failed with one sentence on standard error, 2 wrong usage."""
    parsed = parse(arguments)
    module = next(verb.module for verb in (*VERBS, OPEN) if verb.name == parsed.verb)
    try:
        code: int = importlib.import_module(f"cockpit.cli.{module}").run(parsed)
        sys.stdout.flush()
    except Refused as refusal:
        complain(str(refusal))
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # `cockpit status | head`
        sys.stdout = None
        return 0
    return code
