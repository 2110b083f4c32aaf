"""Homes of agents, written from a seed: the writer returns what is true of each session it wrote, as plain data."""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from uuid import UUID

NOW = datetime(2026, 11, 24, 13, 0, tzinfo=UTC)
"""When the homes are looked at, where nothing else is said."""
HOSTILE = "\x1b]0;owned\x07\u202egnp.exe [bold]not bold[/bold] \ud800 \t\n\r \u2028 \x00 end"
"""A title that would act on a terminal, as JSON may hold it."""
WRONG: tuple[object, ...] = (True, -1, 2**70, 1.5, "", "word", "2026-13-45T99:99:99Z", [], ["x"], [[[]]], {}, {"x": []})
"""Values of types and ranges that hardly any field has."""


@dataclass(kw_only=True)
class Truth:
    """What is true of a session. The names are those of `AgentSession` where both say the same; `evidence` is what the
    log of Codex and Gemini CLI tells, as (kind, said, at, waits_for); `registered` when its process told its status;
    `process` says whether it runs, is `gone`, or its pid was `reused`; `ours` whether it works in the project."""

    scenario: str
    id: str
    path: str
    ours: bool = True
    cwd: str | None = None
    title: str | None = None
    title_by: str | None = None
    branch: str | None = None
    version: str | None = None
    model: str | None = None
    kind: str | None = None
    started: str | None = None
    updated: str | None = None
    state: str = "unknown"
    waits_for: str | None = None
    question: tuple[str, tuple[str, ...]] | None = None
    todos: tuple[tuple[str, str | None], ...] | None = None
    plan_path: str | None = None
    context: int | None = None
    tokens: int | None = None
    tokens_at_least: bool = False
    failure: tuple[str, str | None, str | None, str | None] | None = None
    """Its kind, text, time and until when."""
    pid: int | None = None
    process: str | None = None
    evidence: tuple[tuple[str, str, str | None, str | None], ...] = ()
    registered: str | None = None


@dataclass
class Made:
    """A home that was written, in the folder `at`. Where sessions are to have real processes, `begin_process` begins
    one, and gives its pid and start time."""

    at: Path
    project: str
    now: datetime
    begin_process: Callable[[], tuple[int, str]] | None = None
    sessions: list[Truth] = field(default_factory=list)

    def of(self, scenario: str) -> Truth:
        (found,) = [each for each in self.sessions if each.scenario == scenario]
        return found


def instant(at: datetime) -> str:
    """As the model gives an instant."""
    return at.astimezone(UTC).isoformat().removesuffix("+00:00") + "Z"


def moment(random: Random, now: datetime, minutes: float) -> datetime:
    """About so many minutes ago, to the millisecond."""
    return (now - timedelta(minutes=minutes)).replace(microsecond=random.randrange(1, 1000) * 1000)


def milliseconds(at: datetime) -> int:
    return round(at.timestamp() * 1000)


def identity(random: Random) -> str:
    return str(UUID(int=random.getrandbits(128), version=4))


def line(record: Mapping[str, object]) -> bytes:
    """A record as a line. A lone surrogate is escaped, as JSON allows."""
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"


def write(path: Path, content: bytes, at: datetime | None = None) -> None:
    """Write a file with its folders, written last at a time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    if at is not None:
        os.utime(path, (at.timestamp(), at.timestamp()))


def spoiled(record: Mapping[str, object], wrong: object) -> Iterator[tuple[str, dict[str, object]]]:
    """For each value in a record, however deep: where it stands (`message.usage`), and the record with the wrong value
    in its place."""

    def places(value: object, way: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
        members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, inner in members:
            yield (*way, key)
            yield from places(inner, (*way, key))

    for way in places(record, ()):
        copy = deepcopy(dict(record))
        holder: object = copy
        for step in way[:-1]:
            holder = holder[step]  # type: ignore[index]
        holder[way[-1]] = wrong  # type: ignore[index]
        yield ".".join(map(str, way)), copy
