"""What the scripted agent does, as data: two acts, before and after the interruption.

The first act crosses the cost alert within seconds and waits for a person; it ends with a holding pattern. The second
is what a fresh agent does once a person has handed the prompt on.
"""

from dataclasses import dataclass

from cockpit.demo.choices import Choice


@dataclass(frozen=True, slots=True)
class Note:
    """Say what is being done."""

    text: str


@dataclass(frozen=True, slots=True)
class Begin:
    """Write code that is not finished: the layer stays uncommitted."""

    text: str
    layer: str


@dataclass(frozen=True, slots=True)
class Finish:
    """Finish a task: its layer of code, a commit with this message, the checkbox, the logbook."""

    task: str
    message: str


@dataclass(frozen=True, slots=True)
class Decide:
    """Take a decision and record it."""

    choice: Choice


@dataclass(frozen=True, slots=True)
class Block:
    """Meet a blocker; the status stays."""

    blocker: str


@dataclass(frozen=True, slots=True)
class Unblock:
    """A blocker is gone."""

    blocker: str
    text: str


@dataclass(frozen=True, slots=True)
class HandOff:
    """Leave a holding pattern in the middle of the plan, before `task` is finished, and end the session."""

    task: str
    state: str
    left: str
    decisions: tuple[str, ...]
    context: str
    next_action: str


@dataclass(frozen=True, slots=True)
class Resume:
    """Begin a fresh session with an almost empty context, in percent."""

    text: str
    context: int


Act = Note | Begin | Finish | Decide | Block | Unblock | HandOff | Resume


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One act, the seconds it takes in the normal script, and what it adds: USD, percent of context, errors."""

    act: Act
    seconds: float = 4.0
    cost: float = 0.4
    context: int = 0
    errors: int = 0


DND = "Phase 3: npm cannot install @dnd-kit/core, the registry mirror answers 404"
PROXY = "Phase 3: staging closes WebSockets after 60 s; ops has to raise the proxy timeout"

FIRST_ACT = (
    Step(
        act=Note("Task 3.2.3: Enter and Space open a card, writing the focus test"), seconds=2.5, cost=0.58, context=1
    ),
    Step(act=Finish("3.2.3", "feat(dashboard): open a card with the keyboard"), seconds=3.0, cost=2.04, context=1),
    Step(act=Note("Task 3.2.4: trying @dnd-kit for dragging cards"), seconds=3.0, context=1),
    Step(act=Block(DND), cost=0.31, errors=1),
    Step(
        act=Decide(
            Choice(
                "Pointer events for dragging",
                "no new dependency",
                3,
                22,
                "The registry mirror does not carry @dnd-kit.",
                "Wait for the mirror",
                "Forty lines of our own cover the three columns.",
                "Keyboard dragging comes later.",
            )
        ),
        context=1,
    ),
    Step(act=Unblock(DND, "Dragging works with pointer events, @dnd-kit is not needed"), seconds=3.0, cost=0.22),
    Step(act=Finish("3.2.4", "feat(dashboard): drag cards between columns"), cost=0.74, context=1),
    Step(act=Finish("3.2.5", "test(dashboard): cards and dragging"), cost=0.49, context=1),
    Step(act=Finish("3.3.1", "feat(live): subscribe a board to its changes"), cost=0.63, context=1),
    Step(
        act=Decide(
            Choice(
                "Optimistic moves, server order wins",
                "cards follow the pointer at once",
                3,
                25,
                "A move takes 180 ms to come back from the server.",
                "Wait for the server",
                "Showing the move at once feels instant; conflicts are rare.",
                "A card may jump once when two people move it.",
            )
        ),
    ),
    Step(act=Finish("3.3.2", "feat(dashboard): apply moves optimistically"), cost=0.81, context=1),
    Step(act=Block(PROXY), cost=0.2),
    Step(
        act=Begin("Task 3.3.3: backoff with jitter is written, the resend queue is missing", "3.3.3-begun"),
        context=3,
    ),
    Step(
        act=HandOff(
            task="3.3.3",
            state=(
                "Plan 3.3, reconnecting. `src/live/reconnect.ts` holds the backoff with jitter and is not committed. "
                "Messages sent while the link is down are lost."
            ),
            left="queue messages while the link is down and resend them; commit `src/live/reconnect.ts`",
            decisions=(
                "Optimistic moves, server order wins: a move takes 180 ms to come back, waiting felt slow",
                "Backoff capped at 30 s with jitter, so that 200 boards don't return in the same second",
            ),
            context=(
                "The queue belongs into `reconnect.ts`, not into `subscribe.ts`: moves use it as well. "
                "Staging can't show the fix until ops raises the proxy timeout; the tests use a fake socket."
            ),
            next_action="Add `sendOrKeep` and `resend` to `src/live/reconnect.ts`, then finish task 3 of plan 3.3.",
        ),
        seconds=3.0,
        cost=0.12,
    ),
)

SECOND_ACT = (
    Step(act=Resume("Resumed plan 3.3 at task 3 from the holding pattern", context=9), seconds=2.0, cost=0.34),
    Step(act=Unblock(PROXY, "Ops raised the proxy timeout on staging to an hour"), cost=0.18, context=1),
    Step(act=Finish("3.3.3", "feat(live): reconnect with backoff, resend what was kept"), cost=0.77, context=2),
    Step(act=Finish("3.3.4", "test(live): lost links"), cost=0.52, context=1),
    Step(act=Finish("3.4.1", "feat(dashboard): empty board"), cost=0.45, context=1),
    Step(act=Finish("3.4.2", "feat(dashboard): failed load with a retry"), cost=0.48, context=1),
)


BEGUN = tuple(step.act.layer for step in FIRST_ACT if isinstance(step.act, Begin))
"""The layers that the interruption leaves uncommitted: on disk, they tell that the first act is over."""


def remaining(steps: tuple[Step, ...], done: frozenset[str]) -> tuple[Step, ...]:
    """The steps after the last one whose task is already done: where an agent that was started again goes on."""
    past = [index for index, step in enumerate(steps) if isinstance(step.act, Finish) and step.act.task in done]
    return steps[past[-1] + 1 :] if past else steps
