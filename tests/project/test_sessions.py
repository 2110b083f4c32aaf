"""What a person does about sessions: they are put away and shown again, and nothing of what they say is kept."""

import json
import os
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cockpit.model.agents import AgentRequest, AgentSession, Evidence, Trip
from cockpit.model.errors import CommandError
from cockpit.project.agents import everywhere
from cockpit.project.sessions import Sessions
from cockpit.storage.agents.observing import AgentsSeen
from cockpit.storage.user_files import dismissals
from tests.support.permissions import biting

NOW = datetime(2026, 11, 24, 13, tzinfo=UTC)
WAITS = AgentSession(
    agent="x", id="1", path="/h/l", title="secret plans", alive=True, updated="2026-11-24T12:58:00Z",
    request=AgentRequest(tool="Bash", kind="run", text="git push"),
    evidence=(Evidence(kind="registry", said="waiting", at="2026-11-24T12:56:00Z", path="/h/s",
                       waits_for="permission"),),
)  # fmt: skip


def shown(now: datetime = NOW) -> AgentSession:
    [track] = everywhere(AgentsSeen((WAITS,), (), {}), now).tracks
    return track.agents[0]


def test_a_session_is_put_away_and_shown_again() -> None:
    sessions = Sessions({})
    assert (shown().needs_you, shown().dismissed_until) == ("permission", None)
    sessions.dismiss(shown(), NOW + timedelta(minutes=30))
    assert shown().dismissed_until == "2026-11-24T13:30:00Z"
    assert shown(NOW + timedelta(minutes=31)).dismissed_until is None
    assert sessions.undo_dismissal() == "secret plans"
    assert (shown().dismissed_until, sessions.undo_dismissal()) == (None, None)
    sessions.dismiss(shown(), None)
    assert shown().dismissed_until == "9999-12-31T23:59:59Z"


def test_one_of_those_put_away_is_shown_again() -> None:
    sessions, other = Sessions({}), replace(WAITS, id="2")
    for each in (shown(), other):
        sessions.dismiss(each, None)
    assert sessions.undo_dismissal(shown()) == "secret plans"
    assert [each.id for each in dismissals.read()] == ["2"]
    assert sessions.undo_dismissal(shown()) is None


def test_nothing_of_what_it_says_is_kept() -> None:
    Sessions({}).dismiss(shown(), None)
    file = dismissals.dismissals_file()
    assert json.loads(file.read_text()) == [
        {"agent": "x", "id": "1", "state": "waits", "since": "2026-11-24T12:56:00Z", "until": None}
    ]
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)


@pytest.mark.parametrize("content", [b"", b"{}x", b"[1]", b"[{}]", b'[{"agent": 1}]', b'{"a": 1}', b"[" * 100_000])
def test_a_file_that_cannot_be_read_hides_nothing(content: bytes) -> None:
    Sessions({}).dismiss(shown(), None)
    dismissals.dismissals_file().write_bytes(content)
    assert (dismissals.read(), shown().dismissed_until) == ((), None)


def test_where_it_cannot_be_kept_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o500)
    monkeypatch.setenv("COCKPIT_STATE_DIR", str(folder / "state"))
    with biting(), pytest.raises(CommandError, match="list of dismissed sessions"):
        Sessions({}).dismiss(shown(), None)


def test_nobody_is_brought_where_nothing_runs() -> None:
    sessions = Sessions(os.environ)
    assert sessions.go(replace(WAITS, pid=7)) == Trip(reason="secret plans runs where nobody can see it; pid 7.")
    assert sessions.go(replace(WAITS, alive=False)).reason == "secret plans runs nowhere: its process has ended."


def test_what_has_ended_is_resumed_in_its_folder(tmp_path: Path) -> None:
    ended = replace(WAITS, resume="touch here", cwd=str(tmp_path))
    assert Sessions({}).resume(ended) == Trip("Back from touch here.")
    assert (tmp_path / "here").exists()
    assert Sessions({}).resume(replace(ended, resume="no-such-program")).reason == (
        f"no-such-program cannot be run in {tmp_path}."
    )
