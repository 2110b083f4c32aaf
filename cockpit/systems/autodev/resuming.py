"""The re-entry protocol (seed): the state, compared with the folders, and what the file keeps for the next session."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from cockpit.model import Track
from cockpit.model.checklist import NOTHING_MORE, Check, DoneStep, Option, Resumption, Way
from cockpit.model.intents import Intent, Move, Retry
from cockpit.rules.checklist.check_kinds import failed, passed
from cockpit.systems.autodev.cross_check import Disagreement
from cockpit.systems.autodev.flow_position import FlowPosition
from cockpit.systems.autodev.phases import COMPLETED
from cockpit.systems.autodev.sources import Sources
from cockpit.systems.autodev.state_file import StateFile
from cockpit.systems.autodev.waiting import is_about_disagreement, task_summary
from cockpit.wording.messages import Message

_ONWARD = Message("autodev.state-says-where")


def resumption(track: Track, sources: Sources) -> Resumption:
    """What the re-entry protocol says; where no state file names a step, how the step was found."""
    state = sources.state
    if state is None or not state.is_usable:
        return _by_folders(sources)
    position = sources.position
    return Resumption(
        checks=tuple(_checks(track, state, sources)),
        plans=tuple(path for name, path in track.documents.items() if name in ("dependencies", "architecture")),
        stamps=(track.updated,) if track.updated is not None else (),
        step=position.id,
        begins=_begins(position),
        done=tuple(
            DoneStep(id=each.id or "?", name=": ".join(filter(None, (each.name, each.outcome))))
            for each in track.phases
            if each.status == COMPLETED
        ),
        told=tuple(_passages(state, sources)),
    )


def _by_folders(sources: Sources) -> Resumption:
    """The resumption for a step that the folder scan found: a person looks first, since nothing states its progress."""
    if sources.detected is None:
        return NOTHING_MORE
    has_file = sources.state is not None
    fact = Message("autodev.state-says-not-where") if has_file else Message("autodev.no-state-says-where")
    evidence = Message("autodev.folders-show", found=sources.detected.explanation)
    begin = Way((("cockpit", "init", "autodev"),), "Begin one there")
    check = failed("onward", _ONWARD, fact, evidence)
    return replace(
        NOTHING_MORE,
        checks=(replace(check, brings_back=() if has_file else (begin,)),),
        step=sources.detected.step.id,
        told=(("How the step was found", f"{fact}. {evidence} Make sure of it before you go on."),),
    )


def _checks(track: Track, state: StateFile, sources: Sources) -> Iterator[Check]:
    errors = [each.message for each in track.findings if each.path == state.path and each.severity == "error"]
    if errors:
        claim, fact = Message("autodev.state-is-whole"), Message("autodev.state-is-not-whole")
        yield failed("readable", claim, fact, *errors[:20])
    yield _onward(track, sources.position)
    yield from _failure(sources.position)
    if state.has_unreadable_sub_step:
        errors = [each.message for each in track.findings if each.code == "sub-step-unreadable"]
        claim, fact = Message("autodev.sub-step-is-readable"), Message("autodev.sub-step-is-not-readable")
        yield failed("sub-step", claim, fact, *errors)
    yield from _folders(track, sources.disagreement)


def _failure(position: FlowPosition) -> Iterator[Check]:
    """The check of a failed step with tries left; where none is left, the retries have a check of their own."""
    if position.status == "failed" and not position.failed_for_good:
        evidence = Message("autodev.present-step-failed", step=position.label)
        check = failed("failed", Message("autodev.step-has-not-failed"), Message("autodev.step-failed"), evidence)
        yield replace(check, brings_back=(Way((("cockpit", "phase", "retry"),), "Try again"),))


def _onward(track: Track, position: FlowPosition) -> Check:
    if position.id is None and not position.done:
        return failed("onward", _ONWARD, Message("autodev.state-says-not-where"))
    flow, counted = track.position.flow, track.position.counted
    if not position.label:
        evidence = [Message("autodev.all-steps-done")]
    elif flow is not None:
        evidence = [Message("autodev.flow-at-step", flow=flow, step=position.label)]
    else:
        evidence = [Message("autodev.at-step", step=position.label)]
    if counted is not None:
        evidence.append(Message("autodev.steps-behind", done=counted.done, total=counted.total))
    return passed("onward", _ONWARD, *evidence)


def _folders(track: Track, disagreement: Disagreement | None) -> Iterator[Check]:
    """The check of file and folders, with the choice between them; none while that is the question that waits."""
    claim = Message("autodev.state-and-folders-agree")
    waiting = track.waiting
    if disagreement is None:
        yield passed("folders", claim)
    elif waiting is not None and is_about_disagreement(waiting):
        return
    elif not disagreement.folders_win:
        check = passed("folders", Message("autodev.state-counts"), disagreement.explanation)
        yield replace(check, options=(_follow(disagreement),))
    elif waiting is None and track.position.status != "failed":
        check = passed("folders", Message("autodev.state-is-kept"), disagreement.explanation)
        yield replace(check, options=(_follow(disagreement),))
    else:
        check = failed("folders", claim, Message("autodev.state-and-folders-disagree"), disagreement.explanation)
        yield replace(check, options=() if disagreement.position.failed_for_good else (_follow(disagreement),))


def _follow(disagreement: Disagreement) -> Option:
    """The option to bring the file to the step of the folders."""
    return Option(
        "folders",
        Message("autodev.follow-the-folders", step=disagreement.folder_step.label),
        Way((("cockpit", "set", f"phase={disagreement.folder_step.id}"),), "Follow"),
        (Move(part="phase", value=disagreement.folder_step.id),),
    )


def _begins(position: FlowPosition) -> Intent | None:
    """The intent that marks the step as in progress."""
    if position.status == "not_started":
        return Move(part="status", value="in_progress")
    return Retry(phase=position.id) if position.status == "failed" and not position.failed_for_good else None


def _passages(state: StateFile, sources: Sources) -> Iterator[tuple[str, str]]:
    """The sections for the prompt: the last session, the retries, the tasks."""
    session = state.session
    parts = (
        ("Date", session.date),
        ("Ended at", session.ended_at),
        ("Reason", session.reason),
        ("Notes", session.notes),
    )
    yield from _part("Last session", (f"{label}: {value.text}" for label, value in parts if value is not None))
    yield from _part("Retries", (
        f"- Attempt {each.attempt or '?'}: {', '.join(filter(None, (each.task, each.reason, each.at)))}"
        for each in state.attempts
    ))  # fmt: skip
    tasks = task_summary(sources.tasks)
    yield from _part("Tasks", (str(tasks),) if tasks is not None else ())


def _part(title: str, lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    text = "\n".join(lines)
    if text:
        yield title, text
