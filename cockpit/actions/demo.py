"""The demo: a sample project with a scripted agent at work, for as long as a person looks at it."""

from collections.abc import Iterator
from contextlib import contextmanager

from cockpit.actions.sample import Sample
from cockpit.demo.run import Demo, Script
from cockpit.demo.stories import STORIES
from cockpit.model.refused import Refused


@contextmanager
def demo(script: Script, system: str | None = None, *, keep: bool = False) -> Iterator[Sample]:
    """A sample project whose agent works at that pace; with `keep` its folder stays behind.

    Raises Refused for a system that the demo does not play.
    """
    story = system if system is not None else next(iter(STORIES))
    if story not in STORIES:
        raise Refused(f'The demo plays no "{story[:40]}"; it plays {" and ".join(STORIES)}.')
    with Demo.start(script, story=story, keep=keep) as running:
        yield Sample(
            root=running.root,
            agent=running.fresh,
            log=str(running.log),
            keep=running.keep_it,
            stays=lambda: running.keep,
        )
