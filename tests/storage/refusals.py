"""What must be refused with one message, which is all that is said."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from cockpit.model.errors import CommandError
from tests.support.said import Said


@contextmanager
def refused(code: str, *values: object, unchanged: bool = False) -> Iterator[None]:
    """What is done within is refused with this message."""
    with pytest.raises(CommandError) as refusal:
        yield
    assert (refusal.value.message, refusal.value.unchanged) == (Said(code, *values), unchanged)


@contextmanager
def refused_unchanged(code: str, *values: object) -> Iterator[None]:
    """The same, and it is said that nothing was changed."""
    with refused(code, *values, unchanged=True):
        yield
