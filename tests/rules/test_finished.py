"""What is done: by the words of a status, and when nothing is left to do."""

import pytest

from cockpit.model import Handoff, HandoffTask, Phase
from cockpit.model.checklist import Facts
from cockpit.model.state import Position
from cockpit.rules.handoff.proposal import row_from
from cockpit.rules.handoff.resume_prompt import compile_prompt
from cockpit.rules.work import all_behind, finished, is_behind, is_done, is_left_out
from tests.support.model_builders import track


@pytest.mark.parametrize(
    ("statuses", "over"),
    [(("completed", "skipped"), True), (("completed", "failed"), False), (("completed", "pending"), False)],
)
def test_a_phase_that_was_skipped_is_not_open(statuses: tuple[str, ...], over: bool) -> None:
    phases = tuple(Phase(id=str(number), status=status) for number, status in enumerate(statuses))
    assert all_behind(Position(), phases) is over


@pytest.mark.usefixtures("promptly")
@pytest.mark.parametrize(
    "status",
    [
        f"Done{' ~' * 20_000}x", f"Done in{'_' * 40_000}x", f"Done {'1' * 4_000}z", f"Done {'#1234567' * 500}z",
        f"done{' ' * 40_000}not", f"in{' ' * 40_000}progres", f"task {'—' * 40_000}",
        f"80{' ' * 40_000}%", "1" * 40_000,
    ],
    ids=range(9),
)  # fmt: skip
def test_a_long_status_is_read_in_no_time(status: str) -> None:
    assert not is_done(status)


@pytest.mark.parametrize(
    "status",
    [
        "✅", "✔️", "[x]", "Done", "done ✅", "**Done**", "Done!", "Complete", "completed", "COMPLETED", "Finished",
        "Completed 2026-01-29", "done (abc1234)", "Done — abc1234", "Done in `abc1234`", "Merged #12", "100% complete",
        "phase_complete", "done, tested", "✅ Task 3 of 5", "🟢 Complete", "all done",
        "done: yes", "Done, no tests", "Done, not verified", "Done (not committed)", "done: no open points",
    ],
)  # fmt: skip
def test_a_status_that_says_that_it_is_done(status: str) -> None:
    assert is_done(status)
    task = HandoffTask(id="1", name="Model", status=status)
    assert finished(Handoff(path="x", completed=(task,))) == (task,)
    assert row_from(task).state == "done"


@pytest.mark.parametrize(
    "status",
    [
        "Incomplete", "incompleted", "not done", "NOT DONE", "not yet done", "undone", "to be done", "to be completed",
        "not completed", "Uncompleted", "partially complete", "mostly done", "nearly complete", "half done", "80% done",
        "complete (80%)", "3/5 done", "Done 3/5", "done (3 of 5)", "Done?", "abandoned", "redone", "should be complete",
        "To Do", "🔄 In progress", "❌ done", "✅ not done", "✅ Incomplete", "in progress ✅", "—",
        "done: no", "Done - no", "complete: false", "Completed: not yet", "finished (no)", "done: No, the API waits",
        "done: partly", "✅: no", "[x] done: no", "verified — not", "done: not yet finished",
    ],
)  # fmt: skip
def test_a_status_that_only_contains_such_a_word(status: str) -> None:
    assert not is_done(status)
    handoff = Handoff(path="x", completed=(HandoffTask(id="1", name="Model", status=status),))
    assert finished(handoff) == ()
    assert row_from(handoff.completed[0]).state != "done"
    assert "Model" not in compile_prompt(track(handoff=handoff), (), Facts()).text.partition("<resume_context>")[0]


def test_a_handoff_is_whole_only_where_its_status_says_so() -> None:
    def objective(status: str) -> str:
        handoff = Handoff(path="x", phase="3", task="1", status=status)
        return compile_prompt(track(handoff=handoff), (), Facts()).text.partition("</objective>")[0]

    assert objective("complete") == objective("✅ Done") != objective("incomplete") == objective("in_progress")


@pytest.mark.parametrize(
    ("status", "behind", "left_out"),
    [("skipped", True, True), ("Bypassed", True, True), ("cancelled", True, True), ("completed", True, False),
     ("in_progress", False, False), ("failed", False, False), (None, False, False)],
)  # fmt: skip
def test_what_is_over_and_what_is_left_out(status: str | None, behind: bool, left_out: bool) -> None:
    assert (is_behind(status), is_left_out(status)) == (behind, left_out)
