"""The demo: a sample project with a scripted agent at work, for as long as a person looks at it."""

from collections.abc import Iterator
from contextlib import contextmanager

from cockpit.demo.run import Demo, Script


@contextmanager
def demo(script: Script, *, keep: bool = False) -> Iterator[Demo]:
    """A sample project whose agent works at that pace; with `keep` its folder stays behind."""
    with Demo.start(script, keep=keep) as running:
        yield running
