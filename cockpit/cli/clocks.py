"""The present instant, as readers and as people want it."""

from datetime import UTC, datetime


def now() -> datetime:
    """The present instant in UTC."""
    return datetime.now(UTC)


def local_now() -> datetime:
    """The present instant in the person's zone, for what they look at."""
    return datetime.now().astimezone()
