"""`cockpit handoff`: from options, or from JSON on standard input, with the rest proposed from files and git; or the
wizard.
"""

import argparse
import sys
from dataclasses import replace
from typing import Any

from cockpit.actions.handing_off import begin, doubted, hand_off
from cockpit.cli.changing import carry_out
from cockpit.cli.output import complain, say_json
from cockpit.cli.writing import writer_of
from cockpit.model.handoff_fields import draft_with
from cockpit.model.refused import Refused
from cockpit.rules.handing_off import problems

_COMMAND = '`cockpit handoff --next "WHAT TO DO FIRST"`'
_NOTHING_GIVEN = (
    f"Nothing was given; type {_COMMAND}, or hand in JSON: `cockpit handoff --propose` prints what would be proposed."
)
_FIELDS = ("reason", "state", "remaining", "decisions", "blockers", "context", "next_action")


def run(arguments: argparse.Namespace) -> int:
    """Write the handoff: what was given, and for the rest what is proposed; in a terminal with nothing given, open the
    wizard. Raises Refused.
    """
    if arguments.propose:
        return _propose(arguments)
    given = _given(arguments) or _from_input()
    if not given:
        from cockpit.cli.opening import in_terminal, open_at

        if in_terminal() and not (arguments.json or arguments.dry_run or arguments.existing):
            return open_at("hand_off", arguments)
        raise Refused(_NOTHING_GIVEN)
    proposal = begin(writer_of(arguments), arguments.track)
    draft = draft_with(proposal.draft, given)
    if not draft.next_action.strip():
        raise Refused(f"The handoff needs a next action; type {_COMMAND}.")
    code = carry_out(lambda writer: hand_off(writer, proposal.track, draft, arguments.existing), arguments)
    wrong = [sentence for found in problems(draft, proposal.known).values() for sentence in found]
    for sentence in (*wrong, *doubted(writer_of(arguments), draft).sentences):
        complain(sentence)
    return code


def _given(arguments: argparse.Namespace) -> dict[str, Any]:
    """The fields that stand on the command line."""
    found = {name: getattr(arguments, name) for name in _FIELDS}
    found["completed"] = [_row(text) for text in arguments.task] if arguments.task else None
    return {name: value for name, value in found.items() if value is not None}


def _row(text: str) -> dict[str, Any]:
    """A row as `1|Create model|abc1234|done`; what is left out at the end is empty."""
    parts = [part.strip() for part in text.split("|")]
    names = ("id", "name", "commit", "state")
    if len(parts) > len(names):
        raise Refused(f"--task takes NUMBER|NAME|COMMIT|STATE, not {text!r}.")
    return {name: part for name, part in zip(names, parts, strict=False) if part}


def _from_input() -> dict[str, Any]:
    """The fields of the JSON object on standard input; none where that is a terminal, or empty."""
    if sys.stdin is None or sys.stdin.isatty():
        return {}
    import json

    text = sys.stdin.read()
    if not text.strip():
        return {}
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refused(f"Standard input is no JSON: {error}.") from None
    if not isinstance(fields, dict):
        raise Refused("Standard input must be a JSON object with the fields of the handoff.")
    return fields


def _propose(arguments: argparse.Namespace) -> int:
    """Print what the handoff would say, as JSON that can be edited and handed back."""
    from dataclasses import asdict

    proposal = begin(writer_of(arguments), arguments.track)
    fields = asdict(replace(proposal.draft, origins={}))
    del fields["origins"]
    say_json(fields, secrets=arguments.secrets)
    if proposal.git is not None:
        complain(f"Nothing was proposed from git: {proposal.git}")
    return 0
