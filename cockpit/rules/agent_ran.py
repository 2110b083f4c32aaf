"""What came of an agent that was run from cockpit: how it ended, and what has changed since in the state and in git."""

import signal
from collections.abc import Iterator, Sequence

from cockpit.model import Track
from cockpit.model.preflight import Evidence, HeadMove, RepositoryFacts
from cockpit.rules.ages import span
from cockpit.rules.listing import ended
from cockpit.rules.where import where_at
from cockpit.values import dataclass

NOTHING = "Nothing has changed yet, in the state files or in git."
_SHOWN = 3
_SHORT = 8
_RESET = "reset: "
_COMMITTED, _AMENDED = "commit", "commit (amend)"
"""What git's log of HEAD begins with for a commit that was made here."""
_BY_SHELLS = 128
"""What a shell adds to the number of the signal that ended a command."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentRan:
    """An agent that was run: its name, its exit code (minus the signal that ended it), for how many seconds.

    `changes` are sentences; empty where nothing is otherwise since.
    """

    name: str
    code: int
    seconds: float
    changes: tuple[str, ...] = ()

    @property
    def well(self) -> bool:
        """Whether it ended of its own accord and without an error."""
        return self.code == 0

    @property
    def sentence(self) -> str:
        """That it ran, and how it ended: `claude was interrupted after 2 min.`"""
        return f"{self.name} {how_it_ended(self.code)} after {span(max(1, self.seconds))}."


def how_it_ended(code: int) -> str:
    """How a command with that exit code ended, as the rest of a sentence; a signal by its name."""
    number = -code if code < 0 else code - _BY_SHELLS
    if number == signal.SIGINT:
        return "was interrupted"
    if number > 0 and number in set(signal.Signals):
        return f"was ended by {signal.Signals(number).name}"
    return "ended well" if code == 0 else f"ended with exit code {code}"


def changes_since(before: tuple[Track, Evidence], now: tuple[Track, Evidence]) -> tuple[str, ...]:
    """What is otherwise between two looks at a track, as sentences; first that git was taken elsewhere: it may explain
    the others.
    """
    then, here = before[1].repository, now[1].repository
    elsewhere = tuple(_taken_elsewhere(then, here))
    return (*elsewhere, *_in_state(before[0], now[0]), *_in_git(then, here, now[0].folder, told=bool(elsewhere)))


def _in_state(before: Track, now: Track) -> Iterator[str]:
    stood, stands = where_at(before.position), where_at(now.position)
    if stands != stood:
        yield f"The state went from {stood or 'nowhere'} to {stands or 'nowhere'}."
    if now.position.status != before.position.status:
        yield f"The status is {now.position.status_text or now.position.status.replace('_', ' ')}."
    activity = now.position.last_activity
    if activity is not None and activity.text and activity != before.position.last_activity:
        yield ended(f"Last activity: {activity.text}")
    elif now.updated != before.updated and stands == stood:
        yield "The state file was written."
    if before.handoff is not None and now.handoff is None:
        put_away = len(now.archived_handoffs) > len(before.archived_handoffs)
        yield "The handoff is put away." if put_away else "The handoff is gone, and in no archive."
    elif now.handoff is not None and now.handoff != before.handoff:
        yield "The handoff was written anew."


def _in_git(then: RepositoryFacts, here: RepositoryFacts, state: str, *, told: bool) -> Iterator[str]:
    """What was committed and what is not; that HEAD stands elsewhere, unless it was `told`."""
    new = _committed(then, here)
    if new:
        named = "; ".join(f"{identifier[:_SHORT]} {subject}" for identifier, subject in new[:_SHOWN])
        yield ended(f"{_commits(len(new))}: {named}{_more(len(new))}")
    elif here.head != then.head and here.head is not None and not told:
        yield f"HEAD is at {here.head[:_SHORT]}{f', no longer at {then.head[:_SHORT]}' if then.head else ''}."
    paths = [path for path in here.changed or () if path not in (then.changed or ()) and not path.startswith(state)]
    if paths:
        yield ended(f"Not committed: {', '.join(paths[:_SHOWN])}{_more(len(paths))}")


def _committed(then: RepositoryFacts, here: RepositoryFacts) -> list[tuple[str, str]]:
    """The commits that came to HEAD since, newest first: id and subject. Git's log of HEAD tells them; where something
    else than committing moved it, the commits that were listed: from what instant on may be another one by now.
    """
    if here.head == then.head:
        return []
    told = _by_committing(then, here)
    if told is not None:
        return told
    known = {commit.id for commit in then.recent}
    before = next((at for at, commit in enumerate(here.recent) if commit.id == then.head), len(here.recent))
    until = len(here.recent) if then.head in known else before  # listed from an earlier instant on than then
    return [(commit.id, commit.subject) for commit in here.recent[:until] if commit.id not in known]


def _by_committing(then: RepositoryFacts, here: RepositoryFacts) -> list[tuple[str, str]] | None:
    """The commits by which alone HEAD moved, as its log tells them; None where it does not, or tells other moves."""
    new = here.moves[: len(here.moves) - _same_end(then.moves, here.moves)]
    if not new or len(new) == len(here.moves) or new[0].to != here.head:
        return None
    made: list[tuple[str, str]] = []
    for move in reversed(new):
        kind, _, subject = move.why.partition(": ")
        if kind not in (_COMMITTED, _AMENDED):
            return None
        made = [(move.to, subject), *(made[1:] if kind == _AMENDED else made)]
    return made


def _taken_elsewhere(then: RepositoryFacts, here: RepositoryFacts) -> Iterator[str]:
    """That another branch is checked out, and that HEAD was reset to another commit. Git's log does not say by whom."""
    if None not in (then.branch, here.branch) and here.branch != then.branch:
        yield f"The branch {here.branch} is checked out in place of {then.branch}."
    new = here.moves[: len(here.moves) - _same_end(then.moves, here.moves)] if here.head != then.head else ()
    for move, earlier in zip(new, (*new[1:], HeadMove(then.head or "", "")), strict=False):
        if move.why.startswith(_RESET) and earlier.to not in ("", move.to):
            way = f"from {earlier.to[:_SHORT]} to {move.to[:_SHORT]}"
            yield f"HEAD was taken {way} by `git reset`; git does not say who did that."
            return


def _same_end(then: Sequence[HeadMove], here: Sequence[HeadMove]) -> int:
    """How many of the moves, counted from the oldest, were known then; the oldest may have been left out since."""
    most = min(len(then), len(here))
    return next((count for count in range(most, 0, -1) if tuple(here[-count:]) == tuple(then[:count])), 0)


def _commits(count: int) -> str:
    return "1 commit" if count == 1 else f"{count} commits"


def _more(count: int) -> str:
    return f" and {count - _SHOWN} more" if count > _SHOWN else ""
