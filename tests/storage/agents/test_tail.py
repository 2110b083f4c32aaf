"""Logs that grow: what is handed on of them, in which order, and when they are read anew."""

import json
import os
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cockpit.storage.agents.files import AgentFolder
from cockpit.storage.agents.tail import HEAD, MAX_LINE, TAIL, LogCount, LogTail
from tests.support.fake_agent import FILLER, FakeLog, FakeTotals, line
from tests.support.permissions import biting
from tests.support.processes import by_rename

MIB = 1024 * 1024


class Followed:
    """A log in a folder, with the readers that were made for it."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "one.log"
        self.made: list[FakeLog] = []
        self.tail = LogTail(AgentFolder(str(folder)), str(self.path), self._make)
        self.count = LogCount(AgentFolder(str(folder)), str(self.path), FakeTotals)

    def _make(self) -> FakeLog:
        self.made.append(FakeLog(str(self.path)))
        return self.made[-1]

    def append(self, *lines: bytes) -> None:
        with self.path.open("ab") as file:
            file.write(b"".join(lines))

    def read(self) -> FakeLog:
        self.tail.read()
        return self.made[-1]

    def counted(self) -> int | None:
        while self.count.read_on() and not self.count.complete:
            pass
        return self.count.tokens


@pytest.fixture
def log(tmp_path: Path) -> Followed:
    return Followed(tmp_path)


def test_the_tail_is_doubled_until_the_context_is_known(log: Followed) -> None:
    log.append(line(title="one"), *[line(filler=FILLER)] * 4000, line(context=5), *[line(filler=FILLER)] * 2000)
    reader = log.read()
    assert reader.facts["context"] == 5
    assert (len(log.made), reader.skips, reader.unread) == (3, 1, 0)
    assert MIB - 4000 < sum(reader.taken) - HEAD < MIB


def test_a_tail_that_meets_the_beginning_leaves_nothing_out(log: Followed) -> None:
    lines = [line(number=number, filler=FILLER) for number in range(1000)]
    log.append(*lines)
    reader = log.read()
    assert (len(reader.taken), reader.skips) == (1000, 0)


def test_a_line_that_begins_where_the_tail_does_is_read(log: Followed) -> None:
    first, last = b"x" * (TAIL - 1) + b"\n", line(title="one", filler="x" * HEAD)
    log.append(last, first, first)
    log.made.clear()
    assert TAIL - 1 in log.read().taken


def test_a_long_first_line_is_read(log: Followed) -> None:
    log.append(line(title="one", filler="x" * 2 * HEAD), *[line(context=1, filler=FILLER)] * 3000)
    assert log.read().facts["title"] == "one"


@pytest.mark.parametrize("where", ["first", "between", "alone"])
def test_a_line_of_20_mib_is_left_out_and_counted(log: Followed, where: str) -> None:
    huge = line(title="huge", filler="x" * 20 * MIB)
    few = [line(context=1, tokens=1, filler=FILLER)] * 1000
    lines = {"first": (huge, *few), "between": (*few, huge, *few), "alone": (huge,)}[where]
    log.append(*lines)
    tracemalloc.start()
    reader = log.read()
    tokens = log.counted()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert max(reader.taken, default=0) < 1000
    assert log.count.tokens == tokens == (sum(each is not huge for each in lines) or None)
    assert most < 12 * MIB
    assert reader.unread == (where == "alone"), "those in the gap are not looked at"
    log.append(huge, line(title="after"))
    reader = log.read()
    assert reader.facts["title"] == "after"
    assert reader.skips > 0
    assert reader.unread == 1, "it grew by more than is read onward: anew"


def test_a_line_may_be_as_long_as_allowed(log: Followed) -> None:
    log.append(line(title="one"))
    log.read()
    log.append(b"x" * MAX_LINE + b"\n")
    log.read()
    log.append(b"x" * (MAX_LINE + 1) + b"\n")
    reader = log.read()
    assert (reader.taken[1:], reader.unread) == ([MAX_LINE], 2), "the first is no JSON"


SAME = line(title="one", filler=FILLER)


@pytest.mark.parametrize(
    ("put", "content", "context", "tokens"),
    [
        (Path.write_bytes, line(title="two"), None, None),
        (by_rename, line(title="two") + line(filler=FILLER, tokens=4), None, 4),
        (Path.write_bytes, SAME + line(context=6) + line(tokens=4) + line(title="two"), 6, 4),
    ],
    ids=["shorter", "another file", "longer in place"],
)
def test_a_file_that_is_another_by_now_is_read_anew(
    log: Followed, put: Callable[[Path, bytes], object], content: bytes, context: int | None, tokens: int | None
) -> None:
    log.append(SAME, line(context=5), line(tokens=3))
    log.read()
    assert log.counted() == 3
    put(log.path, content)
    facts = log.read().facts
    assert (facts["title"], facts.get("context"), log.counted()) == ("two", context, tokens)


def test_a_log_that_may_not_be_read_is_no_session(log: Followed) -> None:
    log.append(line(title="one"))
    log.path.chmod(0)
    with biting():
        log.tail.read()
        log.counted()
    assert log.tail.session is None


@pytest.mark.parametrize("failing", ["pread", "fstat"])
def test_a_disk_that_fails_raises_nothing(log: Followed, monkeypatch: pytest.MonkeyPatch, failing: str) -> None:
    log.append(line(title="one"))
    log.read()

    def fail(*_: object) -> None:
        raise OSError(5, "input/output error")

    log.append(line(title="two"))
    monkeypatch.setattr(os, failing, fail)
    log.tail.read()
    assert (log.tail.session, log.count.read_on(), log.count.complete) == (None, 0, False)


pieces = st.lists(st.sampled_from([b"\n", b"{}", b"xyz", b'{"tokens": 2}\n', b"\xff\n", b"y" * 40]), max_size=30)


@settings(max_examples=60, deadline=None)
@given(st.lists(pieces, max_size=6))
def test_however_a_file_grows_every_whole_line_comes_once(
    tmp_path_factory: pytest.TempPathFactory, grown: list[list[bytes]]
) -> None:
    log = Followed(tmp_path_factory.mktemp("log"))
    content = b""
    for appended in grown:
        log.append(*appended)
        content += b"".join(appended)
        log.tail.read()
        log.counted()
    lines = content.split(b"\n")[:-1]
    assert [length for made in log.made for length in made.taken] == [len(each) for each in lines if each]
    tokens = sum(json.loads(each)["tokens"] for each in lines if each.endswith(b'"tokens": 2}') and each[:1] == b"{"
                 and each.count(b"{") == 1)  # fmt: skip
    assert (log.count.tokens or 0) == tokens
