"""`cockpit check --hook AGENT`: what an agent asks before each tool.

It exits 0 or 2, whatever happens: the agents refuse a tool only at 2 with words on standard error, and run it where
their hook fails in any other way.
"""

import argparse
import os
import shlex
import signal
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from shutil import which
from typing import NoReturn

from cockpit.actions import OPEN
from cockpit.cli.context import limits_of, now, tracks_of
from cockpit.cli.output import complain
from cockpit.cli.parser import WrongUsage, asks_for_help, split
from cockpit.model.errors import CommandError
from cockpit.project.held import HOOKS, Call, call_in, hold_of, listening, note_run, remove_hold, write_hold
from cockpit.project.load import ProjectReading, begun_reading, project_root, state_elsewhere
from cockpit.project.readings import await_reading
from cockpit.project.settings import load_settings
from cockpit.regex import regex
from cockpit.rules.thresholds.verdict import UNREADABLE, Holding, holding, verdict
from cockpit.wording.messages import at_place, clause
from cockpit.wording.phrases import counted, either, listed

PASS, REFUSE = 0, 2
ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
"""The signals by which agents and terminals end a hook."""
_LOOK = 0.25
"""Seconds between two looks while it waits."""
_SHOWN = 3
"""Reasons that are told; of more, how many."""
_LONGEST = 100_000
_PLAIN = regex(r"""(?:[\w./:,@%+= -]|'[^'\\]*'|"[^"$`\\!]*")+""")
"""A command of which every shell makes the words that `shlex` does, and nothing else."""
_ALLOWED = ("handoff.write", "log", "resume.check", "resume.prompt")
_OTHERWISE = ("--save", "--reset-alerts", "--hook")
"""Commands that only read without these options, and the one that is allowed although it writes."""
_NO_READING = ("agents.go", "demo.open", "statusline", OPEN.id)
"""Those that write nothing in the project, but do more than to read."""
_CUT = 200
"""Characters of a reason."""


def answered(carry_out: Callable[[], int]) -> int:
    """The exit code of a hook, 0 or 2: what goes wrong is told, and decided by the setting `hook_on_error`."""
    for number in ENDING:
        signal.signal(number, _broken_off)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    try:
        return carry_out()
    except SystemExit as leaving:  # argparse, which has said why
        return REFUSE if leaving.code else PASS
    except WrongUsage as wrong:
        complain(wrong.whole)
        return REFUSE
    except CommandError as refusal:
        why = str(refusal).removesuffix(".")
    except Exception as error:  # noqa: BLE001 -- whatever it is, the tool must not run for it
        why = f"it failed with {type(error).__name__}: {error}"[:_CUT]
    return _undecided(why)


def _undecided(why: str) -> int:
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
    remove_hold(os.getpid())
    complain(f"the wait for a person was broken off ({signal.Signals(number).name}), and the tool was not run.")
    os._exit(REFUSE)


def run(arguments: argparse.Namespace) -> int:
    """0 where the tool may run, 2 with a sentence where it may not."""
    if arguments.hook not in HOOKS:
        raise WrongUsage("cli.no-such-hook", f"No hook for {arguments.hook!r}. Agents: {', '.join(HOOKS)}.")
    called_at = time.time()
    note_run(arguments.hook)
    if sys.stdin.isatty():
        raise WrongUsage("cli.hook-in-terminal", "--hook is for the settings of an agent, which writes to its input.")
    call = call_in(arguments.hook, sys.stdin.buffer.read())
    if (path := call.forbidden) is not None:
        complain(f"{path} was not written: only a person changes what cockpit keeps, and which hooks an agent runs.")
        return REFUSE
    if call.reads or (call.command is not None and _may_run(call.command)):
        return PASS
    options = load_settings().reading(limits_of(arguments))
    folders = call.folders if arguments.project is None else (arguments.project,)
    begin = partial(begun_reading, clock=now, options=options, session=call.session)
    found = [begin(root) for root in dict.fromkeys(project_root(Path(folder)) for folder in folders)]
    readings = []
    for own in found:
        there = state_elsewhere(own.load())
        if there is None or not there.counts or there.beside:
            readings.append(own)
        if there is not None and there.counts and not (there.beside and arguments.track):
            readings.append(begin(there.folder, systems=there.beside or None))
    return _decided(call, called_at, readings, found[-1].root, arguments)


