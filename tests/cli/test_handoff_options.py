"""`cockpit handoff` with options: each field, a look without writing, and what is refused."""

import json
from pathlib import Path

import pytest

from cockpit.demo.sample import create
from tests.cli.conftest import Run
from tests.screens.still import NOW

HANDOFF = ".autopilot/holding-pattern.md"
FIELDS = ["--reason", "context", "--state", "half done", "--task", "1|Model|abc1234|done", "--task", "2||def5678",
          "--remaining", "Task 3", "--decision", "Cents — no rounding", "--decision", "Pages", "--blocker", "no key",
          "--context", "fonts", "--next", "go on"]  # fmt: skip


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return create(tmp_path / "taskflow-app", now=NOW)


def test_every_field_is_written_as_it_was_given(run: Run, project: Path) -> None:
    assert run("handoff", *FIELDS, "-C", project).code == 0
    assert (project / HANDOFF).read_text().partition("---\n\n")[2] == (
        "## Current State\nhalf done\n\n"
        "## Completed Work\n| Task | Name | Commit | Status |\n|------|------|--------|--------|\n"
        "| 1 | Model | abc1234 | ✅ |\n| 2 | — | def5678 | ✅ |\n\n"
        "## Remaining Work\n- Task 3\n\n"
        "## Decisions Made\n- Cents — no rounding\n- Pages\n\n"
        "## Blockers\n- no key\n\n## Context\nfonts\n\n## Next Action\ngo on\n"
    )


def test_a_dry_run_prints_the_diff_and_writes_nothing(run: Run, project: Path) -> None:
    done = run("handoff", *FIELDS, "--dry-run", "-C", project)
    assert done.code == 0
    assert f"+++ b/{HANDOFF}" in done.out
    assert "+go on" in done.out
    assert not (project / HANDOFF).exists()
    told = json.loads(run("handoff", *FIELDS, "--json", "-C", project).out)
    assert (told["changed"], told["done"]) == (True, f"Handed off at plan 3.2, task 3 of 5: {HANDOFF}.")


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["--task", "1|a|b|done|more"], "--task takes NUMBER|NAME|COMMIT|STATE, not '1|a|b|done|more'."),
        (["--task", "1|a|b|ready"], "state must be one of done, in_progress, open, not 'ready'."),
        (["--next", " "], 'The handoff needs a next action; type `cockpit handoff --next "WHAT TO DO FIRST"`.'),
        (["--next", "go", "--read-only"], "This project is open read-only; nothing was changed."),
        (["--next", "go", "--context", "a\x1bb"], "The context holds the control character U+001B."),
    ],
)
def test_what_cannot_be_written_is_one_sentence(run: Run, project: Path, more: list[str], sentence: str) -> None:
    done = run("handoff", *more, "-C", project)
    assert (done.code, done.out, done.err) == (1, "", f"cockpit: {sentence}\n")
    assert not (project / HANDOFF).exists()


def test_wrong_usage(run: Run, project: Path) -> None:
    assert run("handoff", "--reason", "boredom", "-C", project).code == 2


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("interrupted", "user_interrupt"), ("session-ended", "session_end"), ("user_interrupt", "user_interrupt")],
)
def test_the_reason_is_typed_in_the_words_of_the_wizard(run: Run, project: Path, typed: str, kept: str) -> None:
    assert run("handoff", "--reason", typed, "--next", "Go on", "-C", project).code == 0
    assert f"\nreason: {kept}\n" in (project / ".autopilot" / "holding-pattern.md").read_text()
    assert run("handoff", "--existing", "overwrite", "-C", project).code == 2
