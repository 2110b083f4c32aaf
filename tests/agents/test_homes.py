"""What is found in a person's home, and what is said of it: one small home each, read by the program's own observer."""

import json
import os
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from unicodedata import normalize

import pytest

from cockpit.agents.claude_log import ClaudeLog
from cockpit.agents.registry import AGENTS
from cockpit.model.agents import AgentSession
from cockpit.project.agents import everywhere
from cockpit.storage.agents import observing
from cockpit.storage.agents.files import AgentFolder
from cockpit.storage.agents.observing import AgentObserver, AgentsSeen
from cockpit.storage.agents.tail import LogTail
from tests.agents.making import identity

KEYS = [identity(Random(number)) for number in range(4)]


class Home:
    """Writes what agents keep; times are minutes ago."""

    def __init__(self, at: Path) -> None:
        self.at, self.now = at, datetime.now(UTC)
        at.mkdir()

    def ago(self, minutes: float) -> str:
        return (self.now - timedelta(minutes=minutes)).isoformat().replace("+00:00", "Z")

    def write(self, path: str, data: bytes, minutes: float) -> Path:
        file = self.at / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        os.utime(file, (time.time() - 60 * minutes,) * 2)
        return file

    def claude(self, key: str, *records: dict[str, Any], minutes: float = 5, cwd: str = "/srv/app", head: bytes = b"",
               version: str = "2.1.308", entrypoint: str = "cli",
               projects: str = ".claude/projects/-srv-app") -> None:  # fmt: skip
        envelope = {"cwd": cwd, "version": version, "entrypoint": entrypoint, "isSidechain": False, "sessionId": key}
        lines = [json.dumps({"timestamp": self.ago(minutes), **envelope, **each}) for each in records]
        self.write(f"{projects}/{key}.jsonl", head + "".join(f"{each}\n" for each in lines).encode(), minutes)

    def process(self, key: str, pid: int, status: str, minutes: float, **more: object) -> None:
        began = Path(f"/proc/{os.getpid()}/stat").read_text().rpartition(")")[2].split()[19]
        at = int((time.time() - 60 * minutes) * 1000)
        entry = {"pid": pid, "sessionId": key, "cwd": "/srv/app", "procStart": began, "version": "2.1.308",
                 "status": status, "statusUpdatedAt": at, "updatedAt": at, **more}  # fmt: skip
        self.write(f".claude/sessions/{pid}.json", json.dumps(entry).encode(), max(0.0, minutes))

    def seen(self, root: Path | None = None) -> AgentsSeen:
        return AgentObserver(root, self.at, {}, AGENTS, clock=lambda: self.now).read()

    def sessions(self) -> dict[str, AgentSession]:
        tracks = everywhere(self.seen(), self.now).tracks
        return {each.id: each for track in tracks for each in track.agents}


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


def prompt(text: str = "fix it", **more: object) -> dict[str, Any]:
    return {"type": "user", "message": {"content": text}, **more}


def call(tool: str, key: str = "t1", **given: object) -> dict[str, Any]:
    block = {"type": "tool_use", "id": key, "name": tool, "input": given}
    return {"type": "assistant", "message": {"id": "m", "model": "x", "content": [block]}}


ENDED = {"type": "system", "subtype": "turn_duration"}


