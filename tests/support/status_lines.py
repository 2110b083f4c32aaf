"""What Claude Code says on standard input of its status line, as two versions of it say it, and days of that."""

import json
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

WINDOW = 200_000
PROMPT = "the words of a prompt"


def said(
    session: str,
    folder: Path,
    *,
    cost: object = 0.63,
    used: object = 100_000,
    version: str = "2.1.332",
    **more: object,
) -> dict[str, Any]:
    """The object of a version: 2.1.332, or 2.1.214, which says less of the cache and more of the session."""
    is_number = isinstance(used, int) and not isinstance(used, bool) and 0 <= used <= WINDOW
    share = round(100 * used / WINDOW) if is_number else used  # type: ignore[operator]
    usage = {"input_tokens": used, "output_tokens": 1000, "cache_creation_input_tokens": 0,
             "cache_read_input_tokens": 0}  # fmt: skip
    told = {
        "session_id": session, "transcript_path": f"/home/me/{session}.jsonl", "cwd": str(folder / "sub"),
        "prompt_id": PROMPT, "model": {"id": "claude-sonnet-4-5", "display_name": "Sonnet 4.5"},
        "workspace": {"current_dir": str(folder / "sub"), "project_dir": str(folder), "added_dirs": []},
        "version": version, "output_style": {"name": "default"},
        "cost": {"total_cost_usd": cost, "total_duration_ms": 190_303, "total_api_duration_ms": 73,
                 "total_lines_added": 0, "total_lines_removed": 0},
        "context_window": {
            "total_input_tokens": used or 0, "total_output_tokens": 1000, "context_window_size": WINDOW,
            "current_usage": usage if used is not None else None, "used_percentage": share,
            "remaining_percentage": 100 - share if is_number else share,
        },
        "exceeds_200k_tokens": False, "fast_mode": False, "thinking": {"enabled": True},
    }  # fmt: skip
    if version == "2.1.214":
        told["session_name"] = PROMPT
    else:
        told["prompt_cache"] = {"warm": False, "ttl": "5m", "expires_at": None, "requests": 2, "hit_ratio": 0}
    return told | more


NOT_SAID = ("", "{", "[]", "null", '"text"', "\0", "{" * 100_000, '{"cost": ' + "9" * 5000 + "}", "\u202e\x1b]0;x\x07")
"""What is no object, or breaks off."""
NO_AMOUNTS: tuple[object, ...] = (float("nan"), float("inf"), -1, -0.001, "0.63", "12", None, True, [], {}, 10**30)


@dataclass
class Session:
    id: str
    folder: Path
    version: str
    process: int
    cost: float = 0.0
    used: int | None = None


@dataclass
class Day:
    """Inputs in order, and what they come to; `marked` is the place at which somebody asks for sums from then on."""

    told: list[tuple[float, int, bytes]] = field(default_factory=list)
    """The clock, the agent's process, and what it says."""
    marked: int = 0
    spent: float = 0
    spent_since: float = 0
    contexts: dict[str, float | None] = field(default_factory=dict)
    limits: dict[str, tuple[str | None, float | None]] = field(default_factory=dict)
    """Of each session what was said last: the model, and how much of the provider's limit is used."""


def day(seed: int, folders: tuple[Path, Path], begun: float, turns: int = 120) -> Day:
    """Two agents at work in two folders: each clears its session, crashes and is resumed, says what is none, and their
    clock jumps."""
    making = _Making(seed, folders, begun)
    for agent in making.agents:
        making.say(agent)
    for turn in range(turns):
        making.clock += making.chance.uniform(0.3, 300)
        if turn == turns // 2:
            for agent in making.agents:
                making.say(agent)
            making.day.marked = len(making.day.told)
        certain = {turns // 3: making.clear, turns // 4: making.crash}
        happens = certain.get(turn) or making.chance.choice(making.happenings)
        happens(making.chance.choice(making.agents))
    for agent in making.agents:
        making.say(agent)
    return making.day


class _Making:
    def __init__(self, seed: int, folders: tuple[Path, Path], begun: float) -> None:
        self.chance, self.clock, self.day = random.Random(seed), begun, Day()
        self.agents = [Session("s1", folders[0], "2.1.332", 101), Session("s2", folders[1], "2.1.214", 102)]
        self.happenings = [*[self.message] * 8, *[self.garbage] * 3, self.clear, self.crash, self.jump, self.compact]
        self.cleared = 0
        self.used_up = 0.0

    def say(self, agent: Session, **changed: object) -> None:
        self.used_up += self.chance.choice([0, 0.5, 2.25])
        model, limit = self.chance.choice(
            [("claude-opus-5", self.used_up), ("claude-opus-5", None), (None, self.used_up)]
        )
        limits = {} if limit is None else {"five_hour": {"used_percentage": limit, "resets_at": self.clock + 7200}}
        self.day.limits[agent.id] = model, limit
        told = {"cost": agent.cost, "used": agent.used, "version": agent.version, "model": {"id": model},
                "rate_limits": limits, **changed}  # fmt: skip
        text = json.dumps(said(agent.id, agent.folder, **told))  # type: ignore[arg-type]
        self.day.told.append((self.clock, agent.process, text.encode()))
        self.day.contexts[agent.id] = None
        if agent.used is not None and not changed:
            self.day.contexts[agent.id] = 100 * agent.used // WINDOW

    def message(self, agent: Session) -> None:
        self._spend(agent)
        agent.used = self.chance.randrange(1, 100) * 2000
        for _ in range(self.chance.choice([1, 1, 2])):
            self.say(agent)

    def garbage(self, agent: Session) -> None:
        self.day.told.append((self.clock, agent.process, self.chance.choice(NOT_SAID).encode()))
        self.say(agent, cost=self.chance.choice(NO_AMOUNTS), used=self.chance.choice(NO_AMOUNTS[:4]))

    def clear(self, agent: Session) -> None:
        self.cleared += 1
        agent.id, agent.cost, agent.used = f"s{agent.process}-{self.cleared}", 0.0, None
        self.say(agent)

    def crash(self, agent: Session) -> None:
        """Nobody was told of the last message: it is in the sum with which another process goes on."""
        self._spend(agent)
        agent.process += 10
        self.say(agent)

    def jump(self, _: Session) -> None:
        self.clock += self.chance.choice([-86_400, -7_000, 400_000_000, -400_000_000, 7_000])

    def compact(self, agent: Session) -> None:
        agent.used = None
        self.say(agent)

    def _spend(self, agent: Session) -> None:
        amount = self.chance.choice([0.315, 0.01, 1.5, 0.000125])
        agent.cost += amount
        self.day.spent += amount
        self.day.spent_since += amount if self.day.marked else 0
