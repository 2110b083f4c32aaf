"""The re-entry protocol (seed): the state, compared with the folders, and what the file keeps for the next session."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from cockpit.model import Track
from cockpit.model.checklist import NOTHING_MORE, Check, DoneStep, Option, Resumption, Way
from cockpit.model.intents import Intent, Move, Retry
from cockpit.rules.checklist.check_kinds import failed, passed
from cockpit.systems.autodev.flow import State
from cockpit.systems.autodev.folders import Disagreement
from cockpit.systems.autodev.sources import Sources, read_sources
from cockpit.systems.autodev.track import COMPLETED
from cockpit.systems.autodev.verbs import said
from cockpit.systems.autodev.waiting import is_about_disagreement
from cockpit.systems.interface import Candidate, Files, ReadContext
from cockpit.systems.shared.report import Report

_ONWARD = said("state-says-where", "The state file names the current step")
_NOWHERE = said("state-says-not-where", "The state file does not name the current step")


def resumption(track: Track, files: Files, candidate: Candidate, context: ReadContext) -> Resumption:
    """What the re-entry protocol says; where no state file names a step, how the step was found."""
    sources = read_sources(files, candidate, Report())
    state = sources.usable
    if state is None:
        return _by_folders(sources)
    return Resumption(
        checks=tuple(_checks(track, state, sources)),
        plans=tuple(path for name, path in track.documents.items() if name in ("dependencies", "architecture")),
        stamps=(track.updated,) if track.updated is not None else (),
        step=state.id,
        begins=_begins(state),
        done=tuple(
            DoneStep(id=each.id or "?", name=": ".join(filter(None, (each.name, each.outcome))))
            for each in track.phases
            if each.status == COMPLETED
        ),
        told=tuple(_passages(track, sources)),
    )


def _by_folders(sources: Sources) -> Resumption:
    """The resumption for a step that the folder scan found: a person looks first, since nothing states its progress."""
    if sources.shown is None:
        return NOTHING_MORE
    has_file = sources.state is not None
    fact = _NOWHERE if has_file else said("no-state-says-where", "No state file names the current step")
    evidence = said("folders-show", f"The folders show {sources.shown}.")
    begin = Way((("cockpit", "init", "autodev"),), "Begin one there")
    check = failed("onward", _ONWARD, fact, evidence)
    return replace(
        NOTHING_MORE,
        checks=(replace(check, brings_back=() if has_file else (begin,)),),
        step=sources.shown.step.id,
        told=(("How the step was found", f"{fact}. {evidence} Make sure of it before you go on."),),
    )


def _checks(track: Track, state: State, sources: Sources) -> Iterator[Check]:
    yield _onward(track, state)
    if state.status == "failed" and not state.failed_for_good:  # else the retries have a check of their own
        claim, fact = said("step-has-not-failed", "The step has not failed"), said("step-failed", "The step failed")
        evidence = said("present-step-failed", f"Step {state.label} has retries left.")
        again = Way((("cockpit", "phase", "retry"),), "Try again")
        yield replace(failed("failed", claim, fact, evidence), brings_back=(again,))
    if state.unreadable_sub_step:
        errors = [each.message for each in track.findings if each.code == "sub-step-unreadable"]
        claim = said("sub-step-is-readable", "The sub-step is readable")
        yield failed("sub-step", claim, said("sub-step-is-not-readable", "The sub-step is unreadable"), *errors)
    yield from _folders(track, state, sources.conflict)


def _onward(track: Track, state: State) -> Check:
    if state.id is None and not state.done:
        return failed("onward", _ONWARD, _NOWHERE)
    flow, counted = track.position.flow, track.position.counted
    place = f"{flow}, step {state.label}" if flow is not None else f"step {state.label}"
    evidence = [said("at-step", place if state.label else "All steps are done.")]
    if counted is not None:
        evidence.append(said("steps-behind", f"{counted.done} of {counted.total} steps done"))
    return passed("onward", _ONWARD, *evidence)


def _folders(track: Track, state: State, conflict: Disagreement | None) -> Iterator[Check]:
    """The check of file and folders, with the choice between them; none while that is the question that waits."""
    claim = said("state-and-folders-agree", "The state file and the folders agree")
    if conflict is None:
        yield passed("folders", claim)
        return
    if track.waiting is not None and is_about_disagreement(track.waiting):
        return
    shown = conflict.shown.step
    told = said("follow-the-folders", f"Move the file to step {shown.label}, as the folders show.")
    way = Way((("cockpit", "set", f"phase={shown.id}"),), "Follow")
    follow = Option("folders", told, way, (Move(part="phase", value=shown.id),))
    if not conflict.folders_win:
        claim = said("state-counts", "The state file takes precedence over the folders")
        yield replace(passed("folders", claim, conflict.explanation), options=(follow,))
    elif track.waiting is None and track.position.status != "failed":
        claim = said("state-is-kept", "The state file is kept; the folders differ")
        yield replace(passed("folders", claim, conflict.explanation), options=(follow,))
    else:
        fact = said("state-and-folders-disagree", "The state file and the folders disagree")
        check = failed("folders", claim, fact, conflict.explanation)
        reset = Way((("cockpit", "phase", "reset"),), "Reset the retries")
        stuck = state.failed_for_good  # it moves nowhere before a person decides
        yield replace(check, options=() if stuck else (follow,), brings_back=(reset,) if stuck else ())


def _begins(state: State) -> Intent | None:
    """The intent that marks the step as in progress."""
    if state.status == "not_started":
        return Move(part="status", value="in_progress")
    return Retry(phase=state.id) if state.status == "failed" and not state.failed_for_good else None


def _passages(track: Track, sources: Sources) -> Iterator[tuple[str, str]]:
    """The sections for the prompt: the last session, the retries, the tasks."""
    for last in track.sessions:
        stated = {"Date": last.ended, "Ended at": last.working_on, "Reason": last.handoff_reason, "Notes": last.notes}
        yield from _part("Last session", (f"{label}: {text}" for label, text in stated.items() if text is not None))
    yield from _part(
        "Retries",
        (
            f"- Attempt {each.attempt or '?'}: {', '.join(filter(None, (each.task, each.reason, each.at)))}"
            for each in (track.retries.log if track.retries is not None else ())
        ),
    )
    yield from _part("Tasks", (f"{sources.tasks.summary}.",) if sources.tasks.summary else ())


def _part(title: str, lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    text = "\n".join(lines)
    if text:
        yield title, text
