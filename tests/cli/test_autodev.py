"""autodev by the command line: its retries, its questions, and what of them an agent may not decide."""

import json
import shutil
from collections.abc import Mapping
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from cockpit.wording.messages import clause
from tests.cases import case_project
from tests.cli.conftest import Run
from tests.support.autodev_states import DECOMPOSED, MAIN, PLANNED, PROBLEM, SOUND, step


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


def fixture(tmp_path: Path, case: str) -> Path:
    return Path(shutil.copytree(case_project(f"autodev/{case}"), tmp_path / case))


def test_only_the_ways_that_there_are_are_offered(run: Run, tmp_path: Path) -> None:
    root = fixture(tmp_path, "failed")
    told = run("resume", "-C", root).out
    assert "phase reset" in told
    assert "limit retries" not in told  # which is refused: autodev counts to three
    assert "set phase" not in told  # which is refused as long as the step has failed
    assert run("phase", "reset", "-C", root).code == 0


COUNTS = [
    ("failed", "3", 30), ("failed", "3 (max reached)", 30), ("failed", "three", 30), ("failed", "3 of 3", 30),
    ("failed", "3/3", 30), ("failed", "3.0", 30), ("failed", "**3**", 30), ("failed", "4", 30), ("Failed ❌", "3", 30),
    ("failed", "2", 0), ("failed", "2/3", 0), ("failed", "two", 0), ("failed", "0", 0), ("failed", "2.0", 0),
    ("in_progress", "1", 0), ("in_progress", "2 of 3", 0), ("in_progress", "2", 0),
    ("in_progress", "3", 20), ("in_progress", "three", 20), ("not_started", "3", 20), ("dancing", "3", 20),
    ("failed (max retries reached)", "3", 30), ("failed — no net", "3", 30), ("failed after 3 retries", "3 of 3", 30),
    ("failed: no net", "2", 0), ("completed, but one test failed", "3", 20), ("completed (all tests pass)", "3", 0),
    ("in_progress — third try", "3", 20),
    ("failed", "often", 20), ("failed", "-1", 20), ("failed", "2 or 3", 20), ("in_progress", "several times", 20),
    ("not_started", "max", 20),
    ("completed", "3", 0), ("completed", "often", 0), ("skipped", "3 of 3", 0),
    ("failed", "", 0), ("failed", "—", 0), ("failed", "N/A", 0), ("failed", "none", 0), ("failed", "[0-3]", 0),
    ("failed", "TBD", 0),
]  # fmt: skip
"""Status and number of retries as written, and what `check` answers."""


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


TWICE = {
    "lower first": (SOUND.replace("retry_count: 0", "retry_count: 1\nretry_count: 3"), 3),
    "higher first": (SOUND.replace("retry_count: 0", "retry_count: 3\nretries: 0"), 3),
    "in another section": (f"{SOUND}\n## Current Step\nretry_count: 3\n", 3),
    "one that cannot be read": (SOUND.replace("retry_count: 0", "retry_count: often\nretry_count: 3"), 3),
    "only one that cannot be read": (SOUND.replace("retry_count: 0", "retry_count: often\nretry_count: 1"), None),
}


@pytest.mark.parametrize("case", TWICE)
def test_of_two_counts_the_higher_one_counts_and_a_reset_writes_both(run: Run, tmp_path: Path, case: str) -> None:
    text, value = TWICE[case]
    root = project(tmp_path, text.replace("status: in_progress", "status: failed"))
    (threshold,) = status_of(run, root)["thresholds"]
    assert threshold["value"] == value
    assert len(threshold["disagreeing"]) == 2
    assert run("check", "-C", root).code == (30 if value else 20)
    assert run("phase", "reset", "-C", root).code == 0
    (threshold,) = status_of(run, root)["thresholds"]
    assert (threshold["value"], threshold["disagreeing"], run("check", "-C", root).code) == (0, [], 0)


def test_a_try_keeps_the_count_that_only_the_log_has(run: Run, tmp_path: Path) -> None:
    row = "| 1 | 2 | Research | 3 | No net | 2026-04-01 |\n"
    text = counted("failed", "").replace("retry_count: \n", "").replace("-|\n\n## Blockers", f"-|\n{row}\n## Blockers")
    root = project(tmp_path, text)
    assert run("phase", "retry", "-C", root).code == 0
    assert status_of(run, root)["retries"]["count"] == 1


