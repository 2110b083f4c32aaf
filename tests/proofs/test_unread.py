"""What is stated and cannot be read holds the agent, what states nothing does not: the short form, a wording a kind."""

from pathlib import Path
from typing import Any

import pytest

from tests.proofs.unread import TABLES_OF_WORDINGS, Wording, asked, wordings

EVERY = [each for name in TABLES_OF_WORDINGS for each in wordings(name)]
ONE_A_KIND = list({(each.system, each.where, each.kind): each for each in EVERY}.values())


def shown(wording: Wording) -> Any:
    return pytest.param(wording, id=f"{wording.system}-{wording.where}-{wording.kind}")


@pytest.mark.parametrize("wording", map(shown, ONE_A_KIND))
def test_check_answers_as_the_documents_have_it(tmp_path: Path, wording: Wording) -> None:
    assert asked(wording, tmp_path) in wording.codes, wording.text
