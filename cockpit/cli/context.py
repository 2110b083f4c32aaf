"""What a command is about: the project, its tracks, the settings, and on whose behalf it writes."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING

from cockpit.actions import BY_ID
from cockpit.cli.output import complain, runnable
from cockpit.cli.parser import given_place
from cockpit.model import CommandLimits, Finding, Level, Project, Track
from cockpit.model.reading_options import ReadingOptions
from cockpit.project.settings import Settings, load_settings
from cockpit.wording.messages import plain
from cockpit.wording.phrases import as_sentence

if TYPE_CHECKING:
    from cockpit.project.recording import Recording
    from cockpit.project.workspace import Workspace

# The present instant, as readers and as people want it


clock: Callable[[tzinfo], datetime] = datetime.now


def now() -> datetime:
    """The present instant in UTC."""
    return clock(UTC)


def local_now() -> datetime:
    """The present instant in the person's zone, for what they look at."""
    return clock(UTC).astimezone()


@contextmanager
def recorded(recording: "Recording") -> Iterator[None]:
    """Note what is asked in this block, which goes by the clock of the recording."""
    global clock  # noqa: PLW0603 -- the one of this process
    before, clock = clock, recording.clock
    try:
        with recording.noting():
            yield
    finally:
        clock = before


# What a person has chosen, in their settings and on the command line, as a command uses it


def settings_of(arguments: argparse.Namespace) -> Settings:
    """The settings, read once a command; what in them cannot be used is said on standard error."""
    known: Settings | None = getattr(arguments, "settings", None)
    if known is None:
        known = arguments.settings = load_settings()
        for problem in known.problems:
            complain(problem)
    return known


def limits_of(arguments: argparse.Namespace) -> CommandLimits:
    """The limits on the command line: metric -> level -> value; of two for the same level, the last one."""
    limits: dict[str, dict[Level, float]] = {}
    for metric, level, value in getattr(arguments, "limits", ()):
        limits.setdefault(metric, {})[level] = value
    return limits


def options_of(arguments: argparse.Namespace) -> ReadingOptions:
    """How the project is read."""
    options = settings_of(arguments).reading(limits_of(arguments))
    return replace(options, agents=()) if arguments.no_agents else options


# The project and tracks a command is about, and on whose behalf it writes


def project_of(arguments: argparse.Namespace) -> Project:
    """The project the command is about. Raises CommandError where there is no such folder or no state in it."""
    project = any_project_of(arguments)
    if is_plain(project):
        from cockpit.project.load import nowhere

        raise nowhere(project)
    return project


def is_plain(project: Project) -> bool:
    """Whether no file holds any state, as far as all could be read."""
    return not project.tracks and not any(finding.severity == "error" for finding in project.findings)


def any_project_of(arguments: argparse.Namespace, *, handed_off_here: bool = True) -> Project:
    """The project the command is about, with or without tracks; where the state of another worktree counts for it, it
    is told, and that one is named from then on, unless work is `handed_off_here` and that matters. Where it counts
    beside its own and none is named, the tracks of both. Raises CommandError where there is no such folder."""
    from cockpit.project.load import load_project, state_elsewhere  # a status line for the machine reads no project
    from cockpit.rules.thresholds.verdict import verdict

    project = load_project(Path(arguments.project or "."), clock=now, options=options_of(arguments))
    elsewhere = state_elsewhere(project)
    if elsewhere is None or not elsewhere.counts:
        return project
    complain(elsewhere.sentence)
    there = load_project(elsewhere.folder, clock=now, options=options_of(arguments), systems=elsewhere.beside or None)
    if handed_off_here and (elsewhere.beside or any(each.handoff is not None for each in project.tracks)):
        for reason in verdict(there).reasons[:1]:
            complain(f"It holds the agent there: {reason}")
        return project
    if elsewhere.beside:
        both = (*project.tracks, *there.tracks), (*project.findings, *there.findings)
        return replace(project, tracks=both[0], findings=both[1])
    arguments.project = str(elsewhere.folder)
    return there


