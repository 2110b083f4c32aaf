"""What came of an agent that was run from cockpit, in sentences."""

from typing import Any

import pytest

from cockpit.model import ArchivedHandoff, Handoff, LastActivity, Position, Step, Track
from cockpit.model.preflight import Commit, Evidence, HeadMove, RepositoryFacts
from cockpit.rules.agent_ran import AgentRan, changes_since
from tests.builders import track

RESET = "by `git reset`; git does not say who did that."
NOW = "2026-01-29T15:00:00Z"


@pytest.mark.parametrize(
    ("code", "seconds", "sentence"),
    [
        (0, 0.2, "sh ended well after 1 s."),
        (3, 90, "sh ended with exit code 3 after 1 min."),
        (-2, 3600, "sh was interrupted after 1 h."),
        (130, 5, "sh was interrupted after 5 s."),
        (-9, 5, "sh was ended by SIGKILL after 5 s."),
        (143, 5, "sh was ended by SIGTERM after 5 s."),
        (255, 5, "sh ended with exit code 255 after 5 s."),
    ],
)
def test_how_it_ended(code: int, seconds: float, sentence: str) -> None:
    assert AgentRan(name="sh", code=code, seconds=seconds).sentence == sentence


def commit(number: int) -> Commit:
    return Commit(id=f"{number}" * 40, subject=f"feat: part {number}", at=NOW, files=(f"src/{number}.py",))


def stood(task: str = "3", **values: Any) -> Track:
    position = Position(phase=Step(id="2"), task=Step(id=task, total=4), status=values.pop("status", "in_progress"),
                        last_activity=values.pop("activity", None))  # fmt: skip
    return track(**{"position": position, "handoff": Handoff(path="x", task="3")} | values)


def repository(**values: Any) -> Evidence:
    known = {"head": "1" * 40, "branch": "main", "changed": (), "recent": (commit(1),), "moves": moved()}
    return Evidence(repository=RepositoryFacts(**known | values))


def moved(*later: str) -> tuple[HeadMove, ...]:
    """Git's log of HEAD, newest first: the last digit of an id, and why; the oldest two were known before."""
    told = (*later, "1 reset: moving to HEAD~1", "2 commit: old")
    return tuple(HeadMove(each[0] * 40, each[2:]) for each in told)


@pytest.mark.parametrize(
    ("now", "evidence", "told"),
    [
        (stood(), repository(), ()),
        (stood("4"), repository(), ("The state went from phase 2, task 3 of 4 to phase 2, task 4 of 4.",)),
        (stood(status="complete"), repository(), ("The status is complete.",)),
        (stood(activity=LastActivity(text="wrote pdf.py")), repository(), ("Last activity: wrote pdf.py.",)),
        (stood(updated=NOW), repository(), ("The state file was written.",)),
        (stood(handoff=None), repository(), ("The handoff is gone, and in no archive.",)),
        (stood(handoff=None, archived_handoffs=(ArchivedHandoff(path="x"),)), repository(),
         ("The handoff is put away.",)),
        (stood(handoff=Handoff(path="x", task="4")), repository(), ("The handoff was written anew.",)),
        (stood(), repository(head="2" * 40, recent=(commit(2), commit(1))), ("1 commit: 22222222 feat: part 2.",)),
        (stood(), repository(head="6" * 40, recent=tuple(map(commit, (6, 5, 4, 3, 1)))),
         ("4 commits: 66666666 feat: part 6; 55555555 feat: part 5; 44444444 feat: part 4 and 1 more.",)),
        (stood(), repository(head="7" * 40), ("HEAD is at 77777777, no longer at 11111111.",)),
        # what is asked of git reaches back to the handoff, or to the state file's date: both may be others by now
        (stood(), repository(head="2" * 40, recent=(), moves=moved("2 commit: feat(output): add VAT lines")),
         ("1 commit: 22222222 feat(output): add VAT lines.",)),
        (stood(), repository(head="3" * 40, recent=(commit(3),), moves=moved("3 commit: c", "2 commit: b")),
         ("2 commits: 33333333 c; 22222222 b.",)),
        (stood(), repository(head="3" * 40, recent=(), moves=moved("3 commit (amend): b", "2 commit: a")),
         ("1 commit: 33333333 b.",)),
        (stood(), repository(head="2" * 40, recent=(), moves=moved("2 pull: Fast-forward")),
         ("HEAD is at 22222222, no longer at 11111111.",)),
        (stood(), repository(recent=(commit(1), commit(9), commit(8))), ()),
        (stood("2"), repository(head="0" * 40, recent=(), moves=moved("0 reset: moving to HEAD~1")),
         (f"HEAD was taken from 11111111 to 00000000 {RESET}",
          "The state went from phase 2, task 3 of 4 to phase 2, task 2 of 4.")),
        (stood(), repository(head="2" * 40, recent=(commit(2),), moves=moved("2 commit: x", "0 reset: moving to 0")),
         (f"HEAD was taken from 11111111 to 00000000 {RESET}", "1 commit: 22222222 feat: part 2.")),
        (stood(), repository(head="2" * 40, recent=(commit(2),), moves=moved("2 commit: x", "1 reset: moving to HEAD")),
         ("1 commit: 22222222 feat: part 2.",)),  # as a stash does
        (stood(), repository(head="0" * 40, branch="feature", moves=moved("0 checkout: moving from main to feature")),
         ("The branch feature is checked out in place of main.",)),
        (stood(), repository(changed=("src/a.py", ".autopilot/x.md")), ("Not committed: src/a.py.",)),
        (stood(), repository(head=None, changed=None, recent=()), ()),
    ],
)  # fmt: skip
def test_what_is_otherwise_since(now: Track, evidence: Evidence, told: tuple[str, ...]) -> None:
    assert changes_since((stood(), repository()), (now, evidence)) == told


def test_commits_from_before_are_none_since() -> None:
    """Where the handoff is put away, git is asked from another instant on, and tells older ones."""
    then = repository(recent=())
    now = repository(head="2" * 40, recent=(commit(2), commit(1), commit(9)))
    assert changes_since((stood(), then), (stood(), now)) == ("1 commit: 22222222 feat: part 2.",)
    assert changes_since((stood(), then), (stood(), repository(recent=(commit(1), commit(9))))) == ()
