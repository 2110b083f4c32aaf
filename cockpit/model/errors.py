"""Refusals: what is expected to go wrong, said to a person in one sentence."""

from typing import TYPE_CHECKING

from cockpit.wording.messages import Message, Words, as_message, clause

if TYPE_CHECKING:
    from cockpit.model.intents import Intent


class CommandError(Exception):
    """Something must not or cannot be done: `CommandError("storage.exists", f"{path} exists.")`; a sentence that was
    made elsewhere needs no code.

    It is one clear sentence for the person; with `unchanged` it also says that nothing was changed, and `reason` is the
    sentence without that.
    """

    def __init__(self, message: Words, text: str | None = None, *, unchanged: bool = False) -> None:
        self.message = as_message(message) if text is None else Message(str(message), text)
        super().__init__(self.message)
        self.unchanged = unchanged

    @property
    def reason(self) -> str:
        """The message without its full stop."""
        return str(self.message).removesuffix(".")

    @property
    def whole(self) -> Message:
        """All that it says, also that nothing was changed: as it stands within another message."""
        return (
            Message("model.nothing-changed", f"{clause(self.message)}. Nothing changed.")
            if self.unchanged
            else self.message
        )

    def __str__(self) -> str:
        return str(self.whole)


class Changed(CommandError):
    """What a person acted on is no longer what they saw; the message says what is there now."""


class WrongUsage(CommandError):
    """A command line, or what was filled in of an action, that means nothing."""


class HandoffWaits(CommandError):
    """A handoff waits, and nobody said what becomes of it."""


class NeedsConfirmation(CommandError):
    """Something is not done unless a person says so. `why` says what speaks against it, the message also which command
    does it all the same; `agreed` is the answer of a person who wants that, `instead` the intent it makes."""

    def __init__(self, why: Words, way: Words, *, agreed: Words, instead: "Intent") -> None:
        super().__init__(Message("model.needs-confirmation", f"{why} {way}"))
        self.why, self.agreed, self.instead = why, agreed, instead


class SeveralTracks(CommandError):
    """A change needs to know which track is meant; the message lists them."""
