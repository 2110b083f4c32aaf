"""The state held against the folders, by generation: which counts, what is asked, and what a person chooses."""

import pytest

from cockpit.model import intents as verbs
from cockpit.model.checklist import Check, Resumption
from cockpit.model.errors import CommandError
from cockpit.model.intents import Intent
from cockpit.systems.autodev.system import Autodev
from cockpit.systems.interface import ReadContext
from tests.support.autodev_states import DECOMPOSED, LATER, MAIN, NOW, PLANNED, PROBLEM, RESEARCHED, done, read, step
from tests.support.memory_files import MemoryFiles

REPORT = {"_docs/02_document/FINAL_report.md": "Five modules\n"}
SOURCE = {"src/a.py": "x = 1\n"}
ONLY_PLANNED = {"_docs/02_document/architecture.md": "Parts\n"}
SPECIFIED = {**REPORT, "_docs/02_document/tests/traceability-matrix.md": "x\n"}
HISTORY = "\n## Completed Steps\n\n## Last Session\n"
FORMS = {
    "seed": (MAIN, f"retry_count: 0\n{HISTORY}"),
    "pointer": (MAIN, "sub_step: 0\nretry_count: 0\n"),
    "nested": (LATER, "sub_step:\n  phase: 0\n  name: awaiting-invocation\n  detail: none\nretry_count: 0\n"),
}
"""By form of the state file: its name, and what stands behind the status."""
FOLDERS_COUNT = {"seed": True, "pointer": True, "nested": False}
GREENFIELD, EXISTING = "greenfield", "existing-code"

CASES = {
    # The seed's own example: the file says step 3, and the architecture is there already.
    "the seed's example": ((GREENFIELD, "Plan", "in_progress"), PLANNED, {
        "seed": "3, 4 UI Design", "pointer": "3, 4 UI Design", "nested": "3, 4 UI Design"}),
    "not begun": ((GREENFIELD, "Plan", "not_started"), PLANNED, {
        "seed": "3, 4 UI Design", "pointer": "3, 4 UI Design", "nested": "3, 4 UI Design"}),
    "it failed": ((GREENFIELD, "Plan", "failed"), PLANNED, {
        "seed": "3, 4 UI Design", "pointer": "3, 4 UI Design", "nested": "3, 4 UI Design"}),
    "the file says the same": ((GREENFIELD, "Plan", "completed"), PLANNED, {}),
    "it was left out": ((GREENFIELD, "Plan", "skipped"), PLANNED, {}),
    "behind the plan there are tasks": (
        (GREENFIELD, "Plan", "in_progress"), {**PLANNED, "_docs/02_tasks/01_core.md": "x\n"}, {
        "seed": "3, 5 Decompose", "pointer": "3, 5 Decompose", "nested": "3, 6 Decompose"}),
    "a later step's": ((GREENFIELD, "Plan", "in_progress"), DECOMPOSED, {
        "seed": "3, 6 Implement", "pointer": "3, 6 Implement", "nested": "3, 7 Implement"}),
    "one that is only inferred, while it is under way": ((GREENFIELD, "Decompose", "in_progress"), DECOMPOSED, {}),
    "one that is only inferred, before it begins": ((GREENFIELD, "Decompose", "not_started"), DECOMPOSED, {
        "seed": "5, 6 Implement", "pointer": "5, 6 Implement", "nested": "6, 7 Implement"}),
    "a step before left none": ((GREENFIELD, "Decompose", "in_progress"), RESEARCHED, {
        "seed": "5, 3 Plan", "pointer": "5, 3 Plan", "nested": "6, 3 Plan"}),
    "they agree": ((GREENFIELD, "UI Design", "in_progress"), PLANNED, {}),
    "the documentation is there": ((EXISTING, "Document", "in_progress"), REPORT, {
        "seed": "1, 2 Test Spec", "pointer": "1, 2 Test Spec", "nested": "1, 2 Architecture Baseline Scan"}),
    "the tests are specified": ((EXISTING, "Test Spec", "in_progress"), SPECIFIED, {
        "seed": "2, 3 Decompose Tests", "pointer": "2, 3 Code Testability Revision",
        "nested": "3, 4 Code Testability Revision"}),
    "there is no documentation": ((EXISTING, "Decompose Tests", "in_progress"), {**SOURCE, **PROBLEM}, {}),
    "the folders of the other flow": ((EXISTING, "Implement Tests", "in_progress"), {**SOURCE, **RESEARCHED}, {}),
    "there is no matrix": ((EXISTING, "Decompose Tests", "in_progress"), {**SOURCE, **REPORT}, {
        "pointer": "4, 2 Test Spec", "nested": "5, 3 Test Spec"}),
    "nothing but a later artefact": ((GREENFIELD, "Plan", "in_progress"), ONLY_PLANNED, {
        "seed": "3, 4 UI Design", "pointer": "3, 4 UI Design", "nested": "3, 4 UI Design"}),
    "the step behind it": ((GREENFIELD, "UI Design", "not_started"), ONLY_PLANNED, {}),
    "the research is not decided": (
        (GREENFIELD, "Plan", "in_progress"), {**PROBLEM, "_docs/01_solution/solution_draft01.md": "x"}, {}),
    "the last step left its own": ((GREENFIELD, "Deploy", "not_started"), {**PLANNED, "_docs/04_deploy/a.md": "x"}, {
        "nested": "16, 17 Retrospective"}),
    "a name that comes twice tells nothing": ((EXISTING, "Run Tests", "not_started"), SPECIFIED, {}),
    "an earlier cycle left its own": (
        (EXISTING, "New Task", "in_progress"), {**SPECIFIED, "_docs/04_deploy/plan.md": "x"}, {}),
}  # fmt: skip
"""Flow, step and status of the file; the files beside it; by form, the number of the file's step and what the folders
show instead. Where a form is not there, they agree in it."""


