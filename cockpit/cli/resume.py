"""`cockpit resume`: the checklist before work goes on, and the prompt for a fresh agent."""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import zip_longest
from pathlib import Path

from cockpit.cli.changing import carry_out, intent_of, show_thresholds, tell
from cockpit.cli.context import any_project_of, local_now, taken_back, workspace_of
from cockpit.cli.output import columns, complain, runnable, say, say_json, set_place
from cockpit.cli.parser import given_place
from cockpit.model.checklist import Check, Way
from cockpit.model.errors import CommandError
from cockpit.model.intents import ResetAlerts
from cockpit.project.change import change, intent_filter, planned_edit
from cockpit.project.outcome import ChangeOutcome
from cockpit.project.resuming import Preflight, begin, blocking_reason, checked_reason, finish, look, save_prompt, waive
from cockpit.project.workspace import Workspace
from cockpit.regex import regex
from cockpit.rules.checklist.check_kinds import kind_of
from cockpit.rules.handoff.handoff_status import why_used
from cockpit.rules.next_step import next_step
from cockpit.wording.messages import Message, Words, clause, command_line
from cockpit.wording.phrases import as_sentence, counted, listed
from cockpit.wording.times import with_moments

# The ways out of a line of the checklist, as commands to type from where the person is

_SHORT = 8
_WHOLE_ID = regex(r"[0-9a-f]{40,64}")
REASON = '"REASON"'
"""The placeholder for a person's own words."""


def place_options(arguments: argparse.Namespace, root: Path) -> Mapping[str, Sequence[str]]:
    """By program the options that select the project: those of this command line, and for git the folder."""
    elsewhere = Path.cwd().resolve() != root.resolve()
    return {"cockpit": given_place(arguments), "git": ("-C", str(root)) if elsewhere else ()}


WayFilter = Callable[[Way], bool]
"""Whether a way would have an effect now."""


def with_possible_ways(check: Check, is_possible: WayFilter) -> Check:
    """A check with only those ways and options that would have an effect now."""
    options = tuple(option for option in check.options if is_possible(option.way))
    return replace(check, brings_back=tuple(filter(is_possible, check.brings_back)), options=options)


def commands_for(
    check: Check, known: Sequence[Check], place: Mapping[str, Sequence[str]], is_possible: WayFilter = lambda _: True
) -> Iterator[str]:
    """The commands that make a check pass, the best one first, then the one that waives it.

    `known` are all checks that can block resuming. Commands for which `is_possible` is false are left out.
    """
    leading = with_possible_ways(check, is_possible)
    yield from (way.typed(place) for way in (*leading.brings_back, *(option.way for option in leading.options)))
    command = kind_of(check).command
    if command and not check.brings_back:
        *words, last = command.split()
        dashes = ("--",) if check.subject.startswith("-") else ()
        answer = Way((("cockpit", *words, *dashes, last.format(check.subject)),))
        yield from (answer.typed(place),) if "VALUE" in last or is_possible(answer) else ()
    if check.code == "question" and not check.options and is_possible(Way((("cockpit", "answer", "yes"),))):
        yield f"{Way((('cockpit', 'answer'),)).typed(place)} OPTION"
    waiver = Way((("cockpit", "resume", "waive", short_name(check, known)),))
    if check.gate == "ask" and check.open and is_possible(waiver):
        yield f"{waiver.typed(place)} --reason {REASON}"


def short_name(check: Check, known: Sequence[Check]) -> str:
    """The fewest words of a check's name that no other name begins with; a full commit id is cut to eight digits."""
    parts = check_name(check).split(" ")
    others = [each.key for each in known if each is not check]
    beginnings = [check.code, *(" ".join(parts[:most]) for most in range(1, len(parts)))]
    if _WHOLE_ID.fullmatch(check.subject):
        beginnings.append(f"{check.code}:{check.subject[:_SHORT]}")
    return next((each for each in beginnings if not any(other.startswith(each) for other in others)), check_name(check))


