"""What the program offers leads on, whatever came before: `python -m tests.proofs.composition --steps 20000 --seed 1`.

Random walks from the documents' examples and their variations, over what is offered (answers, ways out, printed
commands, completions) and every verb, mixed with what agents write. Only the commands, their JSON and the files are
looked at. After each step it is asked whether the offer was carried out, whether following the recommendation ends,
whether all places tell the same, whether undo and redo give the same bytes, whether the dry run told what was written,
whether the verb caused a finding of its own, and whether an agent took away what is a person's.

A violation is printed with the seed, the walk and all that led there; `--only WALK` walks it again.
"""

import argparse
import gc
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from pathlib import Path
from unittest.mock import patch

import time_machine

from cockpit.actions import ACTIONS, POSITION_KEYS, split_command
from cockpit.model.errors import CommandError
from cockpit.model.state import PLAIN_REPOSITORY
from cockpit.project.notes import snooze
from cockpit.project.workspace import Workspace
from tests.proofs.agreeing import Json, Seen, contradictions, guarded, key_of, look, patched, place_of
from tests.proofs.away import away
from tests.proofs.grounds import AGENTS_WRITES, FAULT, StatusMessage, ground, starts
from tests.proofs.offers import (
    LIMITS_VERBS,
    METRICS,
    OF_THE_PROJECT,
    VERBS,
    Offer,
    answers,
    bare,
    completions,
    offered,
    printed,
)

LENGTH = 25
"""Steps of a walk."""
ENDS = 12
"""Within so many steps a recommendation that is followed leads somewhere."""
WRONG_USAGE = 2
"""The exit code of a command line that means nothing."""
LOOKS = {"log", "resume prompt", *(action.command for action in ACTIONS if not action.writes)}
TRUE = frozenset({
    "handoff-older", "handoff-position",  # the work goes on past a handoff that waits: until it is put away it is so
    "completed-missing", "completed-present",  # a person moves to a step that the table does not lead to
    "folders-disagree",  # ... nor the artefacts
    "status-mismatch", "completed-below-100",  # ... states a status: without plan files no other way leads on
    "phase-completed-already",  # ... goes back: what the files list stays as it is
    "plan-missing",  # a phase begins: its plan is still to be written
    "decision-count",  # a plan ends, and none of its decisions was written
    "plan-passed-over", "phase-left-open", "task-behind",  # a person goes on, or back: what files list stays
    "retries-over-limit",  # a person allowed one more
    "limits-unordered",  # ... forced it, also for the tracks beside it
    "acknowledgment-above-value", "cost-mismatch",  # ... states a smaller value
    "all-phases-blocked",  # a phase ends: what is left was blocked before
    "checkpoint",  # ... and a person looks at what it asks for
    "tokens-mismatch",  # the first tokens of an agent are fewer than were used before anybody counted by agent
})  # fmt: skip
"""Codes of findings that a verb may cause, because they say what was stated."""
OF_OTHERS = "taken-back"
"""The code of the finding about what others did, which a verb may bring to light that writes in the same place."""
SAID_BY = {"values-disagree": "table-behind"}
"""Findings that say what another one did before: a value in an older table is one that disagrees once a verb writes in
its file."""
FULL = "lines; it must have fewer than "
"""How a state file that is full refuses one more entry, whatever offered it, with what makes room."""
DAMAGE = ("yaml-invalid", "json-invalid", "conflict-marker", "state-file-missing")
"""The codes of findings about files in which no verb writes before they are mended."""


@dataclass(frozen=True)
class Violation:
    """What does not hold, and what led there."""

    kind: str
    told: str
    seed: int
    walk: int
    start: str
    did: tuple[str, ...]

    @property
    def signature(self) -> str:
        """What two of a kind have in common."""
        system = self.start.removeprefix("demo/").removeprefix("init/").partition("/")[0]
        return f"{self.kind} {system} {re.sub(r'[0-9a-f]{7,}|[0-9]+', '#', self.told)}"

    def __str__(self) -> str:
        led = "\n".join(f"    {each}" for each in self.did)
        return f"{self.kind}: {self.told}\n  --seed {self.seed} --only {self.walk}, {self.start}\n{led}"


@dataclass
class Found:
    """The figures, and the violations."""

    figures: Counter[str] = field(default_factory=Counter)
    violations: list[Violation] = field(default_factory=list)

    def __str__(self) -> str:
        kinds = Counter(each.kind for each in self.violations)
        told = ", ".join(f"{count:,} {kind}" for kind, count in sorted(kinds.items())) or "none"
        figures = ", ".join(f"{count:,} {name}" for name, count in self.figures.items())
        return f"{figures}; violations: {told}"


