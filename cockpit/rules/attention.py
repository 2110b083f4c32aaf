"""What only a person can move: the needs of a track, the gravest first."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from cockpit.model import Blocker, Finding, Threshold, Track
from cockpit.model.preflight import Evidence
from cockpit.rules.ended_session import of_ended_session
from cockpit.rules.levels import format_amount, rank
from cockpit.rules.served import served
from cockpit.rules.track_names import called

Kind = Literal["stop", "alert", "lapsed", "question", "blocker", "failed", "error", "handoff", "damaged", "elsewhere"]

Remedy = Literal["acknowledge", "raise-limit", "withdraw", "answer", "resolve", "hand-off", "resume", "archive", "open"]

GRAVITY: tuple[Kind, ...] = (
    "stop", "alert", "lapsed", "question", "failed", "blocker", "damaged", "error", "handoff", "elsewhere",
)  # fmt: skip
"""The kinds from the gravest on."""
_GOES_ON = "the agent does not read this limit and is not held by it"
_ENDED = "that session handed off"
_CALLS = GRAVITY[:5]
"""The kinds that are worth being told while another track is on screen."""


class Need(NamedTuple):
    """Something a person should act on. `pane` and `row` name the place on screen it comes from.

    `remedies` are what answers it, the first one the usual; `value` is the model value concerned. A tuple, since a file
    may hold thousands. `there` is the kind of the need that waits in another track.
    """

    kind: Kind
    pane: str
    row: str
    word: str
    text: str
    remedies: tuple[Remedy, ...] = ("open",)
    value: object = None
    there: Kind | None = None

    @property
    def key(self) -> str:
        """What identifies the need from one reload to the next."""
        return f"{self.kind}:{self.row}"


def needs(track: Track, of_project: tuple[Finding, ...] = ()) -> tuple[Need, ...]:
    """Everything that waits for a person: stops, alerts, questions, failures, blockers, damage, errors, handoffs.

    `of_project` are the findings that belong to no track.
    """
    return (
        *_thresholds(track),
        *_question(track),
        *_failure(track),
        *_blockers(track),
        *_damage((*of_project, *track.findings)),
        *_errors(track),
        *_handoff(track),
    )


def firing(thresholds: tuple[Threshold, ...]) -> tuple[Threshold, ...]:
    """The thresholds that stop, or that alert without an acknowledgment; those snoozed are left out."""
    return tuple(each for each in thresholds if each.snoozed_until is None and (stops(each) or alerts(each)))


def stops(threshold: Threshold) -> bool:
    """Whether the metric is at a stop, by the present limits or by those that the agent reads."""
    return threshold.level == "stop" or threshold.agent_will == "halt"


def alerts(threshold: Threshold) -> bool:
    """Whether the metric is at an alert that nobody acknowledged, by the present limits or by those the agent reads."""
    unanswered = threshold.level == "alert" and not acknowledged(threshold)
    return not stops(threshold) and (unanswered or threshold.agent_will == "pause")


def acknowledged(threshold: Threshold) -> bool:
    """Whether an effective acknowledgment covers the present alert; one the agent knows nothing of needs no more than
    that the person has seen it."""
    given = threshold.acknowledgment
    if threshold.level != "alert" or threshold.agent_will != "continue":
        return False
    return (given is not None and given.effective) or (unknown_to_agent(threshold) and threshold.seen_at is not None)


def unknown_to_agent(threshold: Threshold) -> bool:
    """Whether an alert or a stop begins at a limit that the agent does not read, so that it goes on."""
    return rank(threshold.level) > max(rank(threshold.agent_level), rank("warning"))


def is_private(threshold: Threshold) -> bool:
    """Whether an acknowledgment concerns the person only: a warning, or an alert that the agent knows nothing of."""
    return threshold.agent_will == "continue" and (
        threshold.level == "warning" or (threshold.level == "alert" and unknown_to_agent(threshold))
    )


def of_agent(threshold: Threshold) -> str:
    """Which limit stops the agent where it is one of its own, and how it is told the present one."""
    told = f"`{threshold.tell_agent}` tells it this one" if threshold.tell_agent else "no command tells it another"
    return f"by its own limit; {told}"


def lapsed(threshold: Threshold) -> bool:
    """Whether the acknowledgment of an alert no longer holds, while the agent, which does not know, goes on."""
    given = threshold.acknowledgment
    gone = given is not None and not given.effective
    return gone and threshold.level == "alert" and threshold.agent_will == "continue"


def unanswered(threshold: Threshold) -> str:
    """What is known of an acknowledgment that no alert has: that there is none, or that nobody can read it."""
    file = threshold.acknowledgment_unread
    return f"{file.rpartition('/')[2]} cannot be read" if file else "not acknowledged"


def unwritable(track: Track) -> Finding | None:
    """The damage in a file which may keep acknowledgments, because of which none is written or withdrawn."""
    return next((each for each in track.findings if each.severity == "error" and each.path.endswith(".json")), None)


def reached(threshold: Threshold) -> str:
    """`context 42 %, alert at 40 %`: the value and the limit it has reached."""
    value = "no value" if threshold.value is None else format_amount(threshold.value, threshold.unit)
    limit = threshold.limits.at(threshold.level) if threshold.level else None
    if limit is None:
        return f"{threshold.metric} {value}"
    return f"{threshold.metric} {value}, {threshold.level} at {format_amount(limit, threshold.unit)}"


def needs_elsewhere(tracks: tuple[Track, ...], shown: Track | None = None) -> tuple[Need, ...]:
    """What waits for a person in tracks that are not on screen: each with the gravest of its needs, the worst first."""
    every = (*tracks, *((shown,) if shown is not None else ()))
    worst = ((track, next(iter(needs(track)), None)) for track in tracks)
    calling = [(track, need) for track, need in worst if need is not None and need.kind in _CALLS]
    return tuple(
        Need(kind="elsewhere", pane="attention", row=f"track:{track.key}", word="elsewhere", value=track,
             text=f"{called(track, every)}: {need.text}", there=need.kind)
        for track, need in sorted(calling, key=lambda pair: GRAVITY.index(pair[1].kind))
    )  # fmt: skip


def _thresholds(track: Track) -> Iterator[Need]:
    ended = of_ended_session(track)
    for threshold in firing(track.thresholds):
        if stops(threshold):
            over = threshold in ended
            text = f"{reached(threshold)}: {_ENDED if over else _stopped(threshold)}"
            yield _need("stop", threshold, text, ("resume",) if over else ("raise-limit",))
    for threshold in firing(track.thresholds):
        if not alerts(threshold):
            continue
        if threshold in ended:
            yield _need("alert", threshold, f"{reached(threshold)}: {_ENDED}", ("resume",))
        elif lapsed(threshold) and threshold.acknowledgment is not None:
            why = threshold.acknowledgment.reason or "lapsed"
            text = f"{reached(threshold)}: your acknowledgment no longer holds ({why}), but the agent still honours it"
            yield _need("lapsed", threshold, text, ("open",) if unwritable(track) else ("acknowledge", "withdraw"))
        else:
            text = f"{reached(threshold)}: {_paused(threshold)}"
            yield _need("alert", threshold, text, _answers(threshold, track))


def _answers(threshold: Threshold, track: Track) -> tuple[Remedy, ...]:
    """What answers an alert; nothing is written beside what cannot be read."""
    acknowledging: tuple[Remedy, ...] = () if unwritable(track) else ("acknowledge",)
    handing_off: tuple[Remedy, ...] = ("hand-off",) if threshold.metric == "context" else ()
    return (*acknowledging, *handing_off) or ("open",)


def _stopped(threshold: Threshold) -> str:
    if threshold.level != "stop":
        return f"the agent halts {of_agent(threshold)}"
    return _GOES_ON if threshold.agent_will == "continue" else "the agent halts until the limit is raised"


def _paused(threshold: Threshold) -> str:
    if unknown_to_agent(threshold):
        return _GOES_ON
    if threshold.acknowledgment_unread:
        return f"the agent pauses, because {unanswered(threshold)}"
    return f"the agent pauses{'' if threshold.level == 'alert' else ' by its own limit'} until you acknowledge"


def _need(kind: Kind, threshold: Threshold, text: str, remedies: tuple[Remedy, ...]) -> Need:
    word = "stop" if kind == "stop" else "alert"
    return Need(kind=kind, pane="thresholds", row=threshold.metric, word=word, text=text, remedies=remedies,
                value=threshold)  # fmt: skip


def _question(track: Track) -> Iterator[Need]:
    if track.waiting is not None:
        text = track.waiting.question
        yield Need(kind="question", pane="position", row="waiting", word="question", text=text, remedies=("answer",),
                   value=track.waiting)  # fmt: skip


def _failure(track: Track) -> Iterator[Need]:
    if track.position.status == "failed":
        text = track.position.status_text or "failed"
        if track.retries is not None:
            text += f" after {track.retries.count} of {track.retries.max} retries"
        yield Need(kind="failed", pane="position", row="status", word="failed", text=text, value=track.position)


def _blockers(track: Track) -> Iterator[Need]:
    for blocker in track.blockers:
        if blocker.holds:
            yield Need(kind="blocker", pane="blockers", row=blocker_key(blocker), word="blocked", text=blocker.text,
                       remedies=("resolve",), value=blocker)  # fmt: skip


def blocker_key(blocker: Blocker) -> str:
    """What identifies a blocker from one reload to the next."""
    return blocker.id or blocker.text


def _handoff(track: Track) -> Iterator[Need]:
    handoff = track.handoff
    if handoff is None:
        return
    place = " ".join(
        f"{name} {value}"
        for name, value in (("phase", handoff.phase), ("plan", handoff.plan), ("task", handoff.task))
        if value
    )
    if handoff.task and handoff.total_tasks:
        place += f" of {handoff.total_tasks}"
    why = served(track, Evidence())
    if why is not None:
        told = f"The handoff has served: {why[:1].lower()}{why[1:]}"
        yield Need(kind="handoff", pane="sessions", row="handoff", word="done", text=told, remedies=("archive",),
                   value=handoff)  # fmt: skip
        return
    text = f"A handoff waits{f' at {place}' if place else ''}"
    if handoff.next_action:
        text += f": {handoff.next_action}"
    yield Need(kind="handoff", pane="sessions", row="handoff", word="resume", text=text, remedies=("resume",),
               value=handoff)  # fmt: skip


def _errors(track: Track) -> Iterator[Need]:
    for number, error in enumerate(track.errors):
        if not error.resolved:
            yield Need(kind="error", pane="sessions", row=f"error:{number}", word="error", text=error.message,
                       value=error)  # fmt: skip


def _damage(findings: tuple[Finding, ...]) -> Iterator[Need]:
    for finding in findings:
        if finding.severity == "error":
            text = f"{place_of(finding)}: {finding.message}"
            word = "missing" if finding.code.endswith("-missing") else "damaged"
            yield Need(kind="damaged", pane="findings", row=finding_key(finding), word=word, text=text,
                       value=finding)  # fmt: skip


def place_of(finding: Finding) -> str:
    """The file's name and line, `TRANSPONDER.md:12`."""
    name = finding.path.rpartition("/")[2] or finding.path
    return f"{name}:{finding.line}" if finding.line else name


def finding_key(finding: Finding) -> str:
    """What identifies a finding from one reload to the next: its rule and place, not its wording."""
    return f"{finding.code}:{finding.path}:{finding.line or ''}"
