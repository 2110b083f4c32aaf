"""`cockpit resume`: the checklist before work goes on, and the prompt for a fresh agent."""

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import zip_longest
from pathlib import Path
from shlex import join, quote

from cockpit.cli.changing import carry_out, intent_of, show_thresholds, tell
from cockpit.cli.context import local_now, taken_back
from cockpit.cli.output import columns, complain, say, say_json, stand
from cockpit.cli.parser import given_place
from cockpit.cli.writing import writer_of
from cockpit.model.checklist import Check, Way
from cockpit.model.errors import CommandError, NeedsConfirmation
from cockpit.model.intents import ResetAlerts
from cockpit.project.change import Outcome, Writer, carried_out, change, planned
from cockpit.project.resuming import (
    NOTHING_TO_BEGIN,
    UNSEEN,
    Preflight,
    begin,
    checked_reason,
    finish,
    held_by,
    look,
    save_prompt,
    waive,
)
from cockpit.rules.checklist.state_checks import STATED
from cockpit.rules.next_step import next_step
from cockpit.wording.phrases import counted, ended
from cockpit.wording.times import with_moments

# The ways out of a line of the checklist, as commands to type from where the person is

_SHORT = 8
_WHOLE_ID = re.compile(r"[0-9a-f]{40,64}")
_ANSWERS = {"alert": "ack", "blocker": "unblock"}
REASON = '"REASON"'
"""What stands for a person's own words."""


def places(arguments: argparse.Namespace, root: Path) -> Mapping[str, Sequence[str]]:
    """What tells each program which project is meant: the options that were given, and git the folder."""
    elsewhere = Path.cwd().resolve() != root.resolve()
    return {"cockpit": given_place(arguments), "git": ("-C", str(root)) if elsewhere else ()}


Works = Callable[[Way], bool]
"""Whether a way leads on from here."""


def with_open_ways(check: Check, works: Works) -> Check:
    """A line with the ways and choices alone that lead on."""
    options = tuple(option for option in check.options if works(option.way))
    return replace(check, brings_back=tuple(filter(works, check.brings_back)), options=options)


def ways(
    check: Check, known: Sequence[Check], place: Mapping[str, Sequence[str]], works: Works = lambda _: True
) -> Iterator[str]:
    """The commands that put a line right, the best one first, then the one that waives it; `known` are all that can
    hold the resume. A way that does not lead on is none.
    """
    leading = with_open_ways(check, works)
    yield from (way.typed(place) for way in (*leading.brings_back, *(option.way for option in leading.options)))
    if check.code in _ANSWERS and not check.brings_back:
        dashes = ("--",) if check.subject.startswith("-") else ()
        answer = Way((("cockpit", _ANSWERS[check.code], *dashes, check.subject),))
        yield from (answer.typed(place),) if works(answer) else ()
    if check.code == "stop" and not check.brings_back:  # of what is counted anew, no limit is set
        yield f"{Way((('cockpit', 'limit', check.subject, 'stop'),)).typed(place)} VALUE"
    if check.code == STATED:
        yield f"{Way((('cockpit', 'set', check.subject),)).typed(place)} VALUE"
    if check.code == "question" and not check.options and works(Way((("cockpit", "answer", "yes"),))):
        yield f"{Way((('cockpit', 'answer'),)).typed(place)} OPTION"
    if check.gate == "ask" and check.open:
        yield f"{Way((('cockpit', 'resume', '--waive', short(check, known)),)).typed(place)} {REASON}"


def short(check: Check, known: Sequence[Check]) -> str:
    """The fewest words of a line's name that no other line begins with; of the whole id of a commit, its beginning."""
    words = name(check).split(" ")
    others = [each.key for each in known if each is not check]
    begun = [check.code, *(" ".join(words[:most]) for most in range(1, len(words)))]
    if _WHOLE_ID.fullmatch(check.subject):
        begun.append(f"{check.code}:{check.subject[:_SHORT]}")
    return next((each for each in begun if not any(other.startswith(each) for other in others)), name(check))


