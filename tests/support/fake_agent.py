"""A made-up coding agent, so that the disk side is tested without any real agent's formats.

~/.fake/logs/ID.log        a line each: {"cwd", "title", "context", "tokens", "at"}, all of them optional
~/.fake/running/PID.json   {"id", "cwd", "started", "status", "name", "at"}
~/.fake/lists/ID.json      ["step", ...]
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cockpit.agents.interface import Agent, AgentFiles, Live
from cockpit.model.agents import AgentContext, AgentSession, AgentTodo, Evidence
from cockpit.values import dataclass

FILLER = "x" * 400


def line(**facts: object) -> bytes:
    """A line of a log."""
    return json.dumps(facts).encode() + b"\n"


def write_log(home: Path, session: str, *lines: bytes) -> Path:
    """A log with these lines."""
    path = home / ".fake" / "logs" / f"{session}.log"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(lines))
    return path


def write_running(home: Path, pid: int, session: str, **facts: object) -> Path:
    """What the agent keeps of a session while it runs."""
    path = home / ".fake" / "running" / f"{pid}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"id": session, **facts}))
    return path


def write_list(home: Path, session: str, *steps: str) -> Path:
    """A session's own list."""
    path = home / ".fake" / "lists" / f"{session}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(steps))
    return path


def long_log(path: Path, cwd: str, size: int, width: int = 400) -> int:
    """Writes a log of about that many bytes, of which the last line states the context; the tokens in all."""
    filler = line(tokens=3, filler="x" * width)
    times = size // len(filler)
    with path.open("wb") as file:
        file.write(line(cwd=cwd, title="long"))
        for _ in range(times // 100):
            file.write(filler * 100)
        file.write(line(tokens=1, context=77))
    return times // 100 * 100 * 3 + 1


class FakeLog:
    """Keeps what it was given, for the tests to compare."""

    telling = re.compile(rb"(?m)^.+$")

    def __init__(self, path: str) -> None:
        self.path = path
        self.facts: dict[str, object] = {}
        self.taken: list[int] = []
        self.skips = 0
        self.has_context = False
        self.unread = 0

    def take(self, line: bytes) -> None:
        self.taken.append(len(line))
        try:
            facts = json.loads(line)
        except ValueError:
            facts = None
        if not isinstance(facts, dict):
            self.unread += 1
            return
        self.facts |= facts
        self.has_context |= "context" in facts

    def skip(self) -> None:
        self.skips += 1
        self.has_context = False
        self.facts.pop("context", None)

    def session(self) -> AgentSession:
        context, cwd, title, at = (self.facts.get(name) for name in ("context", "cwd", "title", "at"))
        return AgentSession(
            agent="fake",
            id=self.path.rpartition("/")[2].removesuffix(".log"),
            path=self.path,
            cwd=cwd if isinstance(cwd, str) else None,
            title=title if isinstance(title, str) else None,
            title_by="prompt" if isinstance(title, str) else None,
            updated=at if isinstance(at, str) else None,
            context=AgentContext(tokens=context) if isinstance(context, int) else None,
            evidence=(Evidence(kind="log", said="written", path=self.path),),
        )


class FakeTotals:
    """The sum of the tokens of each line."""

    telling = re.compile(rb"(?m)^.+$")

    def __init__(self) -> None:
        self.tokens: int | None = None

    def take(self, line: bytes) -> None:
        try:
            facts = json.loads(line)
        except ValueError:
            return
        if isinstance(facts, dict) and isinstance(facts.get("tokens"), int):
            self.tokens = (self.tokens or 0) + facts["tokens"]


@dataclass(slots=True)
class FakeAgent(Agent):
    """Without `counts`, the last lines of a log count as all."""

    id: str = "fake"
    name: str = "Fake Agent"
    counts: bool = True
    list_command: tuple[str, ...] = ()
    program: str | None = None
    joins: bool = True

    def homes(self, environ: Mapping[str, str], home: str) -> tuple[str, ...]:
        return tuple(environ["FAKE_HOMES"].split(":")) if "FAKE_HOMES" in environ else (f"{home}/.fake",)

    def logs(self, files: AgentFiles, at: str, folders: Sequence[str] | None, since: float) -> Iterable[str]:
        for name in files.names(f"{at}/logs"):
            path = f"{at}/logs/{name}"
            written = files.written(path)
            first = _read(files.part(path, "first line"))
            if written is not None and written >= since and (folders is None or first.get("cwd") in folders):
                yield path

    def log(self, path: str) -> FakeLog:
        return FakeLog(path)

    def totals(self, path: str) -> FakeTotals | None:
        return FakeTotals() if self.counts else None

    def live(self, files: AgentFiles, at: str) -> Iterable[Live]:
        for name in files.names(f"{at}/running"):
            path = f"{at}/running/{name}"
            facts = _read(files.whole(path))
            if "id" not in facts:
                continue
            evidence = Evidence(kind="registry", said="busy", path=path)
            session = AgentSession(
                agent=self.id, id=facts["id"], path=path, cwd=facts.get("cwd"), title=facts.get("name"),
                title_by="user" if "name" in facts else None, kind="interactive", updated=facts.get("at"),
                evidence=(evidence,),
            )  # fmt: skip
            yield Live(session, int(name.removesuffix(".json").partition("-")[0]), facts.get("started"))

    def listed(self, said: bytes) -> Iterable[Live]:
        for facts in json.loads(said):
            evidence = Evidence(kind="list", said=facts["said"], path="fake list", waits_for=facts.get("waits_for"))
            session = AgentSession(
                agent=self.id, id=facts["id"], path="fake list", cwd=facts.get("cwd"), evidence=(evidence,)
            )
            yield Live(session, facts.get("pid"), None, runs=True)

    def completed(self, files: AgentFiles, at: str, session: AgentSession) -> AgentSession:
        data = files.whole(f"{at}/lists/{session.id}.json")
        try:
            steps = json.loads(data or b"")
        except ValueError:
            return session
        return replace(session, todos=tuple(AgentTodo(text=str(step)) for step in steps))


def _read(data: bytes | None) -> dict[str, str]:
    try:
        found = json.loads(data or b"")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