def test_a_log_without_a_count_counts(run: Run, tmp_path: Path) -> None:
    row = "| {} | {} | Research | 3 | No net | 2026-04-01 |\n"
    log = "".join(row.format(number, 2) for number in (1, 2, 3)) + row.format(1, 1)
    text = counted("failed", "").replace("retry_count: \n", "").replace("-|\n\n## Blockers", f"-|\n{log}\n## Blockers")
    root = project(tmp_path, text)
    assert status_of(run, root)["retries"]["count"] == 3
    assert run("check", "-C", root).code == 30


@pytest.mark.parametrize(("status", "count"), [("failed", "often"), ("in_progress", "often"), ("failed", "3 of 3")])
def test_no_try_follows_one_that_may_have_been_the_last(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: str, count: str
) -> None:
    root = project(tmp_path, counted(status, count))
    before = (root / MAIN).read_text("utf-8")
    for agent in ("1", ""):
        monkeypatch.setenv("CLAUDECODE", agent)
        for words in (("phase", "retry"), ("phase", "fail", "--note", "again")):
            assert run(*words, "-C", root).code == 1
    assert (root / MAIN).read_text("utf-8") == before
    assert run("phase", "reset", "-C", root).code == 0
    assert "retry_count: 0\n" in (root / MAIN).read_text("utf-8")
    assert run("check", "-C", root).code == 0


@pytest.mark.parametrize(("count", "after"), [("2/3", 3), ("1 (of 3)", 2), ("two", 3)])
def test_a_count_in_other_words_is_counted_on(run: Run, tmp_path: Path, count: str, after: int) -> None:
    root = project(tmp_path, counted("in_progress", count))
    assert run("phase", "fail", "--note", "again", "-C", root).code == 0
    assert status_of(run, root)["retries"]["count"] == after


def test_an_agent_tries_again_while_a_try_is_left(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = project(tmp_path, counted("failed", "2"))
    monkeypatch.setenv("CLAUDECODE", "1")
    assert status_of(run, root)["thresholds"][0]["agent_will"] == "continue"
    assert run("phase", "retry", "-C", root).code == 0


@pytest.mark.parametrize("status", ["completed", "skipped"])
def test_a_step_that_is_finished_cannot_fail(run: Run, tmp_path: Path, status: str) -> None:
    root = project(tmp_path, counted(status, "0"))
    assert run("phase", "fail", "--note", "again", "-C", root).code == 1
    assert status_of(run, root)["retries"]["count"] == 0


ONWARD = [("set", "phase=3"), ("done", "phase"), ("set", "task=4 — Report"), ("set", "status=completed")]


@pytest.mark.parametrize("count", ["3", "often"])
@pytest.mark.parametrize("words", ONWARD, ids=" ".join)
def test_an_agent_does_not_go_on_past_retries_that_are_used_up(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], count: str
) -> None:
    root = project(tmp_path, counted("in_progress", count))
    monkeypatch.setenv("CLAUDECODE", "1")
    assert run(*words, "-C", root).code == 1
    assert run(*words, "--dry-run", "-C", root).code == 1
    assert run("check", "-C", root).code == 20
    monkeypatch.setenv("CLAUDECODE", "")
    assert run(*words, "-C", root).code == 0


def test_the_blocker_of_a_failure_stays_until_the_retries_are_reset(run: Run, tmp_path: Path) -> None:
    root = project(
        tmp_path, counted("failed", "3").replace("- None", "- No map\n- Step 2 Research failed after 3 retries")
    )
    for words in (
        (
            "blocker",
            "resolve",
        ),
        ("blocker", "bypass", "--note", "by hand"),
    ):
        assert run(*words, "Step 2 Research failed after 3 retries", "-C", root).code == 1
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
    "context limit": boundary("context limit"),
    "user paused": boundary("user paused"),
    "with a remark": boundary("**Session boundary** (decompose → implement)"),
    "no reason": boundary(""),
    "a row without a name": boundary("user paused").replace("| 5 | Decompose |", "| 5 | |"),
    "as a table": boundary("context limit").replace(
        BOUNDARY, "## Current Step\n| Field | Value |\n|---|---|\n| Flow | greenfield |\n| Step | 6 |\n"
        "| Name | Implement |\n| Status | not_started |\n",
    ),
    "pointer": f"# Autopilot State\n\n{BOUNDARY}",
    "pointer, with a sub-step": f"# Autopilot State\n\n{BOUNDARY}sub_step: 0\n",
    "pointer, as a table": "## Current Step\n| Field | Value |\n|---|---|\n| flow | greenfield |\n| step | 6 |\n"
    "| name | Implement |\n| status | not_started |\n",
    "nested": f"# Autodev State\n\n{BOUNDARY}sub_step:\n  phase: 0\n  name: awaiting-invocation\n",
    "nested, in one line": f"# Autodev State\n\n{BOUNDARY}sub_step: {{phase: 0, name: awaiting-invocation}}\n",
    "nested, without a sub-step": f"# Autodev State\n\n{BOUNDARY}cycle: 1\n",
    "no flow": boundary().replace("step: 6\n", "step: 6\ntracker: local\n"),
}  # fmt: skip
"""States at a session boundary."""


