"""What a person means by the answer they type."""

from cockpit.model import Waiting
from cockpit.rules.whole_numbers import whole_number


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
    number = whole_number(text)
    if number is not None and 1 <= number <= len(waiting.options):
        return waiting.options[number - 1]
    likely = [option for option in waiting.options if folded and option.strip().casefold().startswith(folded)]
    return likely[0] if len(likely) == 1 else None