def check_name(check: Check) -> str:
    """The full name of a check, as `resume waive` takes it."""
    return check.key.rstrip(":")


_WORDS = {"passed": "ok", "failed": "failed", "unknown": "unknown"}
_EVIDENCE_SHOWN, _EVIDENCE_SHOWN_BRIEFLY = 10, 3
"""Sentences of evidence that are printed of a check that blocks resuming, and of any other."""


def run(arguments: argparse.Namespace) -> int:
    """Print the checklist, or do what was asked with it; in a terminal with nothing asked, open the program there.

    Raises CommandError.
    """
    action = arguments.action
    any_project_of(arguments)  # so that it is about the state that counts, which another worktree may keep
    if action == "resume.check" and not (arguments.json or arguments.dry_run):
        from cockpit.cli.opening import in_terminal, open_at_action

        if in_terminal():
            return open_at_action(arguments)
    if action == "resume.prompt":
        _refuse_conflicting(arguments)
    if action in ("resume.check", "resume.prompt") and arguments.reset_alerts:
        _reset_alerts(arguments)
    preflight = look(workspace_of(arguments), arguments.track)
    if preflight.has_other_tracks:
        arguments.track = preflight.track.key  # so that what is printed says it
        set_place(given_place(arguments))
    match action:
        case "resume.prompt":
            return _prompt(arguments, preflight)
        case "resume.waive" | "resume.unwaive":
            return carry_out(lambda workspace: _waive(arguments, workspace, preflight), arguments)
        case "resume.start":
            _refuse_to_begin(arguments, preflight)
            _refuse_blocked(arguments, preflight)
            return carry_out(lambda workspace: begin(workspace, preflight), arguments)
        case "resume.done":
            return carry_out(lambda workspace: _finish(arguments, workspace, preflight), arguments)
    return _checklist(arguments, preflight)


def _refuse_conflicting(arguments: argparse.Namespace) -> None:
    """Raise CommandError for options of the prompt that contradict each other."""
    if arguments.save is not None and not str(arguments.save).strip():
        raise CommandError("cli.save-without-file", "--save needs the name of a new file.")
    if arguments.save is None and arguments.json:
        raise CommandError("cli.prompt-is-no-json", "The prompt is text, not JSON. Omit --json.")


def _reset_alerts(arguments: argparse.Namespace) -> None:
    """Reset all alerts, and show the thresholds as the seed does, except among what others are to read."""
    outcome = change(workspace_of(arguments), arguments.track, ResetAlerts())
    if arguments.json or arguments.action == "resume.prompt":
        return
    tell(outcome, arguments)
    if not arguments.dry_run:
        show_thresholds(arguments)


def _checklist(arguments: argparse.Namespace, preflight: Preflight) -> int:
    """Print the checklist with its evidence, and for each check that blocks resuming the commands that fix it. 0 where
    nothing blocks, else 1.
    """
    lost = taken_back(arguments, str(workspace_of(arguments).root))
    checks = _with_ways(arguments, preflight)
    if arguments.json:
        if lost:
            complain(lost)
        say_json(
            {
                "clear": preflight.clear,
                "served": str(preflight.served) if preflight.served is not None else None,
                "tokens_estimate": preflight.prompt.tokens,
                "checks": [_as_json(check, commands) for check, commands in checks],
            },
            secrets=arguments.secrets,
        )
    else:
        columns((_row(check) for check in preflight.checks), below=[_named_ways(*each) for each in checks])
        for line in (*filter(None, (lost,)), *map(runnable, _conclusion(preflight))):
            say(line)
    return 0 if preflight.clear else 1


def _with_ways(arguments: argparse.Namespace, preflight: Preflight) -> list[tuple[Check, list[str]]]:
    place = place_options(arguments, workspace_of(arguments).root)
    nameable, blocking = _nameable_checks(preflight), preflight.blocking
    asking = [check for check in preflight.checks if check in blocking or check.choices]
    is_possible = _possible_ways(arguments, preflight) if asking else None
    return [
        (with_possible_ways(check, is_possible), list(commands_for(check, nameable, place, is_possible)))
        if is_possible and check in asking
        else (check, [])
        for check in preflight.checks
    ]


