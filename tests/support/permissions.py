"""Making permissions count: root may read everything, and tests often run as root."""

import ctypes
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

_VERSION = 0x20080522
_OVERRIDES = (1 << 1) | (1 << 2)
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH."""


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("thread", ctypes.c_int))


class _Sets(ctypes.Structure):
    _fields_ = (("effective", ctypes.c_uint32), ("permitted", ctypes.c_uint32), ("inheritable", ctypes.c_uint32))


@contextmanager
def biting() -> Iterator[None]:
    """Within it, what this thread and those it starts may not read by its mode cannot be read."""
    if os.geteuid() != 0:
        yield
        return
    if sys.platform != "linux":
        pytest.skip("root may read everything here")
    before = _exchange(lambda effective: effective & ~_OVERRIDES)
    try:
        yield
    finally:
        _exchange(lambda _: before)


def bite_from_now_on() -> None:
    """The same for the rest of a process, also for `os.access`, which asks what root could be allowed.

    The files stay those of root: another user could not even enter a checkout in a folder that only root may enter.
    """
    if os.geteuid() == 0:
        _exchange(lambda effective: effective & ~_OVERRIDES, for_good=True)


def _exchange(change: Callable[[int], int], *, for_good: bool = False) -> int:
    """Sets the capabilities that are in effect, and returns those that were; `for_good`, they cannot come back."""
    libc = ctypes.CDLL(None, use_errno=True)
    header, sets = _Header(_VERSION, 0), (_Sets * 2)()
    assert libc.capget(ctypes.byref(header), sets) == 0
    before = int(sets[0].effective)
    sets[0].effective = change(before)
    if for_good:
        sets[0].permitted = sets[0].effective
    assert libc.capset(ctypes.byref(header), sets) == 0
    return before