def observed_project_of(arguments: argparse.Namespace, *, states_alone: bool = False) -> Project:
    """The project, with or without tracks, and the sessions of agents in it; with `states_alone` without its tracks,
    and no agent is asked. Raises CommandError where there is no such folder."""
    if states_alone:
        from cockpit.project.load import project_root

        project = Project(root=str(project_root(Path(arguments.project or "."))))
    else:
        project = any_project_of(arguments)
    if arguments.no_agents:
        return project
    from cockpit.project.agents import observed

    found = observed(project, options_of(arguments), clock=now, states_alone=states_alone)
    arguments.agents_speak = not states_alone and _agents_speak(found)
    return found


def everywhere_of(arguments: argparse.Namespace, *, states_alone: bool = False) -> Project:
    """The sessions of agents on the whole machine, in one track; none with `--no-agents`. With `states_alone` no agent
    is asked."""
    from cockpit.project.agents import EVERYWHERE, observed_everywhere

    options = options_of(arguments)
    if arguments.no_agents:
        return EVERYWHERE
    found = observed_everywhere(options, clock=now, states_alone=states_alone)
    arguments.agents_speak = not states_alone and _agents_speak(found)
    return found


def _agents_speak(project: Project) -> bool:
    """Whether what an agent wants or says is among what is told."""
    sessions = (session for track in project.tracks for session in track.agents)
    return any((each.request, each.question, each.said, each.todos) != (None,) * 4 for each in sessions)


def workspace_of(arguments: argparse.Namespace) -> "Workspace":
    """Whoever typed the command, with what the settings allow.

    Raises CommandError where there is no such folder, and where an agent typed `--force` or a person's command.
    """
    from cockpit.project.load import project_root
    from cockpit.project.workspace import Workspace, refuse_agents  # a hook that only looks does not pay for it

    settings = settings_of(arguments)
    workspace = Workspace(
        root=project_root(Path(arguments.project or ".")),
        now=now(),
        read_only=arguments.read_only or settings.read_only,
        allow_agents=settings.allow_agents,
        dry_run=arguments.dry_run,
        options=replace(options_of(arguments), limits={}),  # what is written follows those of the files
    )
    if getattr(arguments, "force", False):
        refuse_agents(workspace, "Leave out --force, or have a person run the command.")
    if (action := BY_ID.get(arguments.action)) is not None and action.person:  # to open the program is no action
        refuse_agents(workspace)
    return replace(workspace, reading=workspace.loader())  # one for all that the command asks


def tracks_of(arguments: argparse.Namespace, project: Project) -> tuple[Track, ...]:
    """The one track that was asked for, else all. Raises CommandError for a track that is not there."""
    if arguments.track is None:
        return project.tracks
    from cockpit.project.load import track_named

    return (track_named(project, arguments.track),)


def place_of(track: Track, project: Project, arguments: argparse.Namespace) -> tuple[str, ...]:
    """What tells a command that a sentence names which track of the project is meant: nothing where there is one."""
    named = ("--track", track.key) if len(project.tracks) > 1 and arguments.track is None else ()
    return (*given_place(arguments), *named)


def with_typed_hints(project: Project, arguments: argparse.Namespace) -> Project:
    """The project, its findings with hints that can be typed from where the person is."""

    def typed(findings: Sequence[Finding], place: Sequence[str]) -> tuple[Finding, ...]:
        return tuple(replace(each, hint=plain(runnable(each.hint, place))) if each.hint else each for each in findings)

    tracks = tuple(
        replace(each, findings=typed(each.findings, place_of(each, project, arguments))) for each in project.tracks
    )
    return replace(project, tracks=tracks, findings=typed(project.findings, given_place(arguments)))


def taken_back(arguments: argparse.Namespace, root: str) -> str | None:
    """What another program took back and what answers it."""
    place = ("-C", arguments.project) if arguments.project is not None else ()
    found = _taken_back_finding(root)
    return (
        f"{as_sentence(str(found.message))} {runnable(found.hint, place) if found.hint else ''}"
        if found is not None
        else None
    )


def with_taken_back(project: Project) -> Project:
    """The project with a finding about changes that were taken back; without one where the journal cannot be read."""
    found = _taken_back_finding(project.root)
    return replace(project, findings=(*project.findings, found)) if found is not None else project


def _taken_back_finding(root: str) -> Finding | None:
    from cockpit.project.load import was_written

    if not was_written(Path(root)):
        return None
    from cockpit.project.turning import taken_back_finding

    return taken_back_finding(Path(root), local_now())