# What holds, and how long it is waited for


def _held(
    readings: Sequence[ProjectReading], here: Path, arguments: argparse.Namespace, before: tuple[Holding, ...] = ()
) -> tuple[Holding, ...]:
    """What holds now, once, and how it is answered from the project `here`: what held `before` as long as a file is
    half-written. Raises CommandError where nothing is known to hold, and not everything can be read."""
    projects = [each.load() for each in readings]
    projects = [replace(each, tracks=tracks_of(arguments, each)) for each in projects]
    found: dict[str, Holding] = {}
    for each in projects:
        place = () if each.root == str(here) else ("-C", each.root)
        for held in holding(each, blockers=arguments.blockers):
            found[held.what] = held._replace(answer=at_place(held.answer, place))
    unread = [reason for each in projects if (said := verdict(each)).code == UNREADABLE for reason in said.reasons]
    if before and any(each.unsettled for each in readings):
        return before
    if unread and not found:
        raise CommandError("cli.state-unread", clause(unread[0]))
    return tuple(found.values())


def _decided(
    call: Call, called_at: float, readings: Sequence[ProjectReading], here: Path, arguments: argparse.Namespace
) -> int:
    """Waits for a person as long as something holds, at most so many seconds. Ends when the agent is gone: nobody
    would hear the answer."""
    heard, seconds = listening(call), arguments.wait or 0
    ends, held = time.monotonic() + seconds, _held(readings, here, arguments)
    if not held and HOOKS[call.agent].has_status_line:
        for each in filter(_counts_what_is_told, readings):
            await_reading(each.root, call.session, called_at)
            held = held or _held(readings, here, arguments)
    if held and seconds:
        hold = hold_of(call)
        try:
            while held and (left := ends - time.monotonic()) > 0 and heard():
                if (what := _brief(held)) != hold.what:
                    hold = replace(hold, what=what)
                    write_hold(hold)
                time.sleep(min(_LOOK, left))
                held = _held(readings, here, arguments, held)
        finally:
            remove_hold(hold.pid)
    if not held:
        return PASS
    answers = either(dict.fromkeys(each.answer for each in held[:_SHOWN]))
    waited = f"nobody answered within {counted(seconds, 'second')}; " if seconds else ""
    if seconds and not heard():
        waited = "the agent is gone; "
    complain(
        f"{waited}held at {_brief(held)}: a person has to answer ({answers}), not the agent; until then only tools "
        "that read, `cockpit status` and `cockpit handoff` run."
    )
    return REFUSE


def _counts_what_is_told(reading: ProjectReading) -> bool:
    """Whether a limit is set on what status lines tell."""
    tracks = reading.project.tracks if reading.project is not None else ()
    limits = (each for track in tracks if track.counts_use for each in track.thresholds if any(each.limits.items()))
    return any(each.metric in ("cost", "context") for each in limits)


def _brief(held: Sequence[Holding]) -> str:
    more = (counted(len(held) - _SHOWN, "other reason"),) if len(held) > _SHOWN else ()
    return listed((*(each.what[:_CUT] for each in held[:_SHOWN]), *more))


# What may be done meanwhile


def _may_run(command: str) -> bool:
    """Whether a shell's command is one of cockpit's that only reads, or writes a handoff, and nothing else."""
    if len(command) > _LONGEST or _PLAIN.fullmatch(command) is None:
        return False
    name, *words = shlex.split(command) or [""]
    if name != "cockpit" and not (Path(name).is_absolute() and os.path.realpath(name) in _own_files()):
        return False
    try:
        line = split(words)
    except CommandError:
        return False
    if any(option.partition("=")[0] in _OTHERWISE for option in line.options):
        return False
    return (
        asks_for_help(words) or line.action.id in _ALLOWED or not (line.action.writes or line.action.id in _NO_READING)
    )


def _own_files() -> tuple[str, ...]:
    return tuple(os.path.realpath(each) for each in (sys.argv[0], which("cockpit")) if each)