def asks(run: Run, root: Path) -> str | None:
    """Who asks: the agent, or cockpit whether file or folders count."""
    waiting = status_of(run, root)["waiting"]
    return waiting and waiting["asked_by"]


@pytest.mark.parametrize(("case", "answer"), [*zip(ASKS, cycle("12"))])
def test_each_answer_at_a_boundary_is_taken(run: Run, tmp_path: Path, case: str, answer: str) -> None:
    root = project(tmp_path, ASKS[case], DECOMPOSED)
    assert asks(run, root) == "agent"
    assert run("answer", answer, "-C", root).code == 0
    assert (asks(run, root), run("check", "--questions", "-C", root).code) == (None, 0)
    assert run("resume", "prompt", "-C", root).code == 0


@pytest.mark.parametrize("answer", ["1", "2"])
def test_behind_the_boundary_the_folders_ask(run: Run, tmp_path: Path, answer: str) -> None:
    root = project(tmp_path, boundary(), {"_docs/notes.md": "x"})
    assert run("answer", answer, "-C", root).code == 0
    assert asks(run, root) == "cockpit"
    assert run("answer", "2", "-C", root).code == 0
    assert asks(run, root) is None


AROUND = [
    ("set", "status=in_progress"), ("set", "task=1"), ("set", "task=1 — Batch"), ("set", "phase=8"),
    ("phase", "start", "8"), ("phase", "fail", "--note", "x"), ("done", "session", "--note", "answered A"),
    ("answer", "1"), ("answer", "2"), ("phase", "skip", "6"), ("resume", "start"),
]  # fmt: skip
"""What would remove the question, by another name."""


