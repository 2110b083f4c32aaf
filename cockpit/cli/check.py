"""`cockpit check`: may the agent go on? For hooks and scripts, by exit code."""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace

from cockpit.cli.context import any_project_of, taken_back, tracks_of
from cockpit.cli.output import complain, say, say_json
from cockpit.model import SYSTEM_UNREAD, Project, Track
from cockpit.model.errors import WrongUsage
from cockpit.project.load import limited, state_elsewhere
from cockpit.rules.attention import STATE_MISSING, is_blocked_unsaid
from cockpit.rules.thresholds.alert_state import alerts, stops, value_and_limit
from cockpit.rules.thresholds.verdict import FREE, UNREADABLE, Verdict, verdict
from cockpit.rules.unread import damage_at, unread, without_status
from cockpit.wording.messages import Words, clause
from cockpit.wording.phrases import counted, listed


def run(arguments: argparse.Namespace) -> int:
    """0 nothing to wait for, 20 an alert nobody acknowledged, with `--blockers` and `--questions` one of those that is
    open, 30 a stop, 1 where state cannot be read; as a hook 0 or 2.
    """
    if arguments.hook is not None:
        from cockpit.cli import hook

        return hook.run(arguments)
    if arguments.wait is not None:
        raise WrongUsage("cli.wait-without-hook", "--wait needs --hook.")
    found_project = any_project_of(arguments, handed_off_here=False)
    project = replace(found_project, tracks=tracks_of(arguments, found_project))
    found = verdict(project, blockers=arguments.blockers, questions=arguments.questions)
    if found.code == FREE and (elsewhere := state_elsewhere(project)) is not None:
        found = Verdict(UNREADABLE, (f"Nothing was checked here. {elsewhere.sentence}",))
    if arguments.json:
        say_json({"code": found.code, "reasons": list(map(str, found.reasons))}, secrets=arguments.secrets)
    elif found.code == UNREADABLE:
        complain(found.reasons[0])
    else:
        reasons = found.reasons or (_free(project, arguments),)
        held = any(True for track in project.tracks for _ in unread(track))
        way = "What cannot be read holds the agent until a person mends it, or `cockpit dismiss FILE:LINE`."
        for reason in (*reasons, *_warnings(project.tracks), *filter(None, (limited(project), way if held else None))):
            say(str(reason))
    return found.code


def _warnings(tracks: Sequence[Track]) -> Iterator[Words]:
    """What has reached a warning and holds no agent; one may wait there by a limit of its own. A state file that is
    missing, where the agent goes on by something else."""
    for each in (each for track in tracks for each in track.thresholds if each.level == "warning"):
        if not stops(each) and not alerts(each):
            yield f"{clause(value_and_limit(each))}: a warning does not hold the agent."
    yield from (damage_at(each) for track in tracks for each in track.findings if each.code == STATE_MISSING)


def _free(project: Project, arguments: argparse.Namespace) -> str:
    """The sentence that nothing waits, with what was checked: silence would look as if nothing had been."""
    tracks = project.tracks
    unread = tuple(finding.path for finding in project.findings if finding.code == SYSTEM_UNREAD)
    if not tracks and unread:
        return (
            "The agent may continue, but nothing was checked: this version cannot read the state in "
            f"{project.root} ({listed(unread)})."
        )
    limited_here = (each for track in tracks for each in track.thresholds if any(each.limits.items()))
    if all(track.is_plain for track in tracks) and not any(limited_here):
        return f"Nothing was checked: no limits are set in {project.root}."
    metrics = sum(each.value is not None or each.level is not None for track in tracks for each in track.thresholds)
    of = tracks[0].title or tracks[0].key if len(tracks) == 1 else counted(len(tracks), "track")
    checked = f"Checked {counted(metrics, 'metric')} of {of}." if metrics else f"No metric of {of} has a value."
    left_out = _left_out(tracks, arguments)
    lost = None if metrics else taken_back(arguments, project.root)
    told = (f"Not checked: {listed(left_out)}." if left_out else None, lost)
    return " ".join(("The agent may continue.", checked, *filter(None, told)))


def _left_out(tracks: Sequence[Track], arguments: argparse.Namespace) -> list[str]:
    """What waits for a person and is outside of the options given."""
    blockers = sum(len(track.open_blockers) for track in tracks)
    questions = sum((track.waiting is not None) + len(track.open_questions) for track in tracks)
    found = [counted(blockers, "open blocker")] if blockers else []
    found += ["the blocked status"] if any(map(is_blocked_unsaid, tracks)) else []
    found += ["the missing status"] if any(without_status(track) is not None for track in tracks) else []
    found = [] if arguments.blockers else found
    if questions and not arguments.questions:
        found.append(counted(questions, "question"))
    unknown = (each for track in tracks if track.is_plain for each in track.thresholds if any(each.limits.items()))
    return found + [f"{each.metric} (not known yet)" for each in unknown if each.value is None]
