"""autodev by the command line: its retries, its questions, and what of them an agent may not decide."""

import json
from collections.abc import Mapping
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from cockpit.wording.messages import clause
from tests.cli.conftest import Run, contents
from tests.support.autodev_states import DECOMPOSED, MAIN, PROBLEM, SOUND, step


def project(folder: Path, text: str, beside: Mapping[str, str] = PROBLEM) -> Path:
    """A folder with a state file, and with what lies beside it."""
    for name, content in {**beside, MAIN: text}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, "utf-8")
    return folder


def counted(status: str, count: str) -> str:
    return SOUND.replace("status: in_progress", f"status: {status}").replace("retry_count: 0", f"retry_count: {count}")


def status_of(run: Run, root: Path) -> Any:
    """The one track, as JSON."""
    (track,) = json.loads(run("status", "--json", "-C", root).out)["tracks"]
    return track


COUNTS = [
    ("failed", "3 (max reached)", 30), ("failed", "2/3", 0), ("failed", "1\nretry_count: 3", 30),
    ("failed", "often\nretry_count: 1", 20), ("in_progress — third try", "3", 20),
    ("completed, but one test failed", "3", 20),
]  # fmt: skip
"""Status and number of retries as written, and what `check` answers; other wordings are those of the proof."""


@pytest.mark.parametrize(("status", "count", "code"), COUNTS)
def test_a_count_holds_by_what_it_says_and_by_the_status(
    run: Run, tmp_path: Path, status: str, count: str, code: int
) -> None:
    root = project(tmp_path, counted(status, count))
    assert run("check", "-C", root).code == code
    held = code > 0 or "failed" in status.casefold()
    needs = run("status", "-C", root).out.partition("Needs you")[2].partition("Thresholds")[0].splitlines()
    assert any(line.split()[:1] in (["stop"], ["alert"], ["unknown"], ["failed"]) for line in needs) is held
    assert run("resume", "-C", root).code == int(held)
    if code == 30:
        assert (run("phase", "reset", "-C", root).code, run("check", "-C", root).code) == (0, 0)


@pytest.mark.parametrize(("status", "count"), [("in_progress", "often"), ("failed", "3 of 3")])
def test_no_try_follows_one_that_may_have_been_the_last(
    run: Run, tmp_path: Path, by_agent: Run, status: str, count: str
) -> None:
    root = project(tmp_path, counted(status, count))
    before = (root / MAIN).read_text("utf-8")
    for who in (by_agent, run):
        for words in (("phase", "retry"), ("phase", "fail", "--note", "again")):
            assert who(*words, "-C", root).code == 1
    assert (root / MAIN).read_text("utf-8") == before
    assert run("phase", "reset", "-C", root).code == 0
    assert "retry_count: 0\n" in (root / MAIN).read_text("utf-8")
    assert run("check", "-C", root).code == 0


ONWARD = [("set", "phase=3"), ("done", "phase"), ("set", "task=4 — Report"), ("set", "status=completed")]


@pytest.mark.parametrize(("words", "count"), [*zip(ONWARD, cycle(("3", "often")))])
def test_an_agent_does_not_go_on_past_retries_that_are_used_up(
    run: Run, tmp_path: Path, by_agent: Run, words: tuple[str, ...], count: str
) -> None:
    root = project(tmp_path, counted("in_progress", count))
    assert [by_agent(*words, *dry, "-C", root).code for dry in ((), ("--dry-run",))] == [1, 1]
    assert by_agent("check", "-C", root).code == 20
    assert run(*words, "--dry-run", "-C", root).code == 0


def test_the_blocker_of_a_failure_stays_until_the_retries_are_reset(run: Run, tmp_path: Path) -> None:
    root = project(
        tmp_path, counted("failed", "3").replace("- None", "- No map\n- Step 2 Research failed after 3 retries")
    )
    for words in (("resolve",), ("bypass", "--note", "by hand")):
        assert run("blocker", *words, "Step 2 Research failed after 3 retries", "-C", root).code == 1
    assert run("blocker", "resolve", "No map", "-C", root).code == 0
    assert run("phase", "reset", "-C", root).code == 0
    assert status_of(run, root)["blockers"] == []