@pytest.mark.parametrize("case", ["the seed's", "context limit", "pointer", "nested"])
def test_an_agent_answers_no_question_by_whatever_verb(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    root = project(tmp_path, ASKS[case], DECOMPOSED)
    monkeypatch.setenv("CLAUDECODE", "1")
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    for words in AROUND:
        assert run(*words, "-C", root).code == 1, words
        assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before, words
    assert asks(run, root) == "agent"
    assert (run("check", "-C", root).code, run("check", "--questions", "-C", root).code) == (0, 20)


@pytest.mark.parametrize("reason", ["context limit", "user paused", "completed step", "session boundary"])
def test_an_agent_says_why_its_session_ended_and_the_question_stays(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    root = project(tmp_path, boundary(), DECOMPOSED)
    monkeypatch.setenv("CLAUDECODE", "1")
    assert run("done", "session", "--reason", reason, "--note", "half of it", "-C", root).code == 0
    (session,) = status_of(run, root)["sessions"]
    assert (session["handoff_reason"], session["notes"], asks(run, root)) == (reason, "half of it", "agent")


def test_what_a_person_answered_stays_answered(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = project(tmp_path, boundary(), DECOMPOSED)
    assert run("answer", "1", "-C", root).code == 0
    monkeypatch.setenv("CLAUDECODE", "1")
    assert run("done", "session", "--reason", "context limit", "--note", "half of it", "-C", root).code == 0
    assert run("handoff", "--next", "Begin batch 1", "-C", root).code == 0
    assert asks(run, root) is None
    assert run("set", "status=in_progress", "-C", root).code == 0


POINTER = "## Current Step\nflow: greenfield\nstep: 2\nname: Research\nstatus: in_progress\n"
GATES = {
    "in the notes": (SOUND.replace("notes: go on", "notes: BLOCKING gate: one or two?"), 0),
    "in the sub-step": (SOUND.replace("sub_step: 3 — Compare", "sub_step: 3 — BLOCKING: one or two?"), 1),
    "in a pointer": (f"{POINTER}sub_step: 3 — BLOCKING: one or two?\nretry_count: 0\n", 1),
    "in a table": ("## Current Step\n| Field | Value |\n|---|---|\n| flow | greenfield |\n| step | 2 |\n"
                   "| name | Research |\n| sub_step | 3 — BLOCKING: one or two? |\n", 1),
}  # fmt: skip
"""States at a gate; whether an agent that goes on to another step would remove it."""


@pytest.mark.parametrize("case", GATES)
def test_a_gate_is_answered_by_a_person_in_every_form(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    text, code = GATES[case]
    root = project(tmp_path, text)
    monkeypatch.setenv("CLAUDECODE", "1")
    assert run("set", "phase=3", "-C", root).code == code
    assert asks(run, root) == "agent"
    monkeypatch.setenv("CLAUDECODE", "")
    assert run("answer", "two", "-C", root).code == 0
    assert asks(run, root) != "agent"


def test_a_gate_stays_in_the_notes_of_a_session_that_ends(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = project(tmp_path, GATES["in the notes"][0])
    monkeypatch.setenv("CLAUDECODE", "1")
    assert run("done", "session", "--reason", "context limit", "--note", "half of it", "-C", root).code == 0
    assert asks(run, root) == "agent"
    assert "half of it" in status_of(run, root)["sessions"][0]["notes"]


def followed(run: Run, root: Path) -> list[str]:
    """The recommendation is followed until nothing is recommended any more; the steps on the way."""
    steps = []
    for _ in range(5):
        track = status_of(run, root)
        steps.append(track["position"]["phase"]["id"])
        recommended = (track["waiting"] or {}).get("recommendation")
        if not recommended:
            return steps
        assert run("answer", "1", "-C", root).code == 0
    raise AssertionError(steps)


@pytest.mark.parametrize(
    ("number", "beside", "steps"),
    [
        ("3", {"_docs/02_document/architecture.md": "Parts\n"}, ["3", "4"]),
        ("3", PLANNED, ["3", "4"]),
        ("6", PROBLEM, ["6", "2"]),
        ("6", {"_docs/notes.md": "x"}, ["6", "1"]),
        ("4", {"_docs/00_problem/problem.md": "x", "_docs/02_tasks/_dependencies_table.md": "x"}, ["4"]),
        ("2", {"_docs/04_deploy/plan.md": "x"}, ["2"]),
    ],
)
def test_a_recommendation_that_is_followed_ends(
    run: Run, tmp_path: Path, number: str, beside: dict[str, str], steps: list[str]
) -> None:
    more = "retry_count: 0\n\n## Completed Steps\n\n## Last Session\n"
    name = {"2": "Research", "3": "Plan", "4": "UI Design", "6": "Implement"}[number]
    root = project(tmp_path, f"# Autopilot State\n\n{step('greenfield', number, name, more=more)}", beside)
    assert followed(run, root) == steps
    for _ in range(3):  # and each answer to what cockpit asks ends it
        if asks(run, root) is not None:
            assert run("answer", "1", "-C", root).code == 0
    assert asks(run, root) is None


def test_what_is_open_is_asked_for_by_name(run: Run, tmp_path: Path) -> None:
    root = project(tmp_path, SOUND.replace("- None", "The vendor is silent.\n\n- No map"))
    codes = [run("check", *options, "-C", root).code for options in ([], ["--questions"], ["--blockers"])]
    assert codes == [0, 0, 20]
    assert "Not checked: 2 open blockers." in run("check", "-C", root).out
    told = json.loads(run("check", "--blockers", "--json", "-C", root).out)
    assert [any(words in each for each in told["reasons"]) for words in ("No map", "The vendor is silent")] == [
        True
    ] * 2


def test_the_last_session_is_shown_whole(run: Run, tmp_path: Path) -> None:
    told = run("status", "-C", project(tmp_path, SOUND)).out
    assert all(words in told for words in ("28 Mar", "Step 1 Problem", "completed step", "go on"))


def test_a_handoff_after_the_last_step_lacks_nothing(run: Run, tmp_path: Path) -> None:
    root = fixture(tmp_path, "done")
    before = run("lint", "-C", root).out
    assert run("handoff", "--next", "Read it", "-C", root).code == 0
    assert "handoff-incomplete" not in run("lint", "-C", root).out
    assert "handoff-incomplete" not in before


def test_a_verb_that_leaves_a_handoff_without_a_place_says_so(run: Run, tmp_path: Path) -> None:
    """One that was left when all steps were done, and calls the work in progress, once there are steps again."""
    root = fixture(tmp_path, "pointer")
    for line in (("set", "phase=14"), ("phase", "skip", "14"), ("handoff", "--next", "Look")):
        assert run(*line, "-C", root).code == 0
    handoff = root / "_docs/holding-pattern.md"
    handoff.write_text(handoff.read_text().replace("status: complete\n", "status: in_progress\n"))
    assert "handoff-incomplete" not in run("lint", "-C", root).out
    moved = run("set", "phase=13", "-C", root)
    found = next(line for line in run("lint", "-C", root).out.splitlines() if "handoff-incomplete" in line)
    told = found.partition("warning: ")[2].partition(" [")[0]
    assert (moved.code, told in moved.out + moved.err) == (0, True)


@pytest.mark.parametrize(("step", "told"), [("3", True), ("8", False)])
def test_going_back_to_a_finished_step_says_so(run: Run, tmp_path: Path, step: str, told: bool) -> None:
    root = fixture(tmp_path, "healthy")
    moved = run("phase", "start", step, "-C", root)
    assert (moved.code, f"Step {step} was completed and starts over." in moved.out) == (0, told)
    assert (run("undo", "-C", root).code, status_of(run, root)["position"]["phase"]["id"]) == (0, "7")


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


def test_the_report_of_the_documentation_is_a_track(run: Run, tmp_path: Path) -> None:
    (tmp_path / "_docs" / "02_document").mkdir(parents=True)
    (tmp_path / "_docs" / "02_document" / "FINAL_report.md").write_text("Five modules\n", "utf-8")
    (tmp_path / "app.py").write_text("x = 1\n", "utf-8")
    track = status_of(run, tmp_path)
    assert (track["position"]["flow"], track["position"]["phase"]["name"]) == ("existing-code", "Test Spec")
    assert run("init", "autodev", "-C", tmp_path).code == 0
    assert status_of(run, tmp_path)["waiting"] is None


@pytest.mark.parametrize(
    ("lines", "code", "after"),
    [
        ("step: 6\nname: Refactor\nstatus: failed\nretries_left: 0\n", 30,
         "step: 6\nname: Refactor\nstatus: in_progress\nretry_count: 0\nretries_left: 3\n"),
        ("step: 6\nname: Refactor\nstatus: in_progress\nretries remaining: few\n", 20,
         "step: 6\nname: Refactor\nstatus: in_progress\nretry_count: 0\nretries remaining: 3\n"),
        ("step: 4 | name: Implement Tests | status: failed | retry_count: 3\n", 30,
         "step: 4 | name: Implement Tests | status: in_progress | retry_count: 0\n"),
        ("step: 4\nname: Implement Tests\nstatus: failed\nretries_left: 2\n", 0, None),
    ],
)  # fmt: skip
def test_other_ways_to_count_retries_hold_the_agent_and_are_reset(
    run: Run, tmp_path: Path, lines: str, code: int, after: str | None
) -> None:
    state = tmp_path / "_docs/_autopilot_state.md"
    state.parent.mkdir()
    state.write_text(f"# Autopilot State\n\n## Current Step\n{lines}")
    assert run("check", "-C", tmp_path).code == code
    if after is not None:
        assert run("phase", "reset", "-C", tmp_path).code == 0
        assert state.read_text() == f"# Autopilot State\n\n## Current Step\n{after}"
        assert run("check", "-C", tmp_path).code == 0
        (track,) = json.loads(run("status", "--json", "-C", tmp_path).out)["tracks"]
        assert track["thresholds"][0]["disagreeing"] == []


DONE = """# Autopilot State

## Current Step
flow: greenfield
step: done
name: Deploy
status: completed
sub_step:
retry_count: 0
"""
SHORT = """
## Completed Steps

| Step | Name | Completed | Key Outcome |
|------|------|-----------|-------------|
| 10 | Deploy | 2026-11-29 | live |

## Last Session
date: 2026-11-29
ended_at: Step 10 Deploy
reason: completed step
notes:
"""


@pytest.mark.parametrize("history", ["", SHORT])
def test_of_a_finished_project_nothing_remains_however_short_its_history(
    run: Run, tmp_path: Path, history: str
) -> None:
    state = tmp_path / "_docs/_autopilot_state.md"
    state.parent.mkdir()
    state.write_text(DONE + history)
    assert "10 of 10 steps done" in run("status", "-C", tmp_path).out
    assert run("handoff", "--next", "Watch it", "-C", tmp_path).code == 0
    handoff = (tmp_path / "_docs/holding-pattern.md").read_text()
    assert "status: complete\n" in handoff
    assert "## Remaining Work\n\n##" in handoff
    assert "its tasks are done" in run("resume", "prompt", "-C", tmp_path).out
    assert ("ended_at: Step 10 Deploy\nreason: completed step\n" in state.read_text()) == bool(history)
