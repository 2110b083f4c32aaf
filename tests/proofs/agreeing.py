"""What the places at which the program tells of a project say, and where they would contradict each other."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.proofs.grounds import Ground, StatusMessage

Json = Mapping[str, Any]
_NEEDS = re.compile(r"(?m)^Needs you(?P<none>: nothing)?$(?P<rows>(?:\n  .*)*)")
_PLACE = re.compile(r"[\w.-]+:\d+: ")
_NO_POSITION = "unknown position"
STOP, ALERT, HELD = ("stop",), ("alert", "unknown"), ("failed", "unread")
"""The words of rows that `check` answers with 30, with 20, and with 20 where an error is open or something stands
there."""


@dataclass(frozen=True)
class Seen:
    """All of them at one moment. `resumes` is by track, where it was asked."""

    status: Json
    needs: Mapping[str, tuple[tuple[str, str], ...]]
    check: Json
    full: Json
    lint: Sequence[Json] | None
    said: tuple[StatusMessage, ...]
    resumes: Mapping[str, Json] = field(default_factory=dict)

    @property
    def tracks(self) -> list[Json]:
        found: list[Json] = self.status.get("tracks", [])
        return found

    @property
    def findings(self) -> list[Json]:
        """What is wrong or contradictory."""
        own = (each for track in self.tracks for each in track["findings"])
        return [*self.status.get("findings", ()), *own]

    @property
    def codes(self) -> Counter[str]:
        """How many findings there are of each code."""
        return Counter(each["code"] for each in self.findings)


def key_of(track: Json) -> str:
    """What `--track` takes."""
    own = track["id"] if track["id"] and not track["shared_id"] else None
    return own or f"{track['system']}:{track['path']}"


def place_of(track: Json, tracks: Sequence[Json]) -> tuple[str, ...]:
    """What says which track is meant, where there are several."""
    return ("--track", key_of(track)) if len(tracks) > 1 else ()


def look(ground: Ground, *, resume: bool = False, lint: bool = True) -> Seen:
    """Ask in every way; in those that cost more only where it is asked for."""

    def asked(*words: str) -> StatusMessage:
        said.append(ground.said(*words, told=False))
        return said[-1]

    said: list[StatusMessage] = []
    status = _parsed(asked("status", "--json", "--secrets"))
    tracks = status.get("tracks", []) if isinstance(status, dict) else []
    needs, resumes = {}, {}
    for track in tracks:
        place = place_of(track, tracks)
        needs[key_of(track)] = tuple(_needs(asked("status", *place).out))
        if resume:
            resumes[key_of(track)] = _parsed(asked("resume", *place, "--json", "--secrets"))
    check = _parsed(asked("check", "--json"))
    full = _parsed(asked("check", "--blockers", "--questions", "--json"))
    found = _parsed(asked("lint", "--json", "--secrets")) if lint else None
    return Seen(status, needs, check, full, found, tuple(said), resumes)


def _parsed(said: StatusMessage) -> Any:
    try:
        return json.loads(said.out) if said.out else {}
    except ValueError:
        return {}


def _needs(text: str) -> Iterator[tuple[str, str]]:
    """The rows of Needs you, each its word and its text."""
    found = _NEEDS.search(text)
    for row in (found["rows"] if found else "").split("\n")[1:]:
        word, _, rest = row.strip().partition("  ")
        yield word, rest.strip()


def contradictions(seen: Seen) -> Iterator[str]:
    """What cannot all be true."""
    status, check, full = seen.said[0], seen.check, seen.full
    if status.code == 1:  # no state is there, or none can be read
        return
    rows = [row for every in seen.needs.values() for row in every]
    words = _words(rows)
    plain, complete = check.get("code"), full.get("code")
    yield from _codes(seen)
    if not any("… and" in said.out for said in seen.said if said.words[:1] == ("status",)):
        if (plain == 30) != bool(words & {*STOP}) and not (plain == 30 and _snoozed(seen)):
            yield f"check answers {plain}, Needs you has {sorted(words)}: a stop there and only there is 30"
        if plain == 0 and words & {*ALERT}:
            yield f"check answers 0, Needs you has {sorted(words)}"
        if plain == 20 and not words & {*ALERT, *HELD} and not _snoozed(seen):
            yield f"check answers 20, Needs you has {sorted(words)}"
    for track in seen.tracks:
        yield from _track(track, seen, complete)
    errors = [each for each in seen.findings if each["severity"] == "error"]
    if errors and not words & {"damaged", "missing"} and not any("… and" in said.out for said in seen.said):
        yield f"lint has an error ({errors[0]['code']}), Needs you has {sorted(words)}"
    if "damaged" in words and not errors:  # a state file that is missing may be a warning
        yield "Needs you tells of damage, lint has no error"
    if seen.lint is not None and Counter(each["code"] for each in seen.lint) != seen.codes:
        yield f"status tells of {dict(seen.codes)}, lint of {[each['code'] for each in seen.lint]}"


def _words(rows: Iterable[tuple[str, str]]) -> set[str]:
    """The words of the rows. A row about a place in a file, not about a metric, is about an unknown position."""
    return {_NO_POSITION if word == "unknown" and _PLACE.match(text) else word for word, text in rows}


def _snoozed(seen: Seen) -> bool:
    return any(each["snoozed_until"] for track in seen.tracks for each in track["thresholds"])


def _codes(seen: Seen) -> Iterator[str]:
    for said in seen.said:
        if said.words[0] == "check":
            told = seen.full if "--blockers" in said.words else seen.check
            if told.get("code") != said.code or bool(told.get("reasons")) != (said.code != 0):
                yield f"`{' '.join(said.words)}` exits {said.code} and tells {told.get('code')}, {told.get('reasons')}"
        errors = not (seen.tracks or seen.findings) or any(each["severity"] == "error" for each in seen.findings)
        if said.words[0] == "lint" and (said.code == 1) != errors:
            yield f"lint exits {said.code}"
    if (seen.full.get("code") or 0) < (seen.check.get("code") or 0) != 1:
        yield f"check answers {seen.check.get('code')}, with blockers and questions {seen.full.get('code')}"


def _track(track: Json, seen: Seen, complete: Any) -> Iterator[str]:
    rows = seen.needs[key_of(track)]
    words = _words(rows)
    open_blockers = [each for each in track["blockers"] if each["status"] in ("new", "active")]
    cut = any("… and" in said.out for said in seen.said if said.words[:1] == ("status",))
    asks = track["waiting"] is not None
    unresolved = [each for each in track["errors"] if not each["resolved"] and not each["tried_again"]]
    at = track["position"]["status"]
    wanted = (
        (asks, "question", "the agent asks"),
        (bool(track["open_questions"]), "open", "a question is open"),
        (bool(open_blockers), "blocked", "a blocker is open"),
        (bool(unresolved), "error", "an error is unresolved"),
        (track["handoff"] is not None, ("resume", "past"), "a handoff waits"),
    )
    for holds, word, told in wanted:
        if holds and not cut and not words & ({word} if isinstance(word, str) else {*word}):
            yield f"{told}, Needs you has {sorted(words)}"
    put_off = any(each["snoozed_until"] for each in track["thresholds"])  # the failure is told by its retries' row
    if at in ("failed", "blocked") and not rows and not put_off:
        yield f"the status is {at}, Needs you has nothing"
    if (asks or track["open_questions"] or open_blockers) and complete not in (1, 20, 30):
        yield f"check --blockers --questions answers {complete}; {'the agent asks' if asks else 'something is open'}"
    alone = complete == 20 and seen.check.get("code") == 0 and len(seen.tracks) == 1
    if words & {_NO_POSITION, "unread"} and complete not in (1, 20, 30):
        yield f"check --blockers --questions answers {complete}, Needs you has {sorted(words)}"
    unread = any("cannot be read" in reason for reason in seen.full.get("reasons", ()))
    if alone and not unread and not words & {"question", "open", "blocked", _NO_POSITION, "unread"}:
        yield f"check --blockers --questions answers 20 ({seen.full['reasons']}), Needs you has {sorted(words)}"
    resume = seen.resumes.get(key_of(track))
    if resume is not None and "clear" in resume:
        yield from _resume(track, resume, seen, words)


def _resume(track: Json, resume: Json, seen: Seen, words: set[str]) -> Iterator[str]:
    """Where the resume is clear, nothing may hold the work that is not waived."""
    said = next(each for each in seen.said if each.words[0] == "resume" and
                (len(seen.tracks) == 1 or key_of(track) in each.words))  # fmt: skip
    if resume["clear"] != (said.code == 0):
        yield f"resume exits {said.code}, clear is {resume['clear']}"
    waived = any(check["waived"] for check in resume["checks"])
    if not resume["clear"] or waived or resume["served"]:
        return
    fresh = {check["check"].partition(":")[2] for check in resume["checks"] if check["check"].startswith("fresh:")}
    decided = {each["phase"] for each in track["errors"] if each["resolved"]}
    stopped = [each for each in track["phases"] if (each["status"] or "").casefold().startswith("failed")]
    left = stopped and all(each["id"] in decided for each in stopped)  # how it goes on is decided, the row stays
    holding = words & {"question", "stopped", *(() if left else ("failed",))}
    if holding or track["position"]["status"] == "failed":
        yield f"resume is clear, Needs you has {sorted(words)}, the status is {track['position']['status']}"
    if len(seen.tracks) == 1 and seen.check.get("code") in (20, 30) and not fresh:
        yield f"resume is clear, check answers {seen.check['code']}: {seen.check['reasons']}"
    if "blocked" in words and not any(check["check"].startswith("later-blockers") for check in resume["checks"]):
        yield f"resume is clear, Needs you has {sorted(words)}"


def guarded(before: Seen, after: Seen, *, measured: bool) -> Iterator[str]:
    """What an agent's verb took away that only a person may; what it `measured` may end a stop. Whether file or
    folders count, which no agent asked, is settled by a step that it completes or begins (seed of autodev, rule 4)."""
    later = {key_of(track): track for track in after.tracks}
    for track in before.tracks:
        now = later.get(key_of(track))
        if (track["waiting"] or {}).get("asked_by") == "agent" and now is not None and now["waiting"] is None:
            yield "an agent's verb removed the question that waited"
    if not measured and before.check.get("code") == 30 and after.check.get("code") in (0, 20):
        yield f"an agent's verb lifted the stop: {before.check['reasons']}"


def patched(before: Mapping[str, bytes], diff: Sequence[str]) -> dict[str, bytes] | None:
    """The files as a diff would leave them; None where it tells of what is no text. Fails where it does not fit."""
    after = dict(before)
    if any(line.startswith(("Binary files", "update ", "insert ", "delete ")) for line in diff):
        return None
    heads = [at for at, line in enumerate(diff) if line.startswith("--- ") and diff[at + 1].startswith("+++ ")]
    for start, end in zip(heads, [*heads[1:], len(diff)], strict=False):
        old, new = diff[start][4:], diff[start + 1][4:]
        lines = _lines(before[old[2:]]) if old.startswith("a/") else []
        if old.startswith("a/"):
            del after[old[2:]]
        if new.startswith("b/"):
            after[new[2:]] = b"".join(_applied(lines, diff[start + 2 : end]))
    return after


def _applied(lines: Sequence[bytes], hunks: Sequence[str]) -> Iterator[bytes]:
    """The lines of a file after the hunks of a diff."""
    at = 0
    for number, line in enumerate(hunks):
        ends = b"" if number + 1 < len(hunks) and hunks[number + 1].startswith("\\") else b"\n"
        content = line[1:].encode("utf-8", "surrogateescape") + ends
        if line.startswith("@@"):
            found = re.match(r"@@ -(\d+)(?:,(\d+))?", line)
            start = int(found[1]) - (found[2] != "0") if found is not None else at
            yield from lines[at:start]
            at = start
        elif line.startswith("+"):
            yield content
        elif line.startswith((" ", "-")):
            assert lines[at] == content, (lines[at], line)
            at += 1
            if line.startswith(" "):
                yield content
    yield from lines[at:]


def _lines(data: bytes) -> list[bytes]:
    return re.findall(rb"[^\n]*\n|[^\n]+", data)