def test_a_step_that_failed_holds_the_resume_and_is_tried_again_by_it(run: Run, tmp_path: Path) -> None:
    root = project(tmp_path, counted("failed", "1"))
    told = json.loads(run("resume", "--json", "-C", root).out)
    held = {each["check"]: each["ways"] for each in told["checks"] if each["result"] == "failed"}
    assert [*held] == ["failed:"]
    assert any("phase retry" in way for way in held["failed:"])
    assert run("resume", "waive", "failed", "--reason", "the net is back", "-C", root).code == 0
    assert run("resume", "start", "-C", root).code == 0
    assert status_of(run, root)["position"]["status"] == "in_progress"


BOUNDARY = step("greenfield", "6", "Implement", "not_started", "retry_count: 0\n")
ROWS = "| Step | Name | Completed | Key Outcome |\n|---|---|---|---|\n" + "".join(
    f"| {number} | {name} | 2026-03-28 | done |\n"
    for number, name in enumerate(("Problem", "Research", "Plan", "UI Design", "Decompose"), start=1)
)


def boundary(reason: str = "session boundary", notes: str = "Decompose complete, implementation ready") -> str:
    session = f"date: 2026-03-28\nended_at: Step 5 Decompose\nreason: {reason}\nnotes: {notes}\n"
    return f"# Autopilot State\n\n{BOUNDARY}\n## Completed Steps\n\n{ROWS}\n## Last Session\n{session}"


ASKS = {
    "the seed's": boundary(),
    "as a table": boundary("context limit").replace(
        BOUNDARY, "## Current Step\n| Field | Value |\n|---|---|\n| Flow | greenfield |\n| Step | 6 |\n"
        "| Name | Implement |\n| Status | not_started |\n",
    ),
    "nested": f"# Autodev State\n\n{BOUNDARY}sub_step:\n  phase: 0\n  name: awaiting-invocation\n",
}  # fmt: skip
"""States at a session boundary."""


def asks(run: Run, root: Path) -> str | None:
    """Who asks: the agent, or cockpit whether file or folders count."""
    waiting = status_of(run, root)["waiting"]
    return waiting and waiting["asked_by"]


AROUND = [
    ("set", "status=in_progress"), ("set", "task=1"), ("set", "task=1 — Batch"), ("set", "phase=8"),
    ("phase", "start", "8"), ("phase", "fail", "--note", "x"), ("done", "session", "--note", "answered A"),
    ("answer", "1"), ("answer", "2"), ("phase", "skip", "6"), ("resume", "start"),
]  # fmt: skip
"""What would remove the question, by another name."""


@pytest.mark.parametrize(("case", "answer"), [*zip(ASKS, cycle("12"))])
def test_no_agent_answers_a_question_by_whatever_verb_and_a_person_does(
    run: Run, tmp_path: Path, by_agent: Run, case: str, answer: str
) -> None:
    root = project(tmp_path, ASKS[case], DECOMPOSED)
    before = contents(root)
    for words in AROUND:
        assert by_agent(*words, "-C", root).code == 1, words
        assert contents(root) == before, words
    assert asks(run, root) == "agent"
    assert (by_agent("check", "-C", root).code, by_agent("check", "--questions", "-C", root).code) == (0, 20)
    assert run("answer", answer, "-C", root).code == 0
    assert asks(run, root) is None


@pytest.mark.parametrize("answered", [False, True])
def test_an_agent_says_why_its_session_ended_and_neither_answers_by_it_nor_asks_again(
    run: Run, tmp_path: Path, by_agent: Run, answered: bool
) -> None:
    root = project(tmp_path, boundary(), DECOMPOSED)
    if answered:
        assert run("answer", "1", "-C", root).code == 0
    assert by_agent("done", "session", "--reason", "context limit", "--note", "half of it", "-C", root).code == 0
    (session,) = status_of(run, root)["sessions"]
    assert session["handoff_reason"] == "context limit"
    assert session["notes"].endswith("half of it")
    assert asks(run, root) == (None if answered else "agent")


