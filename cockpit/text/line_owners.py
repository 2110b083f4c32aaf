"""Whose the lines of a file are, through all versions of it that are known, and what of ours others took back.

The versions come in order: each change of ours with the file before and after it; what differs between two of them was
written by others. A line of ours is lost where what stood there before it stands there again, or where it is gone and
nobody wrote something else there.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Self

from cockpit.text.line_merge import LineEdit, is_time, lines_of, placed_edits, words_of
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True)
class Piece:
    """What our change number `owner` made of one line: `new` took the place of `old`, which was of the piece `before`,
    None for what others wrote. Without `old` it was added, without `new` removed."""

    owner: int
    old: bytes | None
    before: "Piece | None"
    new: bytes | None
    is_time: bool = False
    """Nothing differs but times."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def line(self) -> "Iterator[Piece]":
        """What changes of ours made of the line, the latest first."""
        piece: Piece | None = self
        while piece is not None:
            yield piece
            piece = piece.before

    def former(self, text: bytes) -> "tuple[Piece | None, int] | None":
        """Whose the line is where it is `text` again, and the oldest change that is gone from it then; None where it
        never was that."""
        since = self.owner
        for piece in self.line():
            since = min(since, piece.owner)
            if piece.old == text:
                return piece.before, since
        return None

    @property
    def in_place(self) -> bool:
        """Whether the line stood there before any change of ours, and none of ours removed it."""
        return all(piece.old is not None and piece.new is not None for piece in self.line())


@dataclass(frozen=True, slots=True)
class Loss:
    """When lines were lost: number of the change of ours that found it so; None where nothing of ours was written
    since. `replaced`: something new stands in their place."""

    at: int | None
    replaced: bool = False


