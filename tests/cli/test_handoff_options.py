"""`cockpit handoff` with options: each field, a look without writing, and what is refused."""

import io
import json
import os
import re
import shutil
from dataclasses import asdict
from pathlib import Path

import pytest

from cockpit.model.handoff_draft import HandoffDraft
from tests.cli.conftest import Run
from tests.support.demo_projects import begun as copied

HANDOFF = ".autopilot/holding-pattern.md"
FIELDS = ["--reason", "context", "--state", "half done", "--task", "1|Model|abc1234|done", "--task", "2||def5678",
          "--remaining", "Task 3", "--decision", "Cents — no rounding", "--decision", "Pages", "--blocker", "no key",
          "--context", "fonts", "--next", "go on"]  # fmt: skip


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample project as the story begins. Not to be changed."""
    return copied(tmp_path_factory.mktemp("begun") / "taskflow-app")


@pytest.fixture
def project(begun: Path, tmp_path: Path) -> Path:
    """A copy of that project."""
    return shutil.copytree(begun, tmp_path / "taskflow-app")


def test_every_field_is_written_as_it_was_given(run: Run, project: Path) -> None:
    assert run("handoff", *FIELDS, "-C", project).code == 0
    assert (project / HANDOFF).read_text().partition("---\n\n")[2] == (
        "## Current State\nhalf done\n\n"
        "## Completed Work\n| Task | Name | Commit | Status |\n|------|------|--------|--------|\n"
        "| 1 | Model | abc1234 | ✅ |\n| 2 | Show due dates and overdue state | def5678 | ✅ |\n\n"
        "## Remaining Work\n- Task 3\n\n"
        "## Decisions Made\n- Cents — no rounding\n- Pages\n\n"
        "## Blockers\n- no key\n\n## Context\nfonts\n\n## Next Action\ngo on\n"
    )


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["--task", "1|a|b|done|more"], "--task takes NUMBER|NAME|COMMIT|STATE, not '1|a|b|done|more'."),
        (["--next", "go", "--task", "x"], "Not a task number: 'x'. Examples: 3, 3.2."),
        (["--next", "go", "--task", "|||"], "--task takes NUMBER|NAME|COMMIT|STATE, but the value is empty."),
        (["--next", " "], 'The handoff needs a next action. Run `cockpit handoff --next "WHAT TO DO FIRST"`.'),
        (["--next", "go", "--context", "a\x1bb"], "Control character U+001B in the context. Remove it."),
    ],
)
def test_what_cannot_be_written_is_one_sentence(run: Run, begun: Path, more: list[str], sentence: str) -> None:
    done = run("handoff", *more, "-C", begun)
    assert (done.code, done.bare.out, done.bare.err) == (1, "", f"cockpit: {sentence}\n")
    assert not (begun / HANDOFF).exists()


def test_json_and_options_count_together(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = json.dumps({"next_action": "from json", "state": "S", "reason": "error"})
    reading, writing = os.pipe()
    os.write(writing, given.encode())
    os.close(writing)
    with os.fdopen(reading) as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        done = run("handoff", "--next", "typed", "-C", project)
    assert (done.code, done.err) == (0, "")
    text = (project / HANDOFF).read_text()
    assert "\nreason: error\n" in text
    assert "## Current State\nS\n" in text
    assert text.endswith("## Next Action\ntyped\n")


def test_help_and_page_name_the_fields_of_the_json(run: Run) -> None:
    fields = asdict(HandoffDraft())
    page = (Path(__file__).parents[2] / "docs" / "commands.md").read_text("utf-8")
    row = next(line for line in page.splitlines() if "`next_action`" in line)
    told = " ".join(run("handoff", "--help").out.split())
    assert "Standard input" in told
    for name in fields.keys() - {"origins"}:
        assert re.search(rf"\b{name}\b", told), name
        assert f"`{name}`" in row, name


def test_an_input_that_stays_open_holds_no_command_up(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cockpit.cli.handoff._MOMENT", 0.01)
    reading, writing = os.pipe()
    with os.fdopen(reading) as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        done = run("handoff", "--next", "typed", "-C", project)
    os.close(writing)
    assert (done.code, done.out) == (0, f"Handed off at plan 3.2, task 3 of 5: {HANDOFF}.\n")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("", 'The handoff has no content. Run `cockpit handoff --next "WHAT TO DO FIRST"`, or pass JSON on standard '
             "input; `cockpit handoff propose` prints a proposal."),
        ("{", "Standard input is not valid JSON: "),
        ("[]", "Standard input must be a JSON object with the fields of the handoff."),
        ('{"reason": "boredom"}', "reason must be context, interrupted, error or session-ended, not 'boredom'."),
        ('{"next": "x"}', "A handoff has no field 'next'. Fields: "),
        ('{"next_action": 3}', "next_action must be text."),
        ('{"next_action": "go", "head": "nonsense"}', "head must be a commit id, not 'nonsense'."),
        ('{"next_action": "go", "completed": [{"name": " ", "state": "done"}]}', "A task needs a name or a number."),
    ],
)  # fmt: skip
def test_json_is_held_to_what_the_wizard_takes(
    run: Run, begun: Path, monkeypatch: pytest.MonkeyPatch, given: str, sentence: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(given))
    done = run("handoff", "-C", begun).bare
    assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)
    assert done.err.startswith(f"cockpit: {sentence}")
    assert not (begun / HANDOFF).exists()


def test_options_of_the_prompt_that_contradict_each_other_are_refused(run: Run, begun: Path) -> None:
    for options, sentence in (
        (["--save", ""], "--save needs the name of a new file."),
        (["--json"], "The prompt is text, not JSON. Omit --json."),
    ):
        done = run("resume", "prompt", *options, "-C", begun)
        assert (done.code, done.bare.err) == (1, f"cockpit: {sentence}\n")