GATES = {
    "in the notes": (SOUND.replace("notes: go on", "notes: BLOCKING gate: one or two?"), 0),
    "in a table": ("## Current Step\n| Field | Value |\n|---|---|\n| flow | greenfield |\n| step | 2 |\n"
                   "| name | Research |\n| sub_step | 3 — BLOCKING: one or two? |\n", 1),
}  # fmt: skip
"""States at a gate; whether an agent that goes on to another step would remove it."""


@pytest.mark.parametrize("case", GATES)
def test_a_gate_is_answered_by_a_person_in_every_form(run: Run, tmp_path: Path, by_agent: Run, case: str) -> None:
    text, code = GATES[case]
    root = project(tmp_path, text)
    assert by_agent("set", "phase=3", "-C", root).code == code
    assert asks(run, root) == "agent"
    by_agent("done", "session", "--note", "half of it", "-C", root)  # which not every form has
    assert asks(run, root) == "agent"
    assert run("answer", "two", "-C", root).code == 0
    assert asks(run, root) != "agent"


def test_a_step_is_moved_and_not_the_name_of_its_sub_step(run: Run, tmp_path: Path) -> None:
    text = "# Autodev State\n\n## Current Step\nflow: greenfield\nstep: 3\nstatus: in_progress\nsub_step:\n" \
           "  phase: 4\n  name: review\n  detail: half\nretry_count: 0\n"  # fmt: skip
    root = project(tmp_path, text)
    assert run("set", "phase=Deploy", "-C", root).code == 0
    track = status_of(run, root)
    assert (track["position"]["phase"]["name"], track["position"]["task"]) == ("Deploy", None)
    assert "\nname: Deploy\n" in (root / MAIN).read_text("utf-8")


def test_a_way_out_that_needs_the_change_before_it_says_so(run: Run, tmp_path: Path) -> None:
    text = "# Autodev State\n\n## Current Step\nflow: greenfield\nstep: done\nname: Deploy\nstatus: completed\n" \
           "retry_count: 0\n"  # fmt: skip
    root = project(tmp_path, text)
    there = "Moved to step 7 Implement."
    refused = run("set", "phase=7", "status=failed", "-C", root)
    assert (refused.code, refused.bare.err) == (
        1, ("cockpit: Nothing changed. One of the changes was refused: "
            "Record a failed retry instead: `cockpit phase fail`. The third one sets the status to failed. Those "
            f"before it in the command ({clause(there)}) are possible: make them in a separate command.\n")
    )  # fmt: skip
    unknown = run("set", "phase=7", "status=good", "-C", root)
    assert unknown.bare.err.startswith('cockpit: autodev has no status "good".')
    assert run("set", "phase=7", "-C", root).code == run("phase", "fail", "-C", root).code == 0


@pytest.mark.parametrize(
    ("lines", "after"),
    [
        ("step: 6\nname: Refactor\nstatus: failed\nretries_left: 0\n",
         "step: 6\nname: Refactor\nstatus: in_progress\nretry_count: 0\nretries_left: 3\n"),
        ("step: 4 | name: Implement Tests | status: failed | retry_count: 3\n",
         "step: 4 | name: Implement Tests | status: in_progress | retry_count: 0\n"),
    ],
)  # fmt: skip
def test_other_ways_to_count_retries_hold_the_agent_and_are_reset(
    run: Run, tmp_path: Path, lines: str, after: str
) -> None:
    state = tmp_path / "_docs/_autopilot_state.md"
    state.parent.mkdir()
    state.write_text(f"# Autopilot State\n\n## Current Step\n{lines}")
    assert run("check", "-C", tmp_path).code == 30
    assert run("phase", "reset", "-C", tmp_path).code == 0
    assert state.read_text() == f"# Autopilot State\n\n## Current Step\n{after}"
    assert run("check", "-C", tmp_path).code == 0
    assert status_of(run, tmp_path)["thresholds"][0]["disagreeing"] == []
