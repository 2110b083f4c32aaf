"""Refusals: what is expected to go wrong, said to a person in one sentence."""


class Refused(Exception):  # noqa: N818 -- reads as what happened
    """Something must not or cannot be done. The message is one clear sentence for the person."""


class Changed(Refused):
    """What a person acted on is no longer what they saw; the message says what is there now."""


class SeveralTracks(Refused):
    """A deed needs to know which track is meant; the message lists them."""
