"""What is stated and cannot be read holds the agent, what states nothing does not: the short form, a wording a kind."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from cockpit.project.load import load_project
from cockpit.rules.thresholds.verdict import verdict
from tests.proofs.unread import HOME, TABLES_OF_WORDINGS, made, wordings

EVERY = [each for name in TABLES_OF_WORDINGS for each in wordings(name)]
ONE_A_KIND = list({(each.system, each.where, each.kind): each for each in EVERY}.values())


@pytest.mark.parametrize("system", sorted({each.system for each in EVERY}))
def test_check_answers_as_the_documents_have_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    wrong = []
    for number, wording in enumerate(each for each in ONE_A_KIND if each.system == system):
        folder = tmp_path / str(number)
        monkeypatch.setenv("HOME", str(folder / HOME))
        found = verdict(load_project(made(wording, folder), clock=lambda: datetime.now(UTC))).code
        if found not in wording.codes:
            wrong.append((wording, found))
    assert wrong == []
