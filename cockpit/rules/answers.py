"""What a person means by the answer they type."""

from cockpit.model import Waiting


def chosen(waiting: Waiting, typed: str) -> str | None:
    """The option that is meant: by its words, its number from 1, or a beginning that only it has; else None.

    A question without options takes any text.
    """
    text = typed.strip()
    if not waiting.options:
        return text or None
    folded = text.casefold()
    for option in waiting.options:
        if option.strip().casefold() == folded:
            return option
    if text.isascii() and text.isdigit() and 1 <= int(text) <= len(waiting.options):
        return waiting.options[int(text) - 1]
    likely = [option for option in waiting.options if folded and option.strip().casefold().startswith(folded)]
    return likely[0] if len(likely) == 1 else None