def state(form: str, flow: str, name: str, status: str) -> dict[str, str]:
    path, more = FORMS[form]
    return {path: f"# State\n\n{step(flow, '', name, status, more)}".replace("step: \n", "")}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("case", CASES)
def test_file_and_folders(case: str, form: str) -> None:
    present, beside, shown = CASES[case]
    track = read({**state(form, *present), **beside})
    assert track.format == form
    found = [each for each in track.findings if each.code == "folders-disagree"]
    if form not in shown:
        assert (found, track.waiting) == ([], None)
        return
    (finding,) = found
    number, _, other = shown[form].partition(", ")
    told = str(finding.message)
    assert f"The file says step {number} {present[1]}, but the folders show step {other}" in told
    assert finding.severity == ("warning" if FOLDERS_COUNT[form] else "note")
    assert f"the {'folders take' if FOLDERS_COUNT[form] else 'file takes'} precedence" in told
    asked = track.waiting is not None and track.waiting.asked_by == "cockpit"
    assert asked is FOLDERS_COUNT[form]


def seed(name: str, status: str = "in_progress") -> dict[str, bytes]:
    text = {**state("seed", GREENFIELD, name, status), **PLANNED}
    return {path: content.encode() for path, content in text.items()}


def answered(files: dict[str, bytes], letter: str) -> dict[str, bytes]:
    waiting = read(files).waiting
    assert waiting is not None
    option = next(each for each in map(str, waiting.options) if each.startswith(letter))
    return done(files, verbs.Answer(option=option, seen=str(waiting.question)))


def test_the_question_names_both_sides_and_the_rule() -> None:
    waiting = read(seed("Plan")).waiting
    assert waiting is not None
    shows = "_docs/02_document/architecture.md shows that Plan is done"
    asked = f"The file says step 3 Plan, but the folders show step 4 UI Design: {shows}. Which takes precedence?"
    assert str(waiting.question) == asked
    assert waiting.options == (
        "A) The folders: move the file to step 4 UI Design", "B) The file: continue with step 3 Plan",
    )  # fmt: skip
    advice = "A — in this format the folders take precedence; the file must be updated (state.md, rule 4)"
    assert str(waiting.recommendation) == advice
    assert (waiting.asked_by, waiting.anew) == ("cockpit", None)


def test_the_folders_are_followed() -> None:
    after = answered(seed("Plan"), "A")
    track = read(after)
    assert track.position.phase is not None
    assert (track.position.phase.id, track.position.status, track.waiting) == ("4", "not_started", None)
    assert "| 3 | Plan | — | _docs/02_document/architecture.md shows it |" in after[MAIN].decode()
    assert [each.code for each in track.findings if each.code == "folders-disagree"] == []


