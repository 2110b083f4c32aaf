"""Who wrote which line, and what others took back: told by the versions of a file, whatever came between."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cockpit.text.line_owners import OwnedLines

OLD, NEW = b"# T\n- a\nstatus: on\nz\n", b"# T\n- a\n- our own text\nstatus: off\nz\n"


def lost(lines: OwnedLines, owner: int, *, times: bool = False) -> bool:
    """Whether a change was taken back."""
    return bool(lines.losses(owner, times=times))


def written(*versions: tuple[int, bytes, bytes]) -> OwnedLines:
    """A file after changes of ours."""
    lines = OwnedLines()
    for at, (number, before, after) in enumerate(versions, 1):
        lines.ours(number, before, after, at=at)
    return lines


def is_taken_back(before: bytes, after: bytes, current: bytes) -> bool:
    return lost(written((1, before, after)).found(current), 1)


@pytest.mark.parametrize(
    ("current", "taken"),
    [
        (OLD, True),
        (NEW, False),
        (OLD.replace(b"z", b"Z\ny"), True),  # a stale copy with work of its own
        (OLD.replace(b"- a", b"- a\n- theirs"), True),  # in the same place
        (NEW.replace(b"- a", b"- A"), False),
        (NEW.replace(b"- our own text\n", b""), False),  # the other half stands: somebody removed one line
        (NEW.replace(b"on", b"idle").replace(b"- our own text", b"- [x] our own text"), False),
        (OLD.replace(b"- a", b"- a\n- [x] our own text (done)"), True),  # ticked, and the status as before
        (
            NEW.replace(b"off", b"idle").replace(b"- our own text\n", b""),
            True,
        ),  # somebody's status, and our text is gone
        (NEW.replace(b"off", b"idle").replace(b"- our own text\n", b"").replace(b"z", b"done: our own text"), False),
        (b"", False),
        (b"something else\n", False),
        (OLD.replace(b"\n", b"\r\n"), True),
        (NEW.replace(b"\n", b"\r\n"), False),
    ],
)
def test_what_was_taken_back(current: bytes, taken: bool) -> None:
    assert is_taken_back(OLD, NEW, current) is taken


def test_what_we_removed_ourselves_is_not_missed_and_what_we_removed_may_come_back() -> None:
    history = written((1, b"a\nb\n", b"a\nb\nours\n"), (2, b"a\nb\nours\n", b"a\nb\n"))
    assert not lost(history.found(b"a\nb\n"), 1)
    assert not lost(history.found(b"a\nb\n"), 2)
    assert lost(history.found(b"a\nb\nours\n"), 2)
    assert lost(written((1, b"a\nb\n", b"a\n")).found(b"a\nb\n"), 1)


def test_a_copy_from_before_several_changes_of_one_line() -> None:
    history = written((1, b"at: 1\n", b"at: 2\n"), (2, b"at: 2\n", b"at: 3\n"))
    assert [lost(history.found(b"at: %d\n" % at), owner) for at in (1, 2, 3, 4) for owner in (1, 2)] == [
        True, True, False, True, False, False, False, False,
    ]  # fmt: skip


def test_a_line_of_ours_like_one_that_comes_back_elsewhere_has_not_moved_there() -> None:
    """What an acknowledgment replaces is kept in the list of former ones."""
    before, after = b"a\nat: 1\nb\nformer:\nend\n", b"a\nat: 2\nb\nformer:\nat: 1\nend\n"
    assert is_taken_back(before, after, b"a\nat: 1\nb\nformer:\nend\ntheirs\n")


def test_a_line_that_we_moved_and_that_stands_where_it_was_has_not_moved_there() -> None:
    before, after = b"# Todo\n- one\n- two\n# Done\n", b"# Todo\n- two\n# Done\n- one\n"
    assert is_taken_back(before, after, before + b"theirs\n")
    assert not is_taken_back(before, after, b"# Done\n- one\n# Todo\n- two\n")


def test_a_line_that_somebody_edited_is_ours_still() -> None:
    lines = written((1, b"# T\n", b"# T\n- [ ] ours\n"), (2, b"# T\n- [x] ours\n", b"# T\n- [x] ours\nmore\n"))
    assert not lost(lines.found(b"# T\n- [x] ours\nmore\n"), 1)
    assert lost(lines.found(b"# T\nmore\n"), 1)


@pytest.mark.parametrize(
    ("theirs", "missed"),
    [
        (b"- We keep the PDF of old invoices\n", False),  # in other words
        (b"- Keep PDF of\n  invoices\n", False),  # wrapped
        (b"- {text: Keep PDF of invoices}\n", False),
        (b"- Something else\n", True),  # an older copy, with an entry of the agent's own
    ],
)
def test_our_entry_in_other_words_is_somebodys_edit(theirs: bytes, missed: bool) -> None:
    before, after = b"# T\nend\n", b"# T\n- Keep PDF of invoices\nend\n"
    assert is_taken_back(before, after, b"# T\n" + theirs + b"end\n") is missed


def test_an_older_copy_whose_other_lines_have_our_words_is_no_edit_of_ours() -> None:
    """A line that somebody had removed before ours came has all words of ours, and stands again in the older copy."""
    first, second = b"- use postgres 15 for it\nz\n", b"- a\nz\n"
    history = written((1, first, first + b"one\n"))
    history.ours(2, second + b"one\n", second + b"one\n- use postgres\n", at=2)
    assert lost(history.found(first + b"one\n"), 2)
    assert lost(history.found(first), 2)
    assert not lost(history.found(b"- use postgres 15 for it\nz\none\n- b\n"), 2)


@pytest.mark.parametrize(
    ("current", "taken"),
    [
        (b"- who: a\n  what: one\n  done: no\nend\n", True),  # which of the lines `done: no` stands nobody can tell
        (b"- who: a\n  what: one\n  done: no\n- who: a\n  what: theirs\n  done: no\nend\n", True),
        (b"- who: a\n  what: one\n  done: no\n- who: a\n  what: two\n  done: no\nend\n", False),
        (b"- who: a\n  what: one\n  done: no\n- who: a\n  what: two\n  done: yes\nend\n", False),
    ],
)
def test_an_entry_of_which_only_lines_stand_that_the_one_before_has_too(current: bytes, taken: bool) -> None:
    before = b"- who: a\n  what: one\n  done: no\nend\n"
    after = before.replace(b"end", b"- who: a\n  what: two\n  done: no\nend")
    assert is_taken_back(before, after, current) is taken


def test_times_and_punctuation_are_not_missed() -> None:
    old, new = b"updated: 2026-01-29T10:00:00Z\n", b"updated: 2026-01-29T10:01:00Z\n"
    assert not is_taken_back(old, new, old)
    assert lost(written((1, old, new)).found(old), 1, times=True)
    assert not is_taken_back(b"{\n}\n", b"{\n\n}\n", b"{\n}\n")


def test_a_change_that_is_undone_gives_the_line_back_to_who_wrote_it_before() -> None:
    first, second = b"x: 0\n", b"x: 1\n"
    history = written((1, first, second), (2, second, b"x: 2\n"))
    history.ours(2, b"x: 2\n", second, at=3, undoes=True)
    assert [lost(history.found(each), 1) for each in (first, second)] == [True, False]
    history.ours(2, second, b"x: 2\n", at=4)
    assert [lost(history.found(each), 2) for each in (first, second, b"x: 2\n")] == [True, True, False]


class Model:
    """A file whose lines are told apart, each with the changes of ours that made it what it is."""

    def __init__(self) -> None:
        self.lines: list[tuple[bytes, tuple[int, ...]]] = [(b"theirs %d" % at, ()) for at in range(4)]
        self.applied: frozenset[int] = frozenset()
        self.history = OwnedLines()
        self.kept = [(list(self.lines), self.applied)]
        self.removed: set[int] = set()
        self.done = 0
        self.own = b""

    @property
    def text(self) -> bytes:
        return b"# T\n" + b"".join(b"- %s\n" % text for text, _ in self.lines) + b"end\n" + self.own

    def ours(self, kind: str, at: int) -> None:
        at %= len(self.lines) + (kind == "add") or 1
        if kind != "add" and not self.lines:
            return
        before = self.text
        self.done += 1
        if kind == "add":
            self.lines.insert(at, (b"ours %d" % self.done, (self.done,)))
        elif kind == "edit":
            self.lines[at] = (b"edited %d" % self.done, (*self.lines[at][1], self.done))
        else:
            self.removed |= {*self.lines.pop(at)[1], self.done}
        self.applied |= {self.done}
        self.history.ours(self.done, before, self.text, at=self.done)
        self.kept.append((list(self.lines), self.applied))

    def others(self, back: int, own: int) -> None:
        """An older copy comes back, perhaps with a line of the agent's own."""
        lines, self.applied = self.kept[-1 - back % len(self.kept)]
        self.lines = list(lines)
        self.own = b"the agent's own %d\n" % own if own else b""


def steps(kinds: list[str], own: int) -> st.SearchStrategy[list[tuple[object, ...]]]:
    ours = st.tuples(st.just("ours"), st.sampled_from(kinds), st.integers(0, 9))
    others = st.tuples(st.just("others"), st.integers(0, 5), st.integers(0, own))
    return st.lists(st.one_of(ours, others), min_size=1, max_size=14)


@given(st.one_of(steps(["add", "edit", "remove"], 0), steps(["add", "edit"], 2)))
def test_nothing_of_ours_is_lost_without_a_word(steps: list[tuple[object, ...]]) -> None:
    """Each change that is not in the file is told, and none whose line stands; a line that came and that we removed
    leaves nothing to be seen. Copies are those of a version, or have work of the agent's own beside it."""
    model = Model()
    for who, *how in steps:
        (model.ours if who == "ours" else model.others)(*how)  # type: ignore[operator]
    now = model.history.found(model.text)
    told = {number for number in range(1, model.done + 1) if lost(now, number)}
    there = {number for _, owners in model.lines for number in owners}
    missing = set(range(1, model.done + 1)) - model.applied
    assert missing - model.removed <= told
    assert told.isdisjoint(there)
