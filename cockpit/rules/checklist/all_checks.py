"""Checking a handoff against reality before work goes on: what to ask, and what the answers mean."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from cockpit.model import Track
from cockpit.model.checklist import NOTHING_MORE, Check, Facts, Resumption
from cockpit.rules.checklist import repository_checks, state_checks
from cockpit.rules.checklist.check_kinds import kind_of
from cockpit.rules.checklist.remedies import PICKED
from cockpit.rules.handoff.claims import questions, since
from cockpit.rules.handoff.handoff_status import why_used
from cockpit.wording.messages import Message, clause

__all__ = ["check_all", "questions"]


def check_all(
    track: Track,
    evidence: Facts,
    waived: Mapping[str, str],
    own: Collection[str] = (),
    resolved: Collection[str] = (),
    *,
    more: Resumption = NOTHING_MORE,
) -> tuple[Check, ...]:
    """The checklist of a resume: what failed first, then what a person has to look at, what else nobody can tell, and
    what holds.

    `evidence` answers `questions(track)`; `waived` maps the key of a check to the reason the person gave; `own` are the
    instants at which a person changed the track with cockpit, for those say nothing of work; `resolved` are the
    blockers that were resolved with it; `more` is what the system's own protocol says.
    """
    found = (
        *state_checks.words_checks(track, evidence),
        *repository_checks.check_changes(
            more, evidence, since(track, more, own), None if track.handoff else track.path
        ),
        *repository_checks.checks(track, evidence, more, own),
        *state_checks.checks(track, own, resolved, more),
    )
    lines = (replace(each, waived=waived.get(each.key)) if each.gate == "ask" else each for each in _each_once(found))
    if why_used(track) is not None:
        lines = (_past(each) if each.result == "failed" and kind_of(each).of_handoff else each for each in lines)
    return tuple(sorted(lines, key=_in_order))


def _in_order(check: Check) -> tuple[int, bool]:
    by_result = ("failed", "unknown", "passed")
    return by_result.index(check.result), check.result == "unknown" and not kind_of(check).to_look_at


def _past(check: Check) -> Check:
    """A line about what the state has left behind: nothing is to be brought back for it, so nothing warns of that."""
    warns = (repository_checks.TICKS, PICKED)
    evidence = tuple(each for each in check.evidence if not (isinstance(each, Message) and each.code in warns))
    return replace(check, past=True, evidence=evidence, brings_back=())


def _each_once(checks: Iterable[Check]) -> Iterator[Check]:
    """One line for each file that is not there, whoever names it, with all that is told of it."""
    found: dict[object, Check] = {}
    for number, check in enumerate(checks):
        key: object = check.key if check.code == "file" else number
        if (known := found.get(key)) is None:
            found[key] = check
        else:
            evidence = tuple(dict.fromkeys((*known.evidence, *check.evidence)))
            found[key] = replace(known, evidence=evidence, brings_back=known.brings_back or check.brings_back)
    return iter(found.values())


# What became otherwise between two looks at a checklist

_LONGEST = 90


def news(before: Sequence[Check], now: Sequence[Check]) -> tuple[str, ...]:
    """Which lines failed before and are ok now, and which fail since, those about past work apart."""
    failed, fails = _failed(before), _failed(now)
    unknown = {check.key for check in now if check.result == "unknown"}
    well = [check for key, check in failed.items() if key not in fails and key not in unknown]
    ill = [check for key, check in fails.items() if key not in failed and not check.past]
    kinds = (("No longer failing", well, before), ("Now failing", ill, now))
    return tuple(
        f"{what}: “{clause(_named_among(lines[0], among))}”{f' and {len(lines) - 1} more' if lines[1:] else ''}."
        for what, lines, among in kinds
        if lines
    )


def _failed(checks: Sequence[Check]) -> dict[str, Check]:
    return {check.key: check for check in checks if check.result == "failed"}


def _named_among(line: Check, among: Sequence[Check]) -> str:
    """What a line is called: its fact, with the evidence where several have that fact."""
    facts = Counter(check.fact for check in among)
    name = str(line.fact) if facts[line.fact] == 1 else line.whole
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
