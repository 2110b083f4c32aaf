"""The proof that what is private stays so, in its short form."""

from pathlib import Path

import pytest

from tests.proofs.private import PRINTED, SECRETS, closed, forgotten, masked, within_size


@pytest.mark.parametrize(("umask", "opened"), [(0, True), (0o777, False)])
def test_what_cockpit_keeps_is_for_this_person_only(tmp_path: Path, umask: int, opened: bool) -> None:
    assert closed(tmp_path, umask, opened=opened) > 10


def test_journal_and_ledger_keep_within_their_size(tmp_path: Path) -> None:
    in_journal, in_ledger = within_size(tmp_path, 60)
    assert 0.9 < in_journal <= 1
    assert 0.9 < in_ledger <= 1.05, "one line more, until the next deed"


def test_purge_leaves_nothing(tmp_path: Path) -> None:
    assert forgotten(tmp_path / "p")


@pytest.mark.parametrize("kind", ["a private key"])
def test_secrets_are_masked_unless_asked_for(tmp_path: Path, kind: str) -> None:
    assert kind in SECRETS
    assert masked(tmp_path, kind) >= len(PRINTED) - 1