class Walk:
    """One walk, from one start."""

    def __init__(self, seed: int, number: int, folder: Path, found: Found, system: str = "") -> None:
        self._seed, self._number, self._found = seed, number, found
        self._chance = random.Random(f"{seed}-{number}{system}")
        self._start = self._chance.choice([each for each in starts() if system in each])
        self._ground = ground(self._start, folder / f"w{number}", self._chance)
        self._seen = look(self._ground, resume=True)
        self._texts: list[tuple[str, str]] = []
        self._told: set[str] = set()
        self._others = False

    def go(self, steps: int) -> None:
        """Walk so far."""
        self._agree()
        for _ in range(steps):
            self._found.figures["steps"] += 1
            was_told = self._ground.is_told
            self._ground.passes(self._chance.choice((1, 7, 45)))
            if was_told and not self._ground.is_told:
                self._see()
            self._ground.older.append(self._ground.files())
            self._step()

    # What is done

    def _step(self) -> None:
        fate = self._chance.random()
        if fate < 0.12:
            self._agent_writes()
        elif fate < 0.13:
            self._snooze()
        elif fate < 0.20:
            self._recommended()
        elif fate < 0.65 and (offer := self._offer()) is not None:
            self._follow(offer)
        else:
            self._verb()

    def _agent_writes(self) -> None:
        did = self._chance.choice(AGENTS_WRITES)(self._ground, self._chance)
        if did is not None:
            self._others = True
            self._ground.did.append(did)
            self._found.figures["agents' writes"] += 1
            self._texts.clear()
            self._see()

    def _snooze(self) -> None:
        """Hide a metric on the screen; no command does that."""
        if not self._seen.tracks:
            return
        key, metric = key_of(self._chance.choice(self._seen.tracks)), self._chance.choice(METRICS)
        until = self._chance.choice((self._ground.now + timedelta(hours=2), None))
        with time_machine.travel(self._ground.now, tick=False), suppress(CommandError):
            snooze(Workspace(root=self._ground.root, now=self._ground.now), key, metric, until)
            self._ground.did.append(f"snooze {metric} of {key} until {until}")
        self._see()

    def _offer(self) -> Offer | None:
        """Something that is offered now, each place with the same weight; None where the place offers nothing."""
        tracks = self._seen.tracks
        printing = [(said.out, verb_of(said.words)) for said in self._seen.said if "--json" not in said.words]
        printing += self._texts
        printing += [
            (f"{each['message']} {each['hint'] or ''}", f"finding {each['code']}") for each in self._seen.findings
        ]
        places: list[Callable[[], Iterable[Offer]]] = [
            partial(printed, *each) for each in printing if "cockpit " in each[0]
        ]
        for track in tracks:
            place = place_of(track, tracks)
            places += [partial(answers, track, place)] if track["waiting"] is not None else []
            places += [partial(completions, self._ground, place, self._chance), partial(self._ways, track)]
            command = (track["next_action"] or {}).get("command") or ""
            places += [partial(printed, f"`{command}`", "next_action")] if command.startswith("cockpit ") else []
        offers = list(self._chance.choice(places)()) if places else []
        return self._chance.choice(offers) if offers else None

    def _ways(self, track: Json, *, holding: bool = False) -> Iterator[Offer]:
        """What the checklist offers, also as a choice; or what leads on from lines that are `holding` the resume."""
        resume = self._seen.resumes.get(key_of(track), {})
        for check in resume.get("checks", ()):
            if holding and (check["result"] != "failed" or check["waived"]):
                continue
            for way in check["ways"]:
                offer = offered(way, f"resume, {check['check'].partition(':')[0]}")
                if offer is not None:
                    yield offer

    def _follow(self, offer: Offer) -> bool:
        """Do what was offered; whether it was carried out."""
        self._found.figures["offers followed"] += 1
        for words in offer.commands:
            said = self._do(words)
            if not self._carried_out(said, offer):
                told = said.err.strip() or f"exit {said.code}"
                self._violate("offer", f"`cockpit {' '.join(self._plain(words))}`, offered by {offer.where}: {told}")
                return False
        return True

    def _carried_out(self, said: StatusMessage, offer: Offer) -> bool:
        """Whether a command came to what it was offered for."""
        verb = verb_of(said.words)
        if said.code == FAULT:
            return True  # told as a fault
        if verb in ("check", "lint", "resume"):
            return said.code in (0, 20, 30) or bool(said.out) or not offer.sure
        damaged = (each["path"] for each in self._seen.findings if each["code"] in DAMAGE)
        if said.code and any(path in said.err for path in damaged):
            return True  # lint told before that the file is to be mended first
        if said.code and FULL in said.err:
            return True
        return said.code == 0 if offer.sure else said.code in (0, 1)

    def _plain(self, words: Sequence[str]) -> list[str]:
        return [
            word.replace(str(self._ground.root), "PROJECT") for word in words if word not in ("--json", "--secrets")
        ]

    def _verb(self) -> None:
        tracks = self._seen.tracks
        if not tracks:
            self._follow(Offer((("undo",),), "an empty project", False))
            return
        track = self._chance.choice(tracks)
        verbs = LIMITS_VERBS if track["system"] == PLAIN_REPOSITORY else VERBS
        verb, *words = self._chance.choice(verbs)(track, self._chance)
        place = () if verb in OF_THE_PROJECT else place_of(track, tracks)
        said = self._do((verb, *place, *words), agent=self._chance.random() < 0.15)
        if said.code == WRONG_USAGE:
            self._violate("usage", f"`{' '.join((verb, *words))}`: {said.err.strip()}")

    def _recommended(self) -> None:
        """Follow what is recommended until nothing is; whether that ends."""
        tracks = self._seen.tracks
        if not tracks:
            return
        track = self._chance.choice(tracks)
        key = key_of(track)
        for _ in range(ENDS):
            track = next((each for each in self._seen.tracks if key_of(each) == key), None)  # type: ignore[assignment]
            offer = self._recommendation(track) if track is not None else None
            if offer is None:
                return
            if not self._follow(offer):
                return
        self._violate("loop", f"after {ENDS} recommendations followed: {offer.where} {' '.join(offer.commands[0])}")

    def _recommendation(self, track: Json) -> Offer | None:
        """What a person who takes the first answer each time would do next."""
        tracks = self._seen.tracks
        given = list(answers(track, place_of(track, tracks)))
        if given:
            recommended = (track["waiting"]["recommendation"] or "")[:1]
            options = track["waiting"]["options"]
            number = next((n for n, each in enumerate(options) if recommended and each.startswith(recommended)), 0)
            return given[number]
        self._see(resume=True)
        waivers = ("resume waive", "resume unwaive")
        ways = self._ways(track, holding=True)
        return next((each for each in ways if each.sure and verb_of(each.commands[0]) not in waivers), None)

    def _do(self, words: Sequence[str], *, agent: bool = False) -> StatusMessage:
        """Carry a command out, and look at everything it left."""
        if self._writes(words):
            return self._write(tuple(words), agent=agent)
        said = self._ground.said(*words)
        self._sound(said)
        self._texts.append((said.text, f"the output of {verb_of(words)}"))
        return said

    def _writes(self, words: Sequence[str]) -> bool:
        return verb_of(words) not in LOOKS

    def _write(self, words: tuple[str, ...], *, agent: bool) -> StatusMessage:
        ground, before, seen = self._ground, self._ground.files(), self._seen
        dry = self._dry(words, before, agent=agent) if self._chance.random() < 0.5 else None
        said = ground.said(*words, "--json", "--secrets", agent=agent)
        self._found.figures["verbs"] += 1
        self._sound(said)
        after = ground.files()
        if said.code:
            self._found.figures["refusals"] += 1
            if after != before:
                self._violate("refusal", f"`{' '.join(words)}` was refused and wrote: {said.err}")
        done, told = _json(said), _json(dry) if dry is not None else {}
        texts = (said.err, done.get("done", ""), *done.get("remarks", ()))
        self._texts = [(text, f"what `{verb_of(words)}` said") for text in texts]
        goes_back = verb_of(words) in OF_THE_PROJECT
        if "diff" in done and "diff" in told and not goes_back:
            self._same_diff(words, before, after, done, told)
        if dry is not None and dry.code != said.code and not self._is_chained(words):
            self._violate(
                "dry run", f"`{' '.join(words)}` exits {said.code}, its dry run {dry.code}: {dry.err}{said.err}"
            )
        if done.get("entry") is not None and not goes_back and self._chance.random() < 0.34:
            self._there_and_back(words, before, after)
        self._see()
        if not goes_back and verb_of(words) != "track archive" and said.code == 0:  # behind it lies another state
            self._own_findings(words, seen, texts)
        if agent and said.code == 0:
            for sentence in guarded(seen, self._seen, measured=_measures(words)):
                self._violate("guard", f"`{' '.join(words)}`: {sentence}")
        return said

    def _dry(self, words: tuple[str, ...], before: dict[str, bytes], *, agent: bool) -> StatusMessage:
        """What a dry run says; it writes nothing."""
        said = self._ground.said(*words, "--dry-run", "--json", "--secrets", agent=agent, told=False)
        self._found.figures["dry runs"] += 1
        self._sound(said)
        if self._ground.files() != before:
            self._violate("dry run", f"`{' '.join(words)} --dry-run` writes")
        return said

    @staticmethod
    def _is_chained(words: Sequence[str]) -> bool:
        """Whether a command does one thing after the other, of which a dry run can do but the first."""
        return "--reset-alerts" in words

    # What is checked

    def _same_diff(self, words: Sequence[str], before: dict[str, bytes], after: dict[str, bytes], done: Json,
                   told: Json) -> None:  # fmt: skip
        if done["diff"] != told["diff"] or done["changed"] != told["changed"]:
            self._violate("dry run", f"`{' '.join(words)}` wrote another diff than its dry run told")
        came = patched(before, done["diff"])
        if came is not None and came != after:
            wrong = sorted(path for path in {*came, *after} if came.get(path) != after.get(path))
            self._violate("dry run", f"`{' '.join(words)}` wrote otherwise than its diff: {wrong}")

    def _there_and_back(self, words: Sequence[str], before: dict[str, bytes], after: dict[str, bytes]) -> None:
        for verb, wanted in (("undo", before), ("redo", after)):
            said = self._ground.said(verb)
            self._sound(said)
            there = self._ground.files()
            self._found.figures[f"{verb}ne" if verb == "undo" else "redone"] += 1
            if said.code or there != wanted:
                wrong = sorted(path for path in {*there, *wanted} if there.get(path) != wanted.get(path))
                self._violate(verb, f"`{' '.join(words)}`, {verb}: exit {said.code} {said.err.strip()} {wrong}")
                return

    def _own_findings(self, words: Sequence[str], before: Seen, told: Sequence[str]) -> None:
        for code in self._seen.codes - before.codes:
            message = next(each["message"] for each in self._seen.findings if each["code"] == code)
            said = any(message.rstrip(".") in text for text in told)  # the verb itself told of it
            of_others = (code == OF_OTHERS and self._others) or SAID_BY.get(code) in before.codes
            if code not in TRUE and not said and not of_others:
                self._violate("own finding", f"`{' '.join(self._plain(words))}`: {code}: {message}")

    def _see(self, *, resume: bool = False) -> None:
        self._seen = look(self._ground, resume=resume or self._chance.random() < 0.2, lint=self._chance.random() < 0.2)
        self._agree()

    def _agree(self) -> None:
        for said in self._seen.said:
            self._sound(said)
        for sentence in contradictions(self._seen):
            self._violate("contradiction", sentence)

    def _sound(self, said: StatusMessage) -> None:
        """No fault, and a sentence where it exits with one."""
        command = f"`{' '.join(self._plain(said.words))}`"
        if said.code == FAULT or said.code not in (0, 1, 2, 20, 30) or "Traceback" in said.text:
            self._violate("fault", f"{command}: {said.err.strip().splitlines()[-1:]}\n{said.err}")
        elif said.code in (1, 2) and not said.text.strip():
            self._violate("fault", f"{command} exits {said.code} without a word")

    def _violate(self, kind: str, told: str) -> None:
        one = Violation(kind, told.replace(str(self._ground.root), "PROJECT"), self._seed, self._number, self._start,
                        tuple(self._ground.did))  # fmt: skip
        if one.signature not in self._told:
            self._told.add(one.signature)
            self._found.violations.append(one)


