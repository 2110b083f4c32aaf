"""`cockpit check --hook AGENT`: what an agent asks before each tool.

It exits 0 or 2, whatever happens: the agents refuse a tool only at 2 with words on standard error, and run it where
their hook fails in any other way. What needs no project is answered before anything that reads one is imported.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import suppress

from cockpit.cli.output import complain
from cockpit.project.calls import HOOKS, Call, call_in, note_run
from cockpit.project.kept_answers import find
from cockpit.regex import regex

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence
    from typing import NoReturn

PASS, REFUSE = 0, 2
ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
"""The signals by which agents and terminals end a hook."""
_LONGEST = 100_000
_PLAIN = regex(r"""(?:[\w./:,@%+= -]|'[^'\\]*'|"[^"$`\\!]*")+""")
"""A command of which every shell makes the words that `shlex` does, and nothing else."""
_ALLOWED = ("handoff.write", "log", "resume.check", "resume.prompt")
_OTHERWISE = ("--save", "--reset-alerts", "--hook")
"""Commands that only read without these options, and the one that is allowed although it writes."""
_NO_READING = ("agents.go", "demo.open", "statusline", "project.open")
"""Those that write nothing in the project, but do more than to read."""
_CUT = 200
"""Characters of a reason."""


def answered(words: Sequence[str], carry_out: Callable[[], int]) -> int:
    """The exit code of a hook, 0 or 2: what goes wrong is told, and decided by the setting `hook_on_error`. A command
    line that is not as it is installed is left to `carry_out`."""
    for number in ENDING:
        signal.signal(number, _broken_off)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    try:
        return _as_installed(words) if _is_as_installed(words) else carry_out()
    except SystemExit as leaving:  # argparse, which has said why
        return REFUSE if leaving.code else PASS
    except Exception as error:  # noqa: BLE001 -- whatever it is, the tool must not run for it
        return _undecided(error)


def _is_as_installed(words: Sequence[str]) -> bool:
    """Whether they are those that agents are given, with or without the wait."""
    return any(tuple(words) in (each.arguments, each.arguments[:3]) for each in HOOKS.values())


def run(arguments: argparse.Namespace) -> int:
    """0 where the tool may run, 2 with a sentence where it may not."""
    if arguments.hook not in HOOKS:
        from cockpit.model.errors import WrongUsage

        raise WrongUsage("cli.no-such-hook", f"No hook for {arguments.hook!r}. Agents: {', '.join(HOOKS)}.")
    return _answer(_called(arguments.hook), (), lambda: arguments)


def _as_installed(words: Sequence[str]) -> int:
    """As `run`, without a parser where the project need not be read."""
    call = _called(words[2])

    def parsed() -> argparse.Namespace:
        from cockpit.cli.parser import parse

        return parse(words)

    return _answer(call, (*words, "\0", call.session, *call.folders), parsed)  # as no command line that is typed


def _answer(call: Call, asked: Sequence[str], parsed: Callable[[], argparse.Namespace]) -> int:
    """What a call is answered with: by itself, by what was kept for what is `asked`, or by the projects."""
    if (path := call.forbidden) is not None:
        complain(f"{path} was not written: only a person changes what cockpit keeps, and which hooks an agent runs.")
        return REFUSE
    if call.reads or (asked and find(asked) == (PASS, "", "")) or _may_run(call):
        return PASS
    from cockpit.cli.waiting import is_held

    return REFUSE if is_held(call, parsed(), asked) else PASS


def _called(agent: str) -> Call:
    """The call that standard input tells of."""
    at = time.time()
    note_run(agent)
    if sys.stdin.isatty():
        from cockpit.model.errors import WrongUsage

        raise WrongUsage("cli.hook-in-terminal", "--hook is for the settings of an agent, which writes to its input.")
    return call_in(agent, sys.stdin.buffer.read(), at)


def _undecided(error: Exception) -> int:
    from cockpit.model.errors import CommandError, WrongUsage
    from cockpit.project.settings import load_settings

    if isinstance(error, WrongUsage):
        complain(error.whole)
        return REFUSE
    is_told = isinstance(error, CommandError)
    why = str(error).removesuffix(".") if is_told else f"it failed with {type(error).__name__}: {error}"[:_CUT]
    try:
        passes = load_settings().hook_on_error == "pass"
    except CommandError:  # no home folder
        passes = False
    if passes:
        complain(f'whether a limit holds here is unknown ({why}); the tool runs, since hook_on_error is "pass".')
        return PASS
    complain(
        f"no tool runs, since whether a limit holds here is unknown ({why}); a person has to fix that, or set "
        'hook_on_error = "pass" in settings.toml.'
    )
    return REFUSE


def _broken_off(number: int, _: object) -> NoReturn:
    """Refuse with words: Gemini CLI runs the tool where a hook dies without any."""
    complain(f"the wait for a person was broken off ({signal.Signals(number).name}), and the tool was not run.")
    with suppress(ImportError):  # it is about to be imported: nothing is held yet
        from cockpit.project.held import remove_hold

        remove_hold(os.getpid())
    os._exit(REFUSE)


# What may be done meanwhile


def _may_run(call: Call) -> bool:
    """Whether it is a shell's command of cockpit's that only reads, or writes a handoff, and nothing else."""
    command = call.command
    if command is None or len(command) > _LONGEST or _PLAIN.fullmatch(command) is None:
        return False
    import shlex

    name, *words = shlex.split(command) or [""]
    if name != "cockpit" and not (name.startswith("/") and os.path.realpath(name) in _own_files()):
        return False
    from cockpit.cli.parser import asks_for_help, split
    from cockpit.model.errors import WrongUsage

    try:
        line = split(words)
    except WrongUsage:
        return False
    if any(option.partition("=")[0] in _OTHERWISE for option in line.options):
        return False
    return (
        asks_for_help(words) or line.action.id in _ALLOWED or not (line.action.writes or line.action.id in _NO_READING)
    )


def _own_files() -> tuple[str, ...]:
    from shutil import which

    return tuple(os.path.realpath(each) for each in (sys.argv[0], which("cockpit")) if each)