def _possible_ways(arguments: argparse.Namespace, preflight: Preflight) -> Callable[[Way], bool]:
    """A predicate: whether the first command of a way would change something now. One that changes no state of a track
    counts as possible; what waives is only for a person.
    """
    workspace = workspace_of(arguments)
    has_effect = intent_filter(workspace, preflight.track.key)

    @cache
    def is_possible(way: Way) -> bool:
        program, *words = way.steps[0]
        if words[:2] == ["resume", "waive"]:
            return workspace.confirms
        intent = intent_of(words) if program == "cockpit" else None
        return intent is None or has_effect(intent)

    return is_possible


def _named_ways(check: Check, commands: Sequence[str]) -> list[str]:
    """The commands; each that is an option of a question ends with the option's name as a shell comment."""
    names = [*("" for _ in check.brings_back), *(f"  # {option.name}" for option in check.options)]
    return [f"{way}{name}" for way, name in zip_longest(commands, names[: len(commands)], fillvalue="")]


def _nameable_checks(preflight: Preflight) -> list[Check]:
    """The checks that `resume waive` can name: those that block resuming, or would without a waiver."""
    return [check for check in preflight.checks if check.gate is not None and not check.past]


def _row(check: Check) -> tuple[str, ...]:
    shown = check.evidence[: _EVIDENCE_SHOWN if check.open else _EVIDENCE_SHOWN_BRIEFLY]
    because = with_moments(replace(check, evidence=shown).because, local_now())
    if more := len(check.evidence) - len(shown):
        because = f"{because}; and {more} more"
    because = f"{check.waived} ({because})" if check.waived and because else check.waived or because
    word = "past" if check.past else "waived" if check.waived else ""
    word = word or ("stop" if check.gate == "refuse" else _WORDS[check.result])
    return word, str(check.statement), because


def _as_json(check: Check, commands: Sequence[str]) -> dict[str, object]:
    return {
        "check": check.key,
        "claim": str(check.claim),
        "fact": str(check.statement),
        "result": check.result,
        "evidence": [*map(str, check.evidence)],
        "gate": check.gate,
        "waived": check.waived,
        "past": check.past,
        "ways": list(commands),
        "line": check.line,
        "options": [{"name": option.name, "does": str(option.does)} for option in check.options],
    }


def _conclusion(preflight: Preflight) -> tuple[Words, ...]:
    blocking, past = preflight.blocking, why_used(preflight.track)
    before = (f"{clause(str(past))}. Archive the handoff: `cockpit resume done`.",) if past is not None else ()
    if preflight.moved_on and not blocking:
        return before
    next_one = next_step(preflight.track) if preflight.track.handoff is None else None
    if not blocking:
        goes_on = (f"No handoff waits. Next: {as_sentence(str(next_one.sentence))}",) if next_one else ()
        return (*before, *goes_on, _clear(preflight))
    holds = "1 check blocks resuming."
    if len(blocking) > 1:
        holds = f"{len(blocking)} of {len(preflight.checks)} checks block resuming."
    if preflight.track.handoff is None:
        holds = f"No handoff waits. {holds}"
    return (*before, holds)


def _clear(preflight: Preflight) -> str:
    """That nothing blocks resuming, and how many checks could not be decided."""
    unknown, clear = sum(check.result == "unknown" for check in preflight.checks), "No check blocks resuming"
    if unknown:
        clear += f", but {counted(unknown, 'check')} {'has' if unknown == 1 else 'have'} no known result"
    clear += ". `cockpit resume prompt` prints the prompt for a fresh agent."
    return f"{clear} `cockpit resume start` marks the next step as in progress." if preflight.begins else clear


