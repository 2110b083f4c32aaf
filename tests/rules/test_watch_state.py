"""How the files are followed, in one or two words."""

import pytest

from cockpit.model import Finding, Project
from cockpit.rules.watch_state import HALF_WRITTEN, NOT_FOLLOWED, watch_status
from cockpit.wording.messages import plain
from tests.support.model_builders import track

ROOT = "/p"


def finding(code: str) -> Finding:
    return Finding(code=code, severity="note", path="a.md", message=plain("A sentence."))


WRITING = track(findings=(finding(HALF_WRITTEN),))
CALM = track(findings=(finding("over-100-lines"),))


@pytest.mark.parametrize(
    ("project", "words"),
    [
        (None, "reading"),
        (Project(root=ROOT), "live"),
        (Project(root=ROOT, tracks=(CALM,), findings=(finding("no-permission"),)), "live"),
        (Project(root=ROOT, tracks=(CALM, WRITING)), "being written"),
        (Project(root=ROOT, findings=(finding(HALF_WRITTEN),)), "being written"),
        (Project(root=ROOT, findings=(finding(NOT_FOLLOWED),)), "stopped looking"),
        (Project(root=ROOT, tracks=(WRITING,), findings=(finding(NOT_FOLLOWED),)), "stopped looking"),
    ],
)
def test_the_words(project: Project | None, words: str) -> None:
    assert watch_status(project) == words
