"""Refusals: what is expected to go wrong, said to a person in one sentence."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cockpit.model.intents import Intent


class CommandError(Exception):
    """Something must not or cannot be done. The message is one clear sentence for the person; with `unchanged` it also
    says that nothing was changed, and `reason` is the sentence without that."""

    def __init__(self, sentence: str = "", *, unchanged: bool = False) -> None:
        super().__init__(f"{sentence}; nothing was changed." if unchanged else sentence)
        self.reason = sentence.removesuffix(".")


class Changed(CommandError):
    """What a person acted on is no longer what they saw; the message says what is there now."""


class HandoffWaits(CommandError):
    """A handoff waits, and nobody said what becomes of it."""


class NeedsConfirmation(CommandError):
    """Something is not done unless a person says so. `why` says what speaks against it, the message also which command
    does it all the same; `agreed` is the answer of a person who wants that, `instead` the intent it makes."""

    def __init__(self, why: str, way: str, *, agreed: str, instead: "Intent") -> None:
        super().__init__(f"{why} {way}")
        self.why, self.agreed, self.instead = why, agreed, instead


class SeveralTracks(CommandError):
    """A change needs to know which track is meant; the message lists them."""
