"""The demo: a sample project with a scripted agent at work, for as long as a person looks at it."""

from collections.abc import Iterator
from contextlib import contextmanager

from cockpit.actions.sample import Sample
from cockpit.demo.run import Demo, Script


@contextmanager
def demo(script: Script, *, keep: bool = False) -> Iterator[Sample]:
    """A sample project whose agent works at that pace; with `keep` its folder stays behind."""
    with Demo.start(script, keep=keep) as running:
        yield Sample(
            root=running.root,
            agent=running.fresh,
            log=str(running.log),
            keep=running.keep_it,
            stays=lambda: running.keep,
        )
