"""Lines of readings: whole, private, within their size, whoever writes at once."""

import fcntl
import json
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from cockpit.model.readings import Reading
from cockpit.rules.readings import cost
from cockpit.storage import disk
from cockpit.storage.user_files import private, readings

AT = 1_790_000_000.0


def told(session: str, cost: float, **more: object) -> dict[str, object]:
    return {"session": session, "cost": cost, **more}


def whole_cost(folder: Path) -> float | None:
    amount = cost(readings.read(str(folder)), now=AT)
    return amount.value if amount is not None else None


def test_what_is_added_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "not" / "there"
    readings.append(str(folder), AT + 0.12345, told("s", 1.5, context=3))
    assert readings.read(str(folder)).entries == (Reading(at=AT + 0.123, session="s", cost=1.5, context=3),)
    assert readings.read(str(tmp_path / "nowhere")).entries == ()


SAID = b'{"at": 1, "session": "x"'


@pytest.mark.parametrize(
    "line",
    [
        *(b"", b"{", b"[]", b"3", b"null", b'"session"', b"\xff\xfe", b"[" * 50_000, b'{"session": null}', SAID),
        *(b'{"session": "x"}', b'{"at": "1", "session": "x"}', b'{"forgotten": "x"}'),
        *(SAID + more for more in (b', "cost": NaN}', b', "cost": "2"}', b', "window": -Infinity}', b', "model": 3}')),
        *(SAID + more for more in (b', "seven_day_resets": null}', b', "cost": 1' + b"0" * 400 + b"}")),
    ],
)
def test_a_damaged_line_is_left_out(tmp_path: Path, line: bytes) -> None:
    readings.append(str(tmp_path), AT, told("s", 1))
    with (tmp_path / readings.NAME).open("ab") as file:
        file.write(line)  # without its end
    readings.append(str(tmp_path), AT, told("s", 2))
    assert readings.read(str(tmp_path)).entries == tuple(Reading(at=AT, session="s", cost=each) for each in (1, 2))


def test_what_a_newer_version_adds_is_passed_over(tmp_path: Path) -> None:
    readings.append(str(tmp_path), AT, told("s", 1, newer=[1]))
    assert readings.read(str(tmp_path)).entries == (Reading(at=AT, session="s", cost=1),)


def test_no_line_lies_across_two_pages(tmp_path: Path) -> None:
    """A process that is killed may be ended between two."""
    for number in range(200):
        readings.append(str(tmp_path), AT, told("s" * (number % 97 + 1), number))
    data, start = (tmp_path / readings.NAME).read_bytes(), 0
    for line in data.splitlines(keepends=True):
        assert not line.strip() or start // 4096 == (start + len(line) - 1) // 4096
        start += len(line)
    assert len(readings.read(str(tmp_path)).entries) == 200


def test_it_keeps_within_its_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readings, "COMPACT_BYTES", 2000)
    monkeypatch.setattr(readings, "MOST_BYTES", 10_000)
    sizes = []
    for number in range(600):
        readings.append(str(tmp_path), AT + number, told(f"session-{number}", 1))
        sizes.append((tmp_path / readings.NAME).stat().st_size)
    assert max(sizes) < 10_500
    found = readings.read(str(tmp_path))
    assert found.entries[-1] == Reading(at=AT + 599, session="session-599", cost=1)
    assert found.forgotten > 0
    assert [each.at for each in found.entries] == [AT + number for number in range(int(found.forgotten), 600)]


def test_one_that_cannot_be_compacted_takes_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readings, "COMPACT_BYTES", 500)
    monkeypatch.setattr(readings, "MOST_BYTES", 1000)
    monkeypatch.setattr(private, "write", lambda *_: None)
    for number in range(100):
        readings.append(str(tmp_path), AT, told("s", number))
    assert 1000 <= (tmp_path / readings.NAME).stat().st_size < 1100


def test_a_compacted_file_is_not_compacted_at_every_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readings, "COMPACT_BYTES", 500)
    times = []
    compact = readings.compact
    monkeypatch.setattr(readings, "compact", lambda folder: (times.append(1), compact(folder)))
    for number in range(300):  # none of which can be forgotten
        readings.append(str(tmp_path), AT, told(f"s{number}", 1))
    assert 1 < len(times) < 300 / 5, "half of what there may be is kept"
    assert whole_cost(tmp_path) == 300


def test_what_a_killed_compaction_left_is_removed(tmp_path: Path) -> None:
    readings.append(str(tmp_path), AT, told("s", 1))
    left = tmp_path / f".{readings.NAME}.0a0a0a0a.tmp"
    left.write_bytes(b"half")
    readings.compact(str(tmp_path))
    assert not left.exists()
    assert whole_cost(tmp_path) == 1


def test_a_compaction_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    readings.append(str(tmp_path), AT, told("s", 1))
    before = (tmp_path / readings.NAME).read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(disk, "rename", full)
    with pytest.raises(OSError, match="No space"):
        readings.compact(str(tmp_path))
    assert (tmp_path / readings.NAME).read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == [readings.NAME]


def test_a_line_is_not_added_to_a_file_that_was_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    readings.append(str(tmp_path), AT, told("s", 1))
    lock, compacted = fcntl.flock, []

    def lock_later(descriptor: int, how: int) -> None:
        if not compacted:
            compacted.append(True)
            readings.compact(str(tmp_path))
        lock(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", lock_later)
    readings.append(str(tmp_path), AT, told("s", 2))
    assert compacted
    assert whole_cost(tmp_path) == 2


EACH = 120


def write_many(folder: str, session: str) -> None:
    readings.COMPACT_BYTES = 3000
    for number in range(1, EACH + 1):
        readings.append(folder, AT + number, told(session, number / 4))


def test_writers_at_once_lose_nothing(tmp_path: Path) -> None:
    """Each compacts what the others are writing."""
    with ProcessPoolExecutor(4, get_context("fork")) as pool:
        list(pool.map(write_many, [str(tmp_path)] * 4, "abcd"))
    assert whole_cost(tmp_path) == 4 * EACH / 4
    found = readings.read(str(tmp_path))
    assert {each.session: each.cost for each in found.entries} == dict.fromkeys("abcd", EACH / 4)
    assert len(found.entries) < EACH
    lines = [line for line in (tmp_path / readings.NAME).read_bytes().splitlines() if line]
    assert all(isinstance(json.loads(line), dict) for line in lines)
