"""The checks by their codes, and the three results one can have. A failed one asks the person; only a stop refuses."""

from collections.abc import Mapping
from typing import Literal

from cockpit.model.checklist import Check
from cockpit.values import dataclass
from cockpit.wording.messages import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckKind:
    """What is known of all checks of one code, whatever came out.

    `of_handoff` marks what only the handoff claims, over once the work has gone on; `of_status` what tells that the
    work was given up; `to_look_at` what a person and the agent look at where nobody can tell; `holds_agent` what the
    session that handed off waits for too. `about` is what the subject names.
    `answer` is what the key of an answer does, `command` the words for it behind `cockpit`, of `{}`, the subject; `way`
    is what else a person does, with the keys `{edit}` and `{finish}`; `edits` is the file that puts it right.
    `line` is how the handoff's line about the subject begins; empty where the subject stands anywhere in it.
    """

    of_handoff: bool = False
    of_status: bool = False
    to_look_at: bool = False
    holds_agent: bool = False
    about: Literal["threshold", "blocker"] | None = None
    answer: str = ""
    command: str = ""
    way: str = ""
    edits: Literal["handoff", "plan"] | None = None
    line: str | None = None


_KINDS: Mapping[str, CheckKind] = {
    "next-action": CheckKind(of_handoff=True, edits="handoff",
                             way="{edit} opens the handoff: write what to do first there."),
    "task": CheckKind(of_handoff=True, edits="handoff", line="task:",
                      way="{edit} opens the handoff: correct the number there."),
    "itself": CheckKind(of_handoff=True, edits="handoff", line="{}:",
                        way="{edit} opens the handoff: correct it there."),
    "done": CheckKind(of_handoff=True, edits="plan",
                      way="If the plan file is right, waive the line: the prompt tells the agent. Else {edit} opens "
                          "it: correct it."),
    "plan": CheckKind(of_handoff=True, edits="plan",
                      way="If the new plan holds, waive the line: the prompt then tells the agent. Else {edit} opens "
                          "it."),
    "position": CheckKind(of_handoff=True, answer="moves the state there, and nothing else of the file"),
    "project": CheckKind(of_handoff=True, way="{finish} archives the handoff if it came here by mistake."),
    "age": CheckKind(of_handoff=True, way="If the handoff still holds, waive the line; else {finish} archives it, and "
                                          "the state file leads on."),
    "uncommitted": CheckKind(of_handoff=True, way="If the work is lost, waive the line: the prompt tells the agent "
                                                  "that it is to be done again."),
    "commit": CheckKind(of_handoff=True, line=""),
    "file": CheckKind(of_handoff=True, line=""),
    "branch": CheckKind(of_handoff=True),
    "words": CheckKind(of_handoff=True),
    "tree": CheckKind(way="Committing or restoring the files clears the line."),
    "operation": CheckKind(way="Ending it or taking it back clears the line; both are done outside."),
    "half-done": CheckKind(way="Committing the files clears the line. Waived, the prompt tells the agent."),
    "stop": CheckKind(about="threshold", holds_agent=True, answer="raises the limit", command="limit {}.stop=VALUE"),
    "own-stop": CheckKind(about="threshold", holds_agent=True),
    "stated": CheckKind(about="threshold", holds_agent=True, command="set {}=VALUE",
                        way="`cockpit set {}=VALUE` writes value and level."),
    "alert": CheckKind(about="threshold", holds_agent=True, answer="acknowledges the alert", command="ack {}"),
    "unread": CheckKind(about="threshold", way="{edit} opens the file: write it so that it can be read."),
    "not-read": CheckKind(way="Mend the lines or dismiss their rows under Needs you; what is dismissed holds nothing."),
    "blocker": CheckKind(about="blocker", answer="resolves the blocker", command="blocker resolve {}"),
    "status": CheckKind(of_status=True),
    "failed": CheckKind(of_status=True),
    "tier": CheckKind(of_status=True),
    "implementation": CheckKind(to_look_at=True),
    "since": CheckKind(to_look_at=True),
}  # fmt: skip
"""By code. A stop by a limit that the agent reads, lower than the person's, is an `own-stop`; one that the files state
and the value does not reach is `stated`.
"""
_PLAIN = CheckKind()


def kind_of(check: Check) -> CheckKind:
    """What is known of all checks of its code; of most nothing more than what they say."""
    return _KINDS.get(check.code, _PLAIN)


def passed(code: str, claim: Words, *evidence: Words, subject: str = "") -> Check:
    """The claim holds."""
    return Check(code=code, subject=subject, claim=claim, result="passed", evidence=evidence)


def failed(code: str, claim: Words, fact: Words, *evidence: Words, subject: str = "") -> Check:
    """The claim is contradicted by a fact; the resume waits until the person waives it with a reason."""
    return Check(code=code, subject=subject, claim=claim, result="failed", fact=fact, evidence=evidence, gate="ask")


def refused(code: str, claim: Words, fact: Words, *evidence: Words, subject: str = "") -> Check:
    """The claim is contradicted by a fact, and nothing but its cause can be removed."""
    return Check(code=code, subject=subject, claim=claim, result="failed", fact=fact, evidence=evidence, gate="refuse")


def unknown(code: str, claim: Words, *evidence: Words, subject: str = "") -> Check:
    """Nobody can tell; shown, and no reason to wait."""
    return Check(code=code, subject=subject, claim=claim, result="unknown", evidence=evidence)
