"""What comes next, and which status may follow which."""

from collections.abc import Collection, Mapping

from cockpit.model import NextAction, RuleAction, Status, Track

# Where the work goes on by the state: one answer for the resume, the prompt and the handoff


def next_step(track: Track) -> RuleAction | None:
    """What comes next: as the file has it, in the rule's words where the file names a command alone."""
    return combine(track.next_action, track.next_by_rule)


def by_rule(rule: RuleAction | None) -> NextAction | None:
    """The rule's action as the next one, where the file states none."""
    return NextAction(text=rule.text, command=rule.command, source="rule") if rule is not None else None


def combine(stated: NextAction | None, rule: RuleAction | None) -> RuleAction | None:
    """What a stated action and a rule come to."""
    if stated is None or stated.source == "rule":
        return rule
    text, command = str(stated.text), stated.command
    if command is not None and command == text.strip("` "):
        return RuleAction(text=rule.text, command=command) if rule is not None else RuleAction(text=command)
    return RuleAction(text=text, command=None if command is not None and command in text else command)


# Which status may follow which: the legal moves of a person (seed, "Status Values" and "Update Protocol")

LEGAL: Mapping[Status, tuple[Status, ...]] = {
    "not_started": ("discussing", "planning", "ready", "in_progress", "blocked"),
    "discussing": ("planning", "ready", "blocked"),
    "planning": ("ready", "discussing", "blocked"),
    "ready": ("in_progress", "planning", "blocked"),
    "in_progress": ("phase_complete", "completed", "planning", "ready", "blocked"),
    "verifying": ("phase_complete", "completed", "in_progress", "blocked"),
    "paused": ("in_progress", "ready", "planning", "blocked"),
    "blocked": ("in_progress", "ready", "planning", "discussing"),
    "failed": ("in_progress", "planning", "blocked"),
    "phase_complete": ("discussing", "planning", "ready", "in_progress", "completed", "blocked"),
    "completed": ("discussing", "in_progress"),
    "skipped": ("discussing", "planning", "ready", "in_progress"),
}
"""The statuses a track may be moved to, the usual one first. Work goes forward, back to planning, into `blocked` from
anywhere and out of it to anywhere; a phase is completed only out of work; a completed project may be taken up again."""


def legal_moves(status: Status) -> tuple[Status, ...]:
    """Where a track of this status may be moved; from a status that is not known, anywhere."""
    if status in LEGAL:
        return LEGAL[status]
    return ("discussing", "planning", "ready", "in_progress", "blocked", "phase_complete", "completed")


def moves_to(status: Status, target: Status, known: Collection[Status]) -> tuple[Status, ...]:
    """The fewest legal moves from one status to another, by those a system knows; the last one is the target.

    Empty where it is there already, or cannot come there.
    """
    paths: dict[Status, tuple[Status, ...]] = {status: ()}
    waiting = [status]
    for present in waiting:
        for following in legal_moves(present):
            if following in known and following not in paths:
                paths[following] = (*paths[present], following)
                waiting.append(following)
    return paths.get(target, ())


def may_move(status: Status, target: Status) -> bool:
    """Whether a track may be moved from one status to another; staying is always allowed."""
    return status == target or target in legal_moves(status)
