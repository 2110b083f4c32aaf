"""What holds the call of an agent in the projects that it concerns, and the wait until a person answers."""

import argparse
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from cockpit.cli.context import limits_of, now, recorded, tracks_of
from cockpit.cli.output import complain
from cockpit.model.errors import CommandError
from cockpit.project.calls import HOOKS, Call
from cockpit.project.held import hold_of, listening, remove_hold, write_hold
from cockpit.project.load import ProjectReading, begun_reading, project_root, state_elsewhere
from cockpit.project.readings import await_reading
from cockpit.project.recording import Recording
from cockpit.project.settings import database_at, load_settings
from cockpit.rules.thresholds.verdict import UNREADABLE, Holding, holding, verdict
from cockpit.wording.messages import at_place, clause
from cockpit.wording.phrases import counted, either, listed

_LOOK = 0.25
"""Seconds between two looks while it waits."""
_SHOWN = 3
"""Reasons that are told; of more, how many."""
_CUT = 200
"""Characters of a reason."""


def is_held(call: Call, arguments: argparse.Namespace, asked: Sequence[str]) -> bool:
    """Whether a call is held, once a person was waited for, at most so many seconds; then it was said by what. The wait
    ends when the agent is gone: nobody would hear the answer.

    Where nothing holds it, that is kept as the answer to what was `asked`, if anything; not where it counts what the
    status line tells of the message that makes the call, which is another one each time.
    """
    heard, seconds, recording = listening(call), arguments.wait or 0, Recording()
    ends, awaited = time.monotonic() + seconds, False
    with recorded(recording), database_at(arguments.db, arguments.project):
        readings, here = _readings(call, arguments)
        look = partial(_held, readings, here, arguments)
        held = look()
        if not held and HOOKS[call.agent].has_status_line:
            for each in filter(_counts_what_is_told, readings):
                awaited = await_reading(each.root, call.session, call.at) or awaited
                held = held or look()
    if not held and asked and not awaited:
        recording.keep(asked, 0)
    if held and seconds:
        hold = hold_of(call)
        try:
            while held and (left := ends - time.monotonic()) > 0 and heard():
                if (what := _brief(held)) != hold.what:
                    hold = replace(hold, what=what)
                    write_hold(hold)
                time.sleep(min(_LOOK, left))
                with database_at(arguments.db, arguments.project):
                    held = look(held)
        finally:
            remove_hold(hold.pid)
    if not held:
        return False
    answers = either(dict.fromkeys(each.answer for each in held[:_SHOWN]))
    waited = f"nobody answered within {counted(seconds, 'second')}; " if seconds else ""
    if seconds and not heard():
        waited = "the agent is gone; "
    complain(
        f"{waited}held at {_brief(held)}: a person has to answer ({answers}), not the agent; until then only tools "
        "that read, `cockpit status` and `cockpit handoff` run."
    )
    return True


def _readings(call: Call, arguments: argparse.Namespace) -> tuple[list[ProjectReading], Path]:
    """The projects whose state counts for a call, read once, and where its session works."""
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
    return readings, found[-1].root


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


def _counts_what_is_told(reading: ProjectReading) -> bool:
    """Whether a limit is set on what status lines tell."""
    tracks = reading.project.tracks if reading.project is not None else ()
    limits = (each for track in tracks for each in track.thresholds if any(each.limits.items()))
    return any(each.metric in ("cost", "context") for each in limits)


def _brief(held: Sequence[Holding]) -> str:
    more = (counted(len(held) - _SHOWN, "other reason"),) if len(held) > _SHOWN else ()
    return listed((*(each.what[:_CUT] for each in held[:_SHOWN]), *more))
