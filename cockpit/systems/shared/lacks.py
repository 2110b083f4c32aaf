"""What a system has none of, and why."""

from cockpit.wording.messages import Message


def lacking(system: str, **why: str) -> dict[str, Message]:
    """The reasons by what it is: a part of the track (the keys of `Track.lacks`), or what only verbs are about."""
    return {what: Message(f"{system}.lacks-{what}", told) for what, told in why.items()}
