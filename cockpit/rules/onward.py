"""Where the work goes on by the state: one answer for the resume, the prompt and the handoff."""

from cockpit.model import NextAction, RuleAction, Track
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True)
class Onward:
    """What is to be done, and the command that does it."""

    text: str
    command: str | None = None

    @property
    def sentence(self) -> str:
        """Both in one line."""
        return f"{self.text}: {self.command}" if self.command else self.text


def onward(track: Track) -> Onward | None:
    """What comes next: as the file has it, in the rule's words where the file names a command alone."""
    return told(track.next_action, track.next_by_rule)


def told(stated: NextAction | None, rule: RuleAction | None) -> Onward | None:
    """What a stated action and a rule come to."""
    if stated is None or stated.source == "rule":
        return Onward(rule.text, rule.command) if rule is not None else None
    command = stated.command
    if command is not None and command == stated.text.strip("` "):
        return Onward(rule.text, command) if rule is not None else Onward(command)
    return Onward(stated.text, None if command is not None and command in stated.text else command)
