"""What the proofs rely on in a process that has run thousands of other tests before."""

import gc

import pytest


@pytest.fixture(scope="package", autouse=True)
def nothing_old_to_search() -> None:
    """Each start of a proof collects the garbage of the process that ended; what was there before stays out of it."""
    gc.collect()
    gc.freeze()
