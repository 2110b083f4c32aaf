"""What was not committed at the handoff: the sentence, and what the checklist makes of it afterwards."""

from dataclasses import replace
from typing import Any

import pytest

from cockpit.model import Track
from cockpit.model.checklist import Check, Commit, Facts, FileFact, PlanFact
from cockpit.rules.checklist.all_checks import check_all
from cockpit.rules.handoff.claims import uncommitted_paths, uncommitted_sentence
from cockpit.rules.handoff.resume_prompt import compile_prompt
from cockpit.wording.messages import Message
from tests.rules.test_checklist import CREATED, evidence, handoff, waiting_track

PATH, PLAN = "src/board.ts", ".autopilot/phases/3-PLAN.md"
SINCE = Commit(id="f" * 40, subject="feat: board", at="2026-01-29T15:00:00Z", files=(PATH,))


@pytest.mark.parametrize(
    ("paths", "sentence"),
    [
        ((), ""),
        (("a.py",), "Not committed: `a.py`."),
        (("a.py", "b c.py"), "Not committed: `a.py`, `b c.py`."),
        (tuple(f"{each}.py" for each in range(32)),
         f"Not committed: {', '.join(f'`{each}.py`' for each in range(30))} and 2 more."),
    ],
)  # fmt: skip
def test_the_sentence_is_read_back_as_it_was_written(paths: tuple[str, ...], sentence: str) -> None:
    assert uncommitted_sentence(paths) == sentence
    assert uncommitted_paths(f"Half way.\n{sentence}\nThe rest is clear.") == paths[:30]


@pytest.mark.parametrize("text", [None, "", "It is not committed: `a.py`.", "Not committed: a.py", "Not committed:"])
def test_other_words_are_no_such_sentence(text: str | None) -> None:
    assert uncommitted_paths(text) == ()


def track(path: str = PATH, **values: Any) -> Track:
    return waiting_track(handoff=handoff(state=f"Half way.\nNot committed: `{path}`."), **values)


def lines(found: Facts, of: Track) -> list[Check]:
    return [each for each in check_all(of, found, {}) if each.code == "uncommitted"]


@pytest.mark.parametrize(
    ("values", "result", "told"),
    [
        ({"changed": (PATH,)}, "passed", (f"{PATH}, uncommitted",)),
        ({"changed": (), "recent": (SINCE,)}, "unknown",
         (f"{PATH} was changed by a later commit. Check that it contains the work.",)),
        ({"changed": ()}, "failed", (f"{PATH} is the same as in HEAD, and no later commit changed it.",
                                     "Look for it in `git stash list` and in your editor.")),
    ],
)  # fmt: skip
def test_work_that_was_not_committed(values: dict[str, Any], result: str, told: tuple[Message, ...]) -> None:
    (line,) = lines(evidence({PATH: True}, **values), track())
    assert (line.result, line.evidence) == (result, told)
    assert line.open is (result == "failed")


def test_what_is_unknown_is_not_mentioned() -> None:
    assert lines(evidence({PATH: True}, changed=None), track()) == []
    assert lines(evidence({PATH: True}, problem="git is not installed."), track()) == []
    assert lines(evidence({PATH: True}), waiting_track()) == []
    (line,) = lines(evidence({PATH: True}, recent=(Commit(id="f" * 40, subject="x", at=CREATED, cut=True),)), track())
    assert line.result == "unknown"


def test_a_file_that_is_gone_has_one_line() -> None:
    found = evidence({PATH: False}, changed=(PATH,))
    failed = [each for each in check_all(track(), found, {}) if each.result == "failed"]
    assert [each.code for each in failed] == ["file"]
    assert failed[0].evidence[1:] == (
        "It was uncommitted at the handoff. The version in git does not contain that work.",
    )
    never = replace(found, repository=replace(found.repository, changed=()))
    (line,) = [each for each in check_all(track(), never, {}) if each.code == "file"]
    assert line.evidence[-1] == "It was uncommitted at the handoff."


def test_a_file_that_is_empty_is_not_called_the_work_of_then() -> None:
    found = evidence({PATH: True}, changed=(PATH,))
    found = replace(found, files={PATH: FileFact(path=PATH, exists=True, empty=True)})
    (line,) = lines(found, track())
    assert (line.result, line.evidence) == (
        "unknown",
        (f"{PATH} is empty. Whether it was empty at the handoff is unknown.",),
    )


@pytest.mark.parametrize("said", [True, False])
def test_a_plan_that_was_not_committed_is_held_against_nothing(said: bool) -> None:
    """Its line was there before the handoff: a commit cannot tell, and must not be taken back to."""
    found = evidence({PLAN: True}, changed=(PLAN,))
    plan = PlanFact(path=PLAN, base="a" * 40, before="- [ ] 1. One\n", now="- [ ] 1. One\n- [ ] 2. Two\n")
    files = {**found.files, PLAN: FileFact(path=PLAN, exists=True, modified="2026-01-29T16:00:00Z")}
    found = Facts(repository=found.repository, files=files, plans={PLAN: plan})
    of = track(PLAN, documents={"plan": PLAN}) if said else waiting_track(documents={"plan": PLAN})
    (line,) = [each for each in check_all(of, found, {}) if each.code == "plan"]
    if said:
        doubt = f"{PLAN} was uncommitted at the handoff. Its content at that time is unknown."
        assert (line.result, line.evidence, line.brings_back) == ("unknown", (doubt,), ())
    else:
        assert (line.result, len(line.brings_back)) == ("failed", 1)


def test_a_plan_that_is_as_in_head_again_is_lost_work() -> None:
    """What stood in it, a task or a tick, is in no commit; the line of the plan does not call it unchanged."""
    plan = PlanFact(path=PLAN, base="a" * 40, before="- [ ] 1. One\n", now="- [ ] 1. One\n")
    found = evidence({PLAN: True}, changed=())
    files = {**found.files, PLAN: FileFact(path=PLAN, exists=True, modified="2026-01-29T16:00:00Z")}
    found = Facts(repository=found.repository, files=files, plans={PLAN: plan})
    of = track(PLAN, documents={"plan": PLAN})
    assert [(each.result, each.evidence[0]) for each in lines(found, of)] == [
        ("failed", f"{PLAN} is the same as in HEAD, and no later commit changed it.")
    ]
    assert [each.result for each in check_all(of, found, {}) if each.code == "plan"] == ["unknown"]


def test_the_prompt_says_what_was_committed_since() -> None:
    found = evidence({PATH: True}, changed=(), recent=(SINCE,))
    of = track()
    told = "Changed by a commit since that was written: src/board.ts; see whether it holds that work."
    assert told in compile_prompt(of, check_all(of, found, {}), found).text
    found = evidence({PATH: True}, changed=(PATH,), recent=(SINCE,))
    assert told not in compile_prompt(of, check_all(of, found, {}), found).text