def _finish(arguments: argparse.Namespace, workspace: Workspace, preflight: Preflight) -> ChangeOutcome:
    """Archive the handoff. Raises CommandError, naming what holds the resume and the command that archives all the
    same."""
    outcome = finish(workspace, preflight, unfinished=arguments.force)
    if preflight.served or arguments.force:
        return outcome
    remark = Message("project.work-not-past-handoff", "Nothing shows that the work has moved past the handoff.")
    return outcome.with_remarks(remark, "`cockpit undo` restores it.")


def _waive(arguments: argparse.Namespace, workspace: Workspace, preflight: Preflight) -> ChangeOutcome:
    """Waive the check that is named, or withdraw its waiver. Raises CommandError."""
    check = _named(preflight, arguments.check)
    reason = checked_reason(arguments.reason) if arguments.action == "resume.waive" else None
    if reason is None and check.waived is None:
        return ChangeOutcome(done=f"“{clause(check.statement)}” is not waived.", changed=False)
    return waive(workspace, preflight.track, check, reason)


def _named(preflight: Preflight, key: str) -> Check:
    """The check with that key; a beginning of it is enough where it is unambiguous. Raises CommandError.

    Entries of one id have checks of one key, and one waiver, which covers them all.
    """
    known = _nameable_checks(preflight)
    exact = [check for check in known if check_name(check) == key.rstrip(":")]
    found = exact or [check for check in known if check.key.startswith(key)]
    if len({check.key for check in found}) == 1:
        return found[0]
    names = "; ".join(short_name(check, known) for check in found or known if check.gate == "ask")
    if found:
        raise CommandError(
            "cli.several-lines-begin-so", f"{len(found)} checks begin with {key!r}: {names}. Type more of the name."
        )
    if names:
        raise CommandError("cli.no-such-line", f"No check {key!r} to waive. These can be waived: {names}.")
    raise CommandError("cli.no-line-to-waive", f"No check {key!r} to waive. No check of this checklist can be waived.")


def _refuse_blocked(arguments: argparse.Namespace, preflight: Preflight) -> None:
    """Raise CommandError while a check blocks resuming, for a person with the commands that waive what blocks."""
    reason = blocking_reason(preflight, local_now())
    if reason is None:
        return
    known, lines = _nameable_checks(preflight), preflight.blocking
    if any(check.gate != "ask" for check in lines) or not workspace_of(arguments).confirms:
        raise CommandError("cli.resume-held", f"{reason} `cockpit resume` lists the remedies.")
    waivers = [command_line("resume", "waive", short_name(check, known), "--reason", "TEXT") for check in lines]
    raise CommandError(
        "cli.resume-held-by-waivable",
        f"{reason} `cockpit resume` lists the remedies; to resume anyway: {listed(waivers)}.",
    )


def _refuse_to_begin(arguments: argparse.Namespace, preflight: Preflight) -> None:
    """Raise CommandError where no step can be marked, before a waiver is given or offered for it: none would make it
    possible."""
    if preflight.begins is not None:
        planned_edit(workspace_of(arguments), preflight.track.key, preflight.begins)
        return
    reason = blocking_reason(preflight, local_now())
    if reason is None:
        raise CommandError(preflight.waits)
    raise CommandError("cli.resume-held", f"{reason} `cockpit resume` lists the remedies.")


def _prompt(arguments: argparse.Namespace, preflight: Preflight) -> int:
    """Print or save the prompt; what looks like a secret is named, and masked unless it was asked for. Raises
    CommandError where the resume is held."""
    _refuse_blocked(arguments, preflight)
    masked = "" if arguments.secrets else " and is masked; --secrets prints it"
    for secret in preflight.prompt.secrets:
        complain(f"Line {secret.line} of the prompt looks like {secret.kind}{masked}.")
    if not arguments.secrets:
        preflight = replace(preflight, prompt=preflight.prompt.masked())
    if arguments.save is not None:
        return carry_out(lambda workspace: save_prompt(workspace, preflight, Path(arguments.save)), arguments)
    sys.stdout.write(preflight.prompt.text)
    return 0