def name(check: Check) -> str:
    """The whole name of a line."""
    return check.key.rstrip(":")


_WORDS = {"passed": "ok", "failed": "failed", "unknown": "unknown"}
_TOLD, _TOLD_BRIEFLY = 10, 3
"""Sentences of evidence: of a line that holds the resume, and of any other."""


def run(arguments: argparse.Namespace) -> int:
    """Print the checklist, or do what was asked with it; in a terminal with nothing asked, open the program there.

    Raises CommandError.
    """
    _refuse_odd(arguments)
    asked = (
        arguments.prompt or arguments.save or arguments.waive or arguments.unwaive or arguments.done or arguments.begin
    )
    if not (asked or arguments.json or arguments.dry_run):
        from cockpit.cli.opening import in_terminal, open_at

        if in_terminal():
            return open_at("resume", arguments)
    if arguments.reset_alerts:
        _reset_alerts(arguments)
    preflight = look(writer_of(arguments), arguments.track)
    if preflight.among:
        arguments.track = preflight.track.key  # so that what is printed says it
        stand(given_place(arguments))
    if arguments.begin:
        _refuse_to_begin(arguments, preflight)
    if arguments.waive or arguments.unwaive:
        preflight = _waive(arguments, preflight)
    if arguments.done:
        return carry_out(lambda writer: _finish(arguments, writer, preflight), arguments)
    if arguments.begin:
        _refuse_held(arguments, preflight, "--begin")
        return carry_out(lambda writer: begin(writer, preflight), arguments)
    if arguments.prompt or arguments.save:
        return _prompt(arguments, preflight)
    return _checklist(arguments, preflight)


def _refuse_odd(arguments: argparse.Namespace) -> None:
    """Raise CommandError for options that would say nothing together."""
    if arguments.unfinished and not arguments.done:
        raise CommandError("--unfinished says how --done archives; type `cockpit resume --done --unfinished`.")
    if arguments.save is not None and not str(arguments.save).strip():
        raise CommandError("--save needs the name of a new file.")
    if arguments.prompt and arguments.json:
        raise CommandError("--prompt prints a text for an agent; leave --json out.")


def _reset_alerts(arguments: argparse.Namespace) -> None:
    """Reset all alerts, and show the thresholds as the seed does, except among what others are to read."""
    outcome = change(writer_of(arguments), arguments.track, ResetAlerts())
    if arguments.json or arguments.prompt:
        return
    tell(outcome, arguments)
    if not arguments.dry_run:
        show_thresholds(arguments)


def _checklist(arguments: argparse.Namespace, preflight: Preflight) -> int:
    """Print the checklist with its evidence, and how each line that holds the resume is put right; 0 where nothing
    holds it, 1 where something does.
    """
    lost = taken_back(arguments, str(writer_of(arguments).root))
    told = _with_ways(arguments, preflight)
    if arguments.json:
        if lost:
            complain(lost)
        say_json(
            {
                "clear": preflight.clear,
                "served": str(preflight.served) if preflight.served is not None else None,
                "tokens_estimate": preflight.prompt.tokens,
                "checks": [_as_json(check, ways) for check, ways in told],
            },
            secrets=arguments.secrets,
        )
    else:
        columns((_row(check) for check in preflight.checks), below=[_named_ways(*each) for each in told])
        for sentence in (*filter(None, (lost,)), *_conclusion(arguments, preflight)):
            say(sentence)
    return 0 if preflight.clear else 1


def _with_ways(arguments: argparse.Namespace, preflight: Preflight) -> list[tuple[Check, list[str]]]:
    place = places(arguments, writer_of(arguments).root)
    known, held = _known(preflight), preflight.holding
    told = [check for check in preflight.checks if check in held or check.choices]
    works = _working(arguments, preflight) if told else None
    return [
        (with_open_ways(check, works), list(ways(check, known, place, works)))
        if works and check in told
        else (check, [])
        for check in preflight.checks
    ]