class OwnedLines:
    """One version of a file, with the piece that each line is of."""

    def __init__(self) -> None:
        self.text = b""
        self._lines: list[bytes] = []
        self._of: list[Piece | None] = []
        self._pieces: list[Piece] = []
        self._by_owner: dict[int, list[Piece]] = {}
        self._gone: dict[Piece, Loss] = {}
        self._versions: set[int] = set()
        self._lost: dict[Piece, Loss] = {}
        self._removed: dict[bytes, Piece] = {}
        """The lines that changes of ours only removed."""

    def found(self, text: bytes) -> Self:
        """A copy with what others made of it."""
        found = copy(self)
        found._of, found._lost, found._removed = [*self._of], {**self._lost}, {**self._removed}
        found.others(text)
        found._gone = found._all_gone()
        return found

    # A step from one version to the next

    def ours(self, number: int, before: bytes, after: bytes, *, at: int, undoes: bool = False) -> None:
        """A change of ours, written by the entry `at`; `number` is the one that it does again after an undo, or that
        it `undoes`, which gives lines their former pieces back."""
        self.others(before, at)
        edits, of = self._step(after)
        for edit, place in edits:
            old, came = self._between(edit), [*place.items()]
            times = is_time([line for line, _ in old], edit.lines)
            pairs = dict(_paired([line for line, _ in old], edit.lines))
            for there, (index, line) in enumerate(came):
                was, before_it = old[pairs[there]] if there in pairs else (None, None)
                self._stands_again(line)
                if undoes:
                    of[index] = self._former(line, before_it)
                elif words_of(line) or words_of(was or b""):
                    of[index] = self._add(Piece(number, was, before_it, line, times))
            for line, piece in (each for here, each in enumerate(old) if here not in pairs.values()):
                if words_of(line) and not undoes:
                    self._removed[line] = self._add(Piece(number, line, piece, None))
        self._take(after, of)
        self._versions |= {hash(before), hash(after)}

    def _add(self, piece: Piece) -> Piece:
        self._pieces.append(piece)
        self._by_owner.setdefault(piece.owner, []).append(piece)
        return piece

    def _stands_again(self, line: bytes) -> None:
        if words_of(line):
            for piece in [piece for piece in self._lost if piece.new == line]:
                del self._lost[piece]

    def _former(self, line: bytes, before: Piece | None) -> Piece | None:
        piece = before if before is not None else self._removed.pop(line, None)
        former = piece.former(line) if piece is not None and words_of(line) else None
        return former[0] if former is not None else None

    def others(self, text: bytes, at: int | None = None) -> None:
        """What others wrote, up to the version that the entry `at` found."""
        if text != self.text:
            others = _Others(self, text, at)
            others.explain()
            self._take(text, others.of)

    def restart(self, text: bytes) -> None:
        """The file was made anew, or removed."""
        self.text, self._lines = text, _keys(text)
        self._of = [None] * len(self._lines)

    def _between(self, edit: LineEdit) -> list[tuple[bytes, Piece | None]]:
        return list(zip(self._lines[edit.start : edit.end], self._of[edit.start : edit.end], strict=True))

    def _step(self, text: bytes) -> tuple[list[tuple[LineEdit, dict[int, bytes]]], dict[int, Piece | None]]:
        """What differs in another version, each with the lines that come by their places in it; and of what pieces the
        lines are there that stay."""
        old, new = self._lines, _keys(text)
        most = min(len(old), len(new))
        head = next((index for index in range(most) if old[index] != new[index]), most)
        tail = next((index for index in range(most - head) if old[-1 - index] != new[-1 - index]), most - head)
        edits: list[tuple[LineEdit, dict[int, bytes]]] = []
        of: dict[int, Piece | None] = {}
        done = there = 0
        for edit, start in placed_edits(old[head : len(old) - tail], new[head : len(new) - tail]):
            edits.append((replace(edit, start=edit.start + head, end=edit.end + head),
                          dict(enumerate(edit.lines, start + head))))  # fmt: skip
            of.update(enumerate(self._of[done : edit.start + head], there))
            done, there = edit.end + head, start + head + len(edit.lines)
        of.update(enumerate(self._of[done:], there))
        return edits, of

    def _take(self, text: bytes, of: Mapping[int, Piece | None]) -> None:
        self.text, self._lines = text, _keys(text)
        self._of = [of.get(index) for index in range(len(self._lines))]

    # What became of a change

    def writes_only_times(self, owner: int) -> bool:
        """Whether a change wrote nothing here but times."""
        return all(piece.is_time for piece in self._by_owner.get(owner, ()))

    def losses(self, owner: int, *, times: bool) -> list[tuple[Piece, Loss]]:
        """What others took back of a change; nothing where a line stands as it wrote it and as none had been before.

        Where it wrote lines, those that it removed are not looked at; with `times` those in which nothing but times
        differs are. Where lines that it added are gone, others that it added stand only if no line is like them: of an
        entry with the same lines as the one before it, which of the two stands nobody can tell."""
        own = [piece for piece in self._by_owner.get(owner, ()) if times or not piece.is_time]
        wrote = any(piece.new is not None for piece in own)
        gone = self._gone
        missed = [(piece, gone[piece]) for piece in own if piece in gone and (piece.new is not None or not wrote)]
        counts = Counter(self._lines)
        alike = any(piece.old is None and piece.new not in counts for piece, _ in missed)
        for line, piece in zip(self._lines, self._of, strict=True) if missed else ():
            if piece is None or piece not in own or line != piece.new or piece.former(line) is not None:
                continue
            if not alike or counts[line] == 1 or piece.old is not None:
                return []
        return missed

    def _all_gone(self) -> dict[Piece, Loss]:
        """The pieces that are lost: themselves, or with all that changes of ours made of them later."""
        standing = {line for piece in self._of if piece is not None for line in piece.line()}
        gone: dict[Piece, Loss] = {}
        later: dict[Piece, Loss | None] = {}
        for piece in reversed(self._pieces):
            loss = self._lost.get(piece) or later.get(piece)
            if loss is not None and piece not in standing:
                gone[piece] = loss
            if piece.before is not None and later.get(piece.before, True):  # it went on in each one that is not gone
                later[piece.before] = gone.get(piece)
        return gone


@dataclass(frozen=True, slots=True)
class _Gone:
    """A line of ours that stands no longer where it was, and the lines that came in its place."""

    text: bytes
    piece: Piece
    place: Collection[int]