def test_the_file_is_kept() -> None:
    track = read(answered(seed("Plan"), "B"))
    assert track.position.phase is not None
    assert (track.position.phase.id, track.position.status, track.waiting) == ("3", "in_progress", None)
    assert track.sessions[0].notes == "step 3 Plan is kept, not step 4 UI Design as the folders show"
    assert [each.severity for each in track.findings if each.code == "folders-disagree"] == ["warning"]


def test_what_was_kept_is_asked_again_when_the_folders_show_more() -> None:
    after = answered(seed("Plan"), "B")
    waiting = read({**after, **{path: text.encode() for path, text in DECOMPOSED.items()}}).waiting
    assert waiting is not None
    shows = "_docs/02_tasks/_dependencies_table.md shows that Decompose is done"
    says = "The file says step 3 Plan, but the folders show step 6 Implement (inferred from the artefacts)"
    assert str(waiting.question) == f"{says}: {shows}. Which takes precedence?"


def test_a_pointer_keeps_what_was_said_behind_its_sub_step() -> None:
    files = {**state("pointer", GREENFIELD, "Plan", "in_progress"), **PLANNED}
    after = answered({path: text.encode() for path, text in files.items()}, "B")
    kept = "sub_step: 0 — step 3 Plan is kept, not step 4 UI Design as the folders show\n"
    assert after[MAIN].decode() == files[MAIN].replace("sub_step: 0\n", kept)
    track = read(after)
    assert (track.waiting, track.position.task) == (None, None)


INFERRED = {
    "a step that is behind left none": (("Implement", "in_progress"), RESEARCHED, "3", True),
    "a later one left its own": (("Research", "in_progress"), DECOMPOSED, "6", True),
    "the seed's example": (("Plan", "in_progress"), PLANNED, "4", False),
    "the problem is not whole": (("Implement", "in_progress"), {"_docs/notes.md": "x"}, "1", False),
}


@pytest.mark.parametrize("case", INFERRED)
def test_what_is_only_inferred_says_so_and_is_not_recommended(case: str) -> None:
    (name, status), beside, shown, inferred = INFERRED[case]
    files = {**state("seed", GREENFIELD, name, status), **beside}
    track = read(files)
    (finding,) = [each for each in track.findings if each.code == "folders-disagree"]
    assert track.waiting is not None
    for words in (str(finding.message), str(track.waiting.question)):
        assert f"step {shown} " in words
        assert ("inferred" in words) is inferred
    assert (track.waiting.recommendation is None) is inferred
    after = read(answered({path: text.encode() for path, text in files.items()}, "A"))
    assert after.position.phase is not None
    assert after.position.phase.id == shown


def test_another_answer_is_refused() -> None:
    with pytest.raises(CommandError) as refused:
        done(seed("Plan"), verbs.Answer(option="perhaps"))
    assert str(refused.value.message) == "Answer A or B (the folders or the file)."


def resumption(files: dict[str, bytes] | dict[str, str]) -> Resumption:
    memory = MemoryFiles(files)
    (candidate,) = Autodev().detect(memory)
    return Autodev().resumption(memory, candidate, ReadContext(now=NOW))


def line(files: dict[str, bytes] | dict[str, str], code: str) -> Check | None:
    return next((each for each in resumption(files).checks if each.code == code), None)


def test_the_checklist_leaves_the_choice_where_the_file_counts() -> None:
    check = line({**state("nested", GREENFIELD, "Plan", "in_progress"), **PLANNED}, "folders")
    assert check is not None
    assert (check.result, str(check.claim)) == ("passed", "The state file takes precedence over the folders")
    follow: tuple[Intent, ...] = (verbs.Move(part="phase", value="4"),)
    assert [(each.name, each.intents) for each in check.choices] == [("folders", follow)]


def test_the_checklist_asks_once() -> None:
    assert line(seed("Plan"), "folders") is None  # the question that waits is a line of its own
    check = line(answered(seed("Plan"), "B"), "folders")
    assert check is not None
    assert (check.result, str(check.claim)) == ("passed", "The state file is kept; the folders differ")


def test_a_step_found_by_the_folders_is_no_fact() -> None:
    check = line(PLANNED, "onward")
    assert check is not None
    assert (check.result, str(check.fact)) == ("failed", "No state file names the current step")
    why = "_docs/02_document/architecture.md exists"
    found = f"The folders show greenfield step 4 UI Design (inferred from the artefacts): {why}."
    assert tuple(map(str, check.evidence)) == (found,)
    assert [way.typed() for way in check.brings_back] == ["cockpit init autodev"]
    assert resumption(PLANNED).told == (
        (
            "How the step was found",
            f"No state file names the current step. {found} Make sure of it before you go on.",
        ),
    )