def test_a_folder_that_is_moved_and_linked_meanwhile(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(observing, "LIST_SECONDS", 0.0)
    monkeypatch.setattr(observing, "LISTING_DUTY", 1e9)
    home.claude(KEYS[0], prompt())
    observer = AgentObserver(None, home.at, {}, AGENTS, clock=lambda: home.now)
    assert {each.id for each in observer.read().sessions} == {KEYS[0]}
    (home.at / ".claude/projects").rename(tmp_path / "elsewhere")
    (home.at / ".claude/projects").symlink_to(tmp_path / "elsewhere")
    home.claude(KEYS[1], prompt())
    assert {each.id for each in observer.read().sessions} == {KEYS[0], KEYS[1]}


def test_a_log_that_begins_with_a_bom(home: Home) -> None:
    home.claude(KEYS[0], prompt(), head=b"\xef\xbb\xbf")
    assert home.sessions()[KEYS[0]].title == "fix it"


def test_a_chat_of_gemini_in_one_document(home: Home) -> None:
    chat = {"sessionId": KEYS[0], "startTime": home.ago(9), "lastUpdated": home.ago(3), "messages": [
        {"id": "1", "timestamp": home.ago(9), "type": "user", "content": "port the parser"},
        {"id": "2", "timestamp": home.ago(3), "type": "gemini", "content": "Done.",
         "tokens": {"input": 9, "total": 12}},
    ]}  # fmt: skip
    home.write(".gemini/tmp/app/.project_root", b"/srv/app", 9)
    home.write(".gemini/tmp/app/chats/session-2026-11-29T00-10-abcd1234.json", json.dumps(chat, indent=2).encode(), 3)
    found = home.sessions()[KEYS[0]]
    assert (found.title, found.cwd, found.tokens, found.said) == ("port the parser", "/srv/app", 12, "Done.")


def test_a_compressed_rollout_is_named(home: Home) -> None:
    day = datetime.now()
    home.write(f".codex/sessions/{day:%Y/%m/%d}/rollout-{day:%Y-%m-%dT%H-%M-%S}-{KEYS[0]}.jsonl.zst", b"x", 1)
    assert [(each.agent, each.not_read) for each in home.seen().looked_at if each.not_read] == [("codex", 1)]


@pytest.mark.parametrize("ours", ["NFC", "NFD"])
@pytest.mark.parametrize("theirs", ["NFC", "NFD"])
def test_a_folder_with_an_accent_however_it_is_composed(home: Home, tmp_path: Path, ours: Any, theirs: Any) -> None:
    root = tmp_path / normalize(ours, "Café")
    root.mkdir()
    cwd, day = normalize(theirs, str(root)), datetime.now()
    folder = "".join(each if each.isascii() and each.isalnum() else "-" for each in normalize("NFC", cwd))
    home.claude(KEYS[0], prompt(), cwd=cwd, projects=f".claude/projects/{folder}")
    meta = {"timestamp": home.ago(5), "type": "session_meta", "payload": {"id": KEYS[1], "cwd": cwd, "source": "cli"}}
    home.write(f".codex/sessions/{day:%Y/%m/%d}/rollout-{day:%Y-%m-%dT%H-%M-%S}-{KEYS[1]}.jsonl",
               json.dumps(meta).encode() + b"\n", 5)  # fmt: skip
    home.write(".gemini/tmp/app/.project_root", cwd.encode(), 5)
    home.write(".gemini/tmp/app/chats/session-2026-11-29T00-10-abcd1234.jsonl",
               json.dumps({"sessionId": KEYS[2], "startTime": home.ago(5)}).encode() + b"\n", 5)  # fmt: skip
    assert {each.id for each in home.seen(root).of_project()} == set(KEYS[:3])


def test_a_clock_that_runs_ahead_counts_as_when_the_file_was_written(home: Home) -> None:
    home.claude(KEYS[0], prompt(), {**ENDED, "timestamp": home.ago(-9)}, minutes=2)
    home.process(KEYS[0], os.getpid(), "idle", -9)
    found = home.sessions()[KEYS[0]]
    heard = datetime.fromisoformat(found.updated or "")
    assert home.now - timedelta(minutes=2.1) <= heard <= home.now
    assert found.state == "your-turn"


def test_of_two_processes_of_one_session_the_one_that_waits_speaks(home: Home) -> None:
    other = os.getppid()
    began = Path(f"/proc/{other}/stat").read_text().rpartition(")")[2].split()[19]
    home.claude(KEYS[0], prompt(), call("Bash", command="make"))
    home.process(KEYS[0], os.getpid(), "waiting", 4, waitingFor="permission prompt")
    home.process(KEYS[0], other, "idle", 1, procStart=began)
    found = home.sessions()[KEYS[0]]
    assert (found.state, found.pid, set(found.processes)) == ("waits", os.getpid(), {os.getpid(), other})
    assert found.resume is None, "it would open a third"


@pytest.mark.parametrize(
    ("version", "keeps", "state"),
    [("2.1.139", True, "ended"), ("2.1.138", True, "your-turn"), ("2.1.308", False, "your-turn")],
)
def test_a_session_of_which_no_process_is_named(home: Home, version: str, keeps: bool, state: str) -> None:
    home.claude(KEYS[0], prompt(), ENDED, version=version)
    if keeps:
        (home.at / ".claude" / "sessions").mkdir()
    assert home.sessions()[KEYS[0]].state == state


@pytest.mark.parametrize(("entrypoint", "headless"), [("cli", False), ("sdk-cli", True), ("sdk-ts", True)])
def test_a_run_in_which_nobody_sits(home: Home, entrypoint: str, headless: bool) -> None:
    home.claude(KEYS[0], prompt(), ENDED, entrypoint=entrypoint, minutes=8)
    found = home.sessions()[KEYS[0]]
    assert (found.headless, found.state) == (headless, "ended" if headless else "your-turn")


@pytest.mark.parametrize(("asking", "text"), [(1, "git push"), (2, None)])
def test_the_permission_that_a_subagent_needs(home: Home, asking: int, text: str | None) -> None:
    home.claude(KEYS[0], prompt(), ENDED)
    home.process(KEYS[0], os.getpid(), "waiting", 4, waitingFor="permission prompt")
    for number in range(asking):
        at = f".claude/projects/-srv-app/{KEYS[0]}/subagents/agent-{number}"
        record = {"timestamp": home.ago(4), "isSidechain": True, **call("Bash", command="git push")}
        home.write(f"{at}.jsonl", json.dumps(record).encode() + b"\n", 4)
        home.write(f"{at}.meta.json", json.dumps({"description": "release it"}).encode(), 4)
    found = home.sessions()[KEYS[0]]
    assert (found.state, found.waits_for) == ("waits", "permission")
    assert (found.request and found.request.text) == text, "of two that ask nobody can tell which"
    assert (found.request and found.request.reason) == (text and "for its subagent: release it")


def test_a_subagent_that_has_finished_is_none(home: Home) -> None:
    home.claude(KEYS[0], prompt(), ENDED)
    home.process(KEYS[0], os.getpid(), "idle", 6)
    at = f".claude/projects/-srv-app/{KEYS[0]}/subagents/agent-1"
    home.write(f"{at}.jsonl", b"{}\n", 0)
    assert home.sessions()[KEYS[0]].state == "background"
    home.write(f"{at}.meta.json", b'{"finished": true}', 0)
    assert home.sessions()[KEYS[0]].state == "your-turn"


def test_lines_that_cannot_matter_are_counted_and_not_taken(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    log = home.write(f".claude/projects/-srv-app/{KEYS[0]}.jsonl", b"{}\n" * 50_000 + b"\n" * 10, 1)
    taken: list[bytes] = []
    monkeypatch.setattr(ClaudeLog, "take", lambda _, line: taken.append(line))
    tail = LogTail(AgentFolder(str(home.at / ".claude")), str(log), lambda: ClaudeLog(str(log)))
    tail.read()
    assert (taken, tail.unread) == ([], 50_000)