def verb_of(words: Sequence[str]) -> str:
    """The words of the command."""
    return split_command(" ".join(bare(words)[:2]))[0]


def _measures(words: Sequence[str]) -> bool:
    """Whether a command records a measured value."""
    keys = {word.partition("=")[0] for word in bare(words)[1:]}
    return verb_of(words) == "set" and not keys <= {*POSITION_KEYS}


def _json(said: StatusMessage) -> Json:
    try:
        value = json.loads(said.out) if said.out.startswith("{") else {}
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def walked(folder: Path, steps: int, seed: int, only: int | None = None, system: str = "") -> Found:
    """What walks of so many steps in all came to; of one system, or of all."""
    found, number = Found(), 0
    while found.figures["steps"] < steps:
        left = min(LENGTH, steps - found.figures["steps"])
        Walk(seed, number if only is None else only, folder, found, system).go(left)
        number += 1
        if only is not None:
            break
    found.figures["walks"] = number
    return found


def main() -> None:
    """Print the violations, each kind once with how often it was found, and the figures; exit with 1 where any are."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="this walk alone")
    given = parser.parse_args()
    gc.set_threshold(50_000, 20, 20)
    with away() as folder, patch("os.fsync"):
        found = walked(folder, given.steps if given.only is None else LENGTH, given.seed, given.only)
    alike: dict[str, list[Violation]] = {}
    for each in found.violations:
        alike.setdefault(each.signature, []).append(each)
    for several in sorted(alike.values(), key=len, reverse=True):
        shortest = min(several, key=lambda each: len(each.did))
        _tell(f"{len(several)} times: {shortest}\n")
    _tell(f"seed {given.seed}: {found}")
    sys.exit(1 if found.violations else 0)


def _tell(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - it is what it is for


if __name__ == "__main__":
    main()