SUB_STEPS = {
    "words alone": ("nested", "sub_step: somewhere in the middle\n", True),
    "a map without a number": ("nested", "sub_step:\n  name: review\n  detail: half\n", True),
    "a map": ("nested", "sub_step:\n  phase: 4\n  name: review\n  detail: half\n", False),
    "not begun": ("nested", "sub_step:\n  phase: 0\n  name: awaiting-invocation\n", False),
    "a number alone": ("nested", "sub_step: 0\ncycle: 1\n", False),
    "none": ("nested", "", False),
    "words alone, in an earlier form": ("pointer", "sub_step: somewhere in the middle\n", False),
}


@pytest.mark.parametrize("case", SUB_STEPS)
def test_a_sub_step_that_cannot_be_read_sends_a_later_agent_to_the_folders(case: str) -> None:
    form, more, lost = SUB_STEPS[case]
    path = FORMS[form][0]
    files = {path: f"# State\n\n{step(GREENFIELD, '2', 'Research', more=more)}", **PROBLEM}
    track = read(files)
    assert track.format == form
    found = [each.message for each in track.findings if each.code == "sub-step-unreadable"]
    check = line(files, "sub-step")
    if not lost:
        assert (found, check) == ([], None)
        return
    why = "00_problem is complete, but the solution draft is missing"
    problem = "The sub-step has no phase number; in this format the agent then scans the folders."
    assert [*map(str, found)] == [f"{problem} The folders show greenfield step 2 Research (by the folder scan): {why}."]
    assert check is not None
    assert (check.result, check.evidence) == ("failed", tuple(found))


def test_what_is_kept_writes_nothing_that_acts_on_a_terminal() -> None:
    files = {path: text.replace(b"name: Plan", b"name: Plan (\x1b]0;x\x07)") for path, text in seed("Plan").items()}
    after = answered(files, "B")
    assert after[MAIN].count(b"\x1b") == files[MAIN].count(b"\x1b") == 1
    assert read(after).waiting is None


@pytest.mark.parametrize(
    ("inside", "unread"),
    [
        ("phase: 4, name: review, detail: half", False),
        ("name: review", False),
        ("phase: 4, name: review, owner: ada", True),
        ("phase: 4, review", True),
    ],
)
def test_a_map_in_one_line_is_unread_only_where_a_part_of_it_is(inside: str, unread: bool) -> None:
    path, _ = FORMS["nested"]
    track = read({path: f"# State\n\n{step(GREENFIELD, '2', 'Research', more=f'sub_step: {{{inside}}}')}"})
    unread_texts = [each["text"] for each in track.extra.get("unread", ()) if each["section"] == "Current Step"]
    assert unread_texts == ([f"sub_step: {{{inside}}}"] if unread else [])


def test_the_folders_show_the_same_whether_step_or_sub_step_cannot_be_read() -> None:
    done_row = "\n## Completed Steps\n| Step | Name |\n|---|---|\n| 1 | Document |\n"
    files = {"src/a.py": "", **REPORT}
    path, _ = FORMS["nested"]
    lost = read({**files, path: f"# State\n\n{step(EXISTING, '2', 'Test Spec', more='sub_step: half way')}{done_row}"})
    message = next(each.message for each in lost.findings if each.code == "sub-step-unreadable")
    unusable = read({**files, path: f"# Autodev State\n\n## Current Step\nflow: {EXISTING}\n{done_row}"})
    assert "step 3 Test Spec" in str(message)
    assert unusable.position.phase is not None
    assert (unusable.position.phase.id, unusable.position.phase.name) == ("3", "Test Spec")


def test_where_no_try_is_left_the_disagreement_names_the_reset() -> None:
    files = {path: text.replace(b"retry_count: 0", b"retry_count: 3") for path, text in seed("Plan", "failed").items()}
    assert b"retry_count: 3" in files[MAIN]
    check = line(files, "folders")
    assert check is not None
    assert (check.result, check.options) == ("failed", ())
    assert [way.typed() for way in check.brings_back] == ["cockpit phase reset"]
