"""`cockpit check`: may the agent go on? For hooks and scripts, by exit code."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace

from cockpit.cli.context import any_project_of, taken_back, tracks_of
from cockpit.cli.output import complain, say, say_json
from cockpit.model import SYSTEM_UNREAD, Project, Track
from cockpit.project.load import limited
from cockpit.rules.attention import is_blocked_unsaid
from cockpit.rules.thresholds.verdict import UNREADABLE, verdict
from cockpit.wording.phrases import counted, listed


def run(arguments: argparse.Namespace) -> int:
    """0 nothing to wait for, 20 an alert nobody acknowledged, with `--blockers` and `--questions` one of those that is
    open, 30 a stop, 1 where state cannot be read.
    """
    found_project = any_project_of(arguments)
    project = replace(found_project, tracks=tracks_of(arguments, found_project))
    found = verdict(project, blockers=arguments.blockers, questions=arguments.questions)
    if arguments.json:
        say_json({"code": found.code, "reasons": [*map(str, found.reasons)]}, secrets=arguments.secrets)
    elif found.code == UNREADABLE:
        complain(found.reasons[0])
    else:
        for reason in (*(found.reasons or (_free(project, arguments),)), *filter(None, (limited(project),))):
            say(str(reason))
    if lost := taken_back(arguments, project.root, recently=True):
        complain(lost)
    return found.code


def _free(project: Project, arguments: argparse.Namespace) -> str:
    """That nothing waits, and what was looked at: no answer would look like no check."""
    if not project.tracks:
        unread = listed(finding.path for finding in project.findings if finding.code == SYSTEM_UNREAD)
        seen = f" that this version can read, only {unread}" if unread else ""
        return f"Nothing to wait for: no agent state was found in {project.root}{seen}."
    tracks = project.tracks
    known = [each for track in tracks for each in track.thresholds if each.value is not None or each.level]
    metrics = counted(len(known), "metric")
    of = tracks[0].title or tracks[0].key if len(tracks) == 1 else counted(len(tracks), "track")
    left_out = _left_out(tracks, arguments)
    others = listed(counted(number, what) for what, number in left_out.items() if number)
    return f"Nothing to wait for. Looked at {metrics} of {of}{f', not at {others}' if others else ''}."


def _left_out(tracks: Sequence[Track], arguments: argparse.Namespace) -> Mapping[str, int]:
    """What waits for a person and was not asked for."""
    blockers = sum(each.holds for track in tracks for each in track.blockers) + sum(map(is_blocked_unsaid, tracks))
    questions = sum((track.waiting is not None) + len(track.open_questions) for track in tracks)
    return {"open blocker": 0 if arguments.blockers else blockers, "question": 0 if arguments.questions else questions}