def _working(arguments: argparse.Namespace, preflight: Preflight) -> Callable[[Way], bool]:
    """What tells of a way whether it leads on: its first command would be carried out. Of one that changes no state
    nobody can tell before.
    """
    does = carried_out(writer_of(arguments), preflight.track.key)

    @cache
    def works(way: Way) -> bool:
        program, *words = way.steps[0]
        intent = intent_of(words) if program == "cockpit" else None
        return intent is None or does(intent)

    return works


def _named_ways(check: Check, ways: Sequence[str]) -> list[str]:
    """The ways, each that is a choice with its name, as a remark that a shell passes over."""
    names = [*("" for _ in check.brings_back), *(f"  # {option.name}" for option in check.options)]
    return [f"{way}{name}" for way, name in zip_longest(ways, names[: len(ways)], fillvalue="")]


def _known(preflight: Preflight) -> list[Check]:
    """The lines that can be named: those that hold the resume, or would but for a waiver."""
    return [check for check in preflight.checks if check.gate is not None and not check.past]


def _row(check: Check) -> tuple[str, ...]:
    shown = check.evidence[: _TOLD if check.open else _TOLD_BRIEFLY]
    told = with_moments(replace(check, evidence=shown).because, local_now())
    if more := len(check.evidence) - len(shown):
        told = f"{told}; and {more} more"
    told = f"{check.waived} ({told})" if check.waived and told else check.waived or told
    word = "past" if check.past else "waived" if check.waived else ""
    word = word or ("stop" if check.gate == "refuse" else _WORDS[check.result])
    return word, str(check.told), told


def _as_json(check: Check, ways: Sequence[str]) -> dict[str, object]:
    return {
        "check": check.key,
        "claim": str(check.claim),
        "fact": str(check.told),
        "result": check.result,
        "evidence": [*map(str, check.evidence)],
        "gate": check.gate,
        "waived": check.waived,
        "past": check.past,
        "ways": list(ways),
        "line": check.line,
        "options": [{"name": option.name, "does": str(option.does)} for option in check.options],
    }


def _conclusion(arguments: argparse.Namespace, preflight: Preflight) -> tuple[str, ...]:
    held = preflight.holding
    served = f"{preflight.served} The handoff has served: `{_again(arguments, '--done')}` archives it."
    before = (served,) if preflight.moved_on else ()
    if preflight.moved_on and not held:
        return before
    comes = next_step(preflight.track) if preflight.track.handoff is None else None
    if not held:
        goes_on = (f"No handoff waits. Next, by the state file: {ended(comes.sentence)}",) if comes else ()
        marks = f" `{_again(arguments, '--begin')}` marks that step as under way." if preflight.begins else ""
        return (
            *before,
            *goes_on,
            f"Clear{_unknown(preflight)}: `{_again(arguments, '--prompt')}` prints the prompt for a fresh agent."
            f"{marks}",
        )
    are = "lines hold" if len(held) > 1 else "line holds"
    of = f" of {len(preflight.checks)}" if len(held) > 1 else ""
    none = "No handoff waits. " if preflight.track.handoff is None else ""
    return (*before, f"{none}{len(held)}{of} {are} the resume.")


def _finish(arguments: argparse.Namespace, writer: Writer, preflight: Preflight) -> Outcome:
    """Archive the handoff. Raises CommandError, naming what holds the resume and the command that archives all the
    same."""
    try:
        outcome = finish(writer, preflight, unfinished=arguments.unfinished)
    except NeedsConfirmation as asks:
        way = _again(arguments, "--done", "--unfinished")
        raise CommandError(f"{asks.why} `{way}` archives the handoff all the same.") from None
    unseen = not preflight.served and not arguments.unfinished
    return replace(outcome, remarks=(*outcome.remarks, UNSEEN, "`cockpit undo` brings it back.")) if unseen else outcome


