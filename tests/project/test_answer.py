"""Answering a question, and resetting retries, for a system that has them."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from cockpit.model import Retries, Track, Waiting
from cockpit.model.errors import CommandError
from cockpit.model.intents import Answer, Intent, ResetRetries
from cockpit.project.change import change
from cockpit.project.history import ledger
from cockpit.project.workspace import Workspace
from cockpit.systems.interface import Candidate, Change, Edit, Files, ReadContext
from cockpit.wording.messages import plain
from tests.cli.conftest import write_project
from tests.support.fake_system import FakeSystem
from tests.support.said import Said

NOW = datetime(2026, 1, 29, 16, 30, tzinfo=UTC)
QUESTION = "Sidebar or bottom nav?"


class AskingSystem(FakeSystem):
    """Asks what its state file asks, and writes the answer below it."""

    def read(self, files: Files, candidate: Candidate, context: ReadContext) -> Track:
        return Track(
            system=self.id, path=candidate.path, format="fake", title="Demo",
            waiting=Waiting(question=QUESTION, options=("sidebar", "bottom nav")),
            retries=Retries(count=3, max=3),
        )  # fmt: skip

    def edit(self, files: Files, candidate: Candidate, intent: Intent, context: ReadContext) -> Edit:
        before = files.read(candidate.path)
        assert before is not None
        assert before.data is not None
        change = Change(path=candidate.path, before=before.data, after=before.data + repr(intent).encode())
        return Edit(changes=(change,), done=plain("Answered."))


@pytest.fixture
def writer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    monkeypatch.setattr("cockpit.systems.registry.SYSTEMS", (AskingSystem(),))
    state = tmp_path / "p" / ".fake" / "STATE.md"
    state.parent.mkdir(parents=True)
    state.write_text("# Demo\n")
    return Workspace(root=tmp_path / "p", now=NOW)


def written(writer: Workspace) -> str:
    return (writer.root / ".fake" / "STATE.md").read_text()


@pytest.mark.parametrize("typed", ["bottom nav", "2", "bot"])
def test_the_option_that_is_meant_is_written_and_bound_to_the_question(writer: Workspace, typed: str) -> None:
    assert change(writer, None, Answer(option=typed)).done == plain("Answered.")
    assert written(writer) == f"# Demo\n{Answer(option='bottom nav', seen=QUESTION)!r}"
    assert [(each.verb, each.actor) for each in ledger(writer)] == [("answer", "person")]


@pytest.mark.parametrize(
    ("intent", "sentence"),
    [
        (Answer(option="top"), "Not an option: 'top'. Options: 1 sidebar, 2 bottom nav."),
        (
            Answer(option="1", seen="Which colour?"),
            f"The question has changed since you looked: “Which colour?” → “{QUESTION}”.",
        ),
    ],
)
def test_what_is_no_answer_is_refused(writer: Workspace, intent: Intent, sentence: str) -> None:
    with pytest.raises(CommandError) as refused:
        change(writer, None, intent)
    assert str(refused.value) == sentence
    assert written(writer) == "# Demo\n"


def test_an_agent_does_not_answer_itself(writer: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    with pytest.raises(CommandError) as refused:
        change(writer, None, Answer(option="1"))
    assert refused.value.message == Said("project.only-a-person", "Claude Code")
    assert written(writer) == "# Demo\n"


def test_retries_are_reset(writer: Workspace) -> None:
    change(writer, None, ResetRetries())
    assert written(writer) == f"# Demo\n{ResetRetries()!r}"


@pytest.mark.parametrize(
    ("intent", "sentence"),
    [
        (Answer(option="1"), "TaskFlow App has no question to answer. `cockpit status` shows what needs you."),
        (ResetRetries(), "TaskFlow App does not count retries."),
    ],
)
def test_a_track_that_asks_nothing(tmp_path: Path, intent: Intent, sentence: str) -> None:
    writer = Workspace(root=write_project(tmp_path / "p"), now=NOW)
    with pytest.raises(CommandError) as refused:
        change(writer, None, intent)
    assert str(refused.value) == sentence


def test_a_refusal_says_also_which_rows_were_not_read(writer: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    unread = plain("A row of state.db is too long to be read.")
    monkeypatch.setattr("cockpit.project.change.long_rows", lambda _project: [unread])
    with pytest.raises(CommandError) as refused:
        change(writer, None, Answer(option="3"))
    whole = f"Not an option: '3'. Options: 1 sidebar, 2 bottom nav. {unread}"
    assert (refused.value.message.code, str(refused.value)) == ("project.refusal-beside-unread-rows", whole)
