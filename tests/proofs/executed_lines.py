"""A plugin of pytest: which lines of a package each test that passes executes, as JSON, a line a test.

It stands alone, copied to where `mutants` runs it, and imports nothing of ours. What a test starts as another process
is not seen.
"""

import json
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

ROOT, PACKAGE = os.environ["MUTANTS_ROOT"] + os.sep, os.environ["MUTANTS_PACKAGE"]
PREFIX = ROOT + PACKAGE
executed: set[tuple[str, int]] = set()
took: dict[str, float] = {}


def _in_a_call(frame: FrameType, event: str, _argument: object) -> Any:
    if not frame.f_code.co_filename.startswith(PREFIX):
        return None
    return _at_a_line(frame, event, None)


def _at_a_line(frame: FrameType, _event: str, _argument: object) -> Any:
    executed.add((frame.f_code.co_filename, frame.f_lineno))
    return _at_a_line


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[Any]:
    report = yield
    took[report.when] = report.duration if report.passed else float("inf")
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[Any]:
    executed.clear()
    took.clear()
    threading.settrace(_in_a_call)
    sys.settrace(_in_a_call)
    try:
        return (yield)
    finally:
        sys.settrace(None)
        threading.settrace(None)
        seconds = sum(took.values())
        if seconds < float("inf") and executed:
            lines: dict[str, list[int]] = {}
            for path, line in sorted(executed):
                lines.setdefault(path.removeprefix(ROOT), []).append(line)
            told = json.dumps({"id": item.nodeid, "seconds": seconds, "lines": lines})
            with Path(os.environ["MUTANTS_OUT"], f"{os.getpid()}.jsonl").open("a", encoding="utf-8") as out:
                out.write(told + "\n")