class _Others:
    """A step that others made: each line that came is explained once, by what is surest first."""

    def __init__(self, lines: OwnedLines, text: bytes, at: int | None) -> None:
        self._lines, self._text = lines, text
        self._loss = Loss(at)
        edits, self.of = lines._step(text)
        self._came = {index: line for _, place in edits for index, line in place.items() if words_of(line)}
        self._gone = [_Gone(line, piece, place) for edit, place in edits
                      for line, piece in lines._between(edit) if piece is not None]  # fmt: skip
        self._known = frozenset(lines._lines)
        self._oldest: int | None = 0 if hash(text) in lines._versions else None
        """The oldest change that was found to be lost by then; in a version from before it could be any."""

    def explain(self) -> None:
        """Finds out what became of each line of ours that is gone, and whose those are that came."""
        self._look(self._went_back)
        self._look(self._moved)
        self._look(self._went_back_elsewhere)
        for index, line in [*self._came.items()]:
            self._came_again(index, line)
        if self._oldest != 0:  # in a version from before, no line is an edited one of ours
            words = {index: words_of(line) for index, line in sorted(self._came.items())} if self._gone else {}
            self._look(lambda gone: self._edited(gone, words))
        if self._oldest is None and self._known.isdisjoint(line for line in _keys(self._text) if words_of(line)):
            return  # another text altogether
        for each in self._gone:
            replaced = each.piece.in_place and not self._came.keys().isdisjoint(each.place)
            if not replaced or (self._oldest is not None and each.piece.owner > self._oldest):
                self._lose(each.piece, replaced=replaced)

    def _look(self, explains: Callable[[_Gone], bool]) -> None:
        self._gone = [each for each in self._gone if not explains(each)]

    def _lose(self, piece: Piece, since: int | None = None, *, replaced: bool = False) -> None:
        self._lines._lost[piece] = replace(self._loss, replaced=replaced)
        if since is not None:
            self._oldest = since if self._oldest is None else min(self._oldest, since)

    def _carry(self, index: int, piece: Piece | None) -> None:
        del self._came[index]
        self.of[index] = piece
        if piece is not None:
            self._lines._lost.pop(piece, None)

    def _went_back(self, gone: _Gone, places: Collection[int] | None = None) -> bool:
        for index in gone.place if places is None else places:
            if index in self._came and (former := gone.piece.former(self._came[index])) is not None:
                self._carry(index, former[0])
                self._lose(gone.piece, former[1])
                return True
        return False

    def _went_back_elsewhere(self, gone: _Gone) -> bool:
        return self._went_back(gone, [index for index, line in self._came.items() if line not in self._known])

    def _moved(self, gone: _Gone) -> bool:
        removed = self._lines._removed.get(gone.text)
        if removed is not None and removed.owner == gone.piece.owner:
            return False  # we had moved it
        index = next((index for index, line in self._came.items() if line == gone.text), None)
        if index is not None:
            self._carry(index, gone.piece)
        return index is not None

    def _came_again(self, index: int, line: bytes) -> None:
        """What was lost, or removed by us, and stands there again."""
        for piece in reversed(self._lines._lost):
            former = (piece, 0) if line == piece.new else piece.former(line)
            if former is not None and former[0] is not None:
                self._carry(index, former[0])
                return
        removed = self._lines._removed.pop(line, None)
        if removed is not None and (former := removed.former(line)) is not None:
            self._carry(index, former[0])
            self._lose(removed, former[1])

    def _edited(self, gone: _Gone, words: Mapping[int, bytes]) -> bool:
        """Whether somebody made another of our line, which has its words: ticked, moved, in other words, or wrapped."""
        own = words_of(gone.text)
        asked = own.lower().split()
        for index, each in words.items():
            if own in each or (len(asked) > 1 and _is_within(asked, each.lower().split())):
                if index in self._came:
                    self._carry(index, gone.piece)
                return True
        return own in b" %s " % b" ".join(each.strip() for each in words.values())


def _keys(text: bytes) -> list[bytes]:
    """The lines without their ends."""
    return [line.rstrip(b"\r") for line in lines_of(text)]


def _paired(old: Sequence[bytes], new: Sequence[bytes]) -> Iterator[tuple[int, int]]:
    """Which of the new lines took the place of which old one: the new one first."""
    if len(old) == len(new):
        yield from ((at, at) for at in range(len(new)))
        return
    at, found = 0, False
    for here, line in enumerate(old):
        begins = words_of(line).split()[:1]
        there = next((i for i in range(at, len(new)) if begins and words_of(new[i]).split()[:1] == begins), None)
        if there is not None:
            yield there, here
            at, found = there + 1, True
    if not found:
        yield from ((at, at) for at in range(min(len(old), len(new))))


def _is_within(asked: Sequence[bytes], words: Sequence[bytes]) -> bool:
    """Whether all of the words stand among others in the same order."""
    rest = iter(words)
    return all(any(word == other for other in rest) for word in asked)
