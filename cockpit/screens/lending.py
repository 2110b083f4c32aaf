"""Lending the terminal to another program, and taking it back whatever becomes of that program."""

from collections.abc import Callable
from typing import Any, TypeVar

from textual.app import App

Result = TypeVar("Result")


def lend_terminal(app: App[Any], use: Callable[[], Result]) -> Result:
    """Let something use the terminal while the application is suspended. What it raises is raised once the terminal is
    the application's again: Textual does not take it back from under an exception, and nobody could type any more.

    Raises SuspendNotSupported where the terminal cannot be lent.
    """
    results: list[Result] = []
    failures: list[BaseException] = []
    with app.suspend():
        try:
            results.append(use())
        except BaseException as error:  # noqa: BLE001 -- raised below
            failures.append(error)
    if failures:
        raise failures[0]
    return results[0]
