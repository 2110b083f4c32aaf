"""The re-entry protocol (seed): the state is read first, held against the folders, and presented with what it keeps."""

from collections.abc import Iterator
from dataclasses import replace

from cockpit.model import Phase, Track
from cockpit.model.intents import Intent, Move
from cockpit.model.preflight import Check, Option, Way
from cockpit.model.resumption import NOTHING_MORE, DoneStep, Resumption
from cockpit.rules.preflight.results import failed, passed
from cockpit.systems.autodev.cross_check import Disagreement
from cockpit.systems.autodev.phases import COMPLETED
from cockpit.systems.autodev.sources import Sources
from cockpit.systems.autodev.standing import Standing
from cockpit.systems.autodev.state_file import StateFile
from cockpit.systems.autodev.waiting import summary


def resumption(track: Track, sources: Sources) -> Resumption:
    """What is to be known before the flow goes on; nothing where no state file says where it stands."""
    state = sources.state
    if state is None or not state.usable:
        return NOTHING_MORE
    standing = sources.standing
    return Resumption(
        checks=tuple(_checks(track, state, sources)),
        plans=tuple(path for name, path in track.documents.items() if name in ("dependencies", "architecture")),
        stamps=(track.updated,) if track.updated is not None else (),
        step=standing.id,
        begins=_begins(standing),
        done=tuple(
            DoneStep(id=each.id or "?", name=_outcome(each)) for each in track.phases if each.status == COMPLETED
        ),
        told=tuple(_told(state, sources)),
    )


def _checks(track: Track, state: StateFile, sources: Sources) -> Iterator[Check]:
    lost = [each.message for each in track.findings if each.path == state.path and each.severity == "error"]
    if lost:
        yield failed("readable", "The state file can be read whole", "The state file cannot be read whole", *lost[:20])
    yield _position(track, sources.standing)
    yield _folders(sources.disagreement)


def _position(track: Track, standing: Standing) -> Check:
    claim = "The state file says where the flow stands"
    if standing.id is None and not standing.done:
        return failed("onward", claim, "The state file does not say at which step the flow stands")
    counted = track.position.counted
    said = [f"{track.position.flow}, {standing.called}" if track.position.flow else standing.called]
    said += [f"{counted.done} of {counted.total} steps are behind"] if counted is not None else []
    return passed("onward", claim, *said)


def _folders(found: Disagreement | None) -> Check:
    """Where the folders count, the person chooses: they are followed, or the file is kept as it is."""
    claim = "The state file and the folders agree"
    if found is None:
        return passed("folders", claim)
    if not found.folders_win:
        return passed("folders", "The state file counts, whatever the folders show", found.told)
    check = failed("folders", claim, "The state file and the folders disagree", found.told)
    follow = Option(
        "folders",
        f"The file is brought to step {found.shown.id} {found.shown.name}, as the folders show.",
        Way((("cockpit", "move", "phase", found.shown.id),), "Follow"),
        (Move(part="phase", value=found.shown.id),),
    )
    return replace(check, options=(follow,))


def _begins(standing: Standing) -> Intent | None:
    """What marks the step as under way."""
    if standing.status == "not_started":
        return Move(part="status", value="in_progress")
    return None


def _outcome(phase: Phase) -> str:
    return ": ".join(filter(None, (phase.name, phase.outcome)))


def _told(state: StateFile, sources: Sources) -> Iterator[tuple[str, str]]:
    """What re-entry presents beside decisions and blockers: the last session, the retries, the tasks."""
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
    yield from _part("Tasks", filter(None, (summary(sources.tasks),)))


def _part(title: str, lines: Iterator[str]) -> Iterator[tuple[str, str]]:
    text = "\n".join(lines)
    if text:
        yield title, text