def _again(arguments: argparse.Namespace, *options: str) -> str:
    """This command once more, of the same project."""
    return Way((("cockpit", "resume", *options),)).typed(places(arguments, writer_of(arguments).root))


def _waive(arguments: argparse.Namespace, preflight: Preflight) -> Preflight:
    """Waive the lines that were named, each with its reason; take waivers back."""
    writer = writer_of(arguments)
    asked: list[tuple[str, str | None]] = [*((key, None) for key in arguments.unwaive), *arguments.waive]
    named = [(_named(preflight, key), checked_reason(reason)) for key, reason in asked]  # all, before one is done
    for check, reason in named:
        if reason is None and check.waived is None:
            outcome = Outcome(done=f"“{check.told}” is not waived.", changed=False)
        else:
            outcome = waive(writer, preflight.track, check, reason)
        if not (arguments.json or arguments.prompt):
            tell(outcome, arguments)
    return look(writer, arguments.track)


def _unknown(preflight: Preflight) -> str:
    """How many lines nobody can tell, which hold nothing."""
    count = sum(check.result == "unknown" for check in preflight.checks)
    return f", {counted(count, 'line')} unknown" if count else ""


def _named(preflight: Preflight, key: str) -> Check:
    """The line of that key; the beginning of one is enough where only one line begins so. Raises CommandError."""
    known = _known(preflight)
    exact = [check for check in known if name(check) == key.rstrip(":")]
    found = exact or [check for check in known if check.key.startswith(key)]
    if len(found) == 1:
        return found[0]
    names = "; ".join(short(check, known) for check in found or known if check.gate == "ask")
    if found:
        raise CommandError(f"{len(found)} lines begin with {key!r}: {names}.")
    has = f"it has: {names}" if names else "none of its lines can be waived"
    raise CommandError(f"The checklist has no line {key!r} to waive; {has}.")


def _refuse_held(arguments: argparse.Namespace, preflight: Preflight, *asked: str) -> None:
    """Raise CommandError while a line holds the resume, naming the command that waives what does and does what was
    asked."""
    held = held_by(preflight, local_now())
    if held is None:
        return
    known, lines = _known(preflight), preflight.holding
    told = f"{held} `{_again(arguments)}` tells the ways out"
    if any(check.gate != "ask" for check in lines):
        raise CommandError(f"{told}.")
    waivers = " ".join(f"--waive {quote(short(check, known))} {REASON}" for check in lines)
    raise CommandError(f"{told}; `{_again(arguments)} {waivers} {join(asked)}` goes on all the same.")


def _refuse_to_begin(arguments: argparse.Namespace, preflight: Preflight) -> None:
    """Raise CommandError where no step can be marked, before a waiver is given or offered for it: none would make it
    possible."""
    if preflight.begins is not None:
        planned(writer_of(arguments), preflight.track.key, preflight.begins)
        return
    held = held_by(preflight, local_now())
    raise CommandError(f"{held} `{_again(arguments)}` tells the ways out." if held is not None else NOTHING_TO_BEGIN)


def _prompt(arguments: argparse.Namespace, preflight: Preflight) -> int:
    """Print or save the prompt; what looks like a secret is named, and masked unless it was asked for. Raises
    CommandError where the resume is held."""
    asked = ("--save", arguments.save) if arguments.save is not None else ("--prompt",)
    _refuse_held(arguments, preflight, *asked)
    how = "." if arguments.secrets else ", and is masked; `--secrets` prints it."
    for secret in preflight.prompt.secrets:
        complain(f"Line {secret.line} of the prompt looks like {secret.kind}{how}")
    if not arguments.secrets:
        preflight = replace(preflight, prompt=preflight.prompt.masked())
    if arguments.save is not None:
        return carry_out(lambda writer: save_prompt(writer, preflight, Path(arguments.save)), arguments)
    sys.stdout.write(preflight.prompt.text)
    return 0
