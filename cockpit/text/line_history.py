"""Which change of ours wrote which line of a file, through all versions of it, and which of that others took back.

The versions come in order: each change of ours with the file before and after it. What differs between the file after
one change and before the next was written by others. A line of ours is taken back where an earlier form of it stands in
its place again, or where it is gone and nothing stands in its place. Whatever else others make of it, they edited it.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import NamedTuple

from cockpit.text.line_merge import is_time, lines_of, placed_edits, words_of
from cockpit.values import dataclass

_ABSENT = b"\x00absent"
"""The form of a line before it came, and after it was removed; no line of a file is like it."""


class Form(NamedTuple):
    """A line as it was written; `owner` is the number of our change that wrote it, None for all others."""

    text: bytes
    owner: int | None = None
    is_time: bool = False
    """It differs from the form before in times only."""


Line = tuple[Form, ...]
"""The forms that a line had, the present one last."""


@dataclass(frozen=True, slots=True)
class Loss:
    """Forms of a line that others took back: those behind the first `kept`. `at` is the number of the change of ours
    that found it so, `found` the file that it found; None where nothing of ours was written since."""

    line: Line
    kept: int
    at: int | None = None
    found: bytes | None = None
    forgiven: frozenset[int] = frozenset()
    """Changes that were written again since, in whatever form."""
    replaced: bool = False
    """Whether a text stands in its place that the line never had."""

    @property
    def in_place(self) -> bool:
        """Whether the line stood there before our changes, and none of them removed it."""
        return all(form.text != _ABSENT for form in self.line)

    def owners(self) -> Iterator[Form]:
        """The forms of ours that are missed."""
        return (each for each in self.line[self.kept :] if each.owner is not None and each.owner not in self.forgiven)


@dataclass(frozen=True, slots=True)
class FileHistory:
    """One file up to the last change of ours. `lines` has a history for each line that a change of ours touched."""

    text: bytes = b""
    lines: tuple[Line | None, ...] = ()
    removed: tuple[Line, ...] = ()
    """Lines that changes of ours removed."""
    losses: tuple[Loss, ...] = ()
    wrote: frozenset[int] = frozenset()
    """The changes of ours that changed more than times."""
    came: frozenset[int] = frozenset()
    """Those of them that wrote lines, and did not only remove some."""
    versions: set[int] = field(default_factory=set, compare=False)
    """Hashes of all versions that are known; it only grows, and is one for all histories of a file."""

    def written(
        self, number: int, before: bytes, after: bytes, *, at: int, undoes: bool = False, again: Iterable[int] = ()
    ) -> "FileHistory":
        """The history after one more change of ours; first come the others, up to the file as it was `before`.

        `number` is that of the change whose lines these are, `at` that of the one that wrote them: they differ where a
        change is done again after an undo. One that `undoes` another gives lines their earlier forms back and writes
        none of its own. `again` are the changes that it does once more: what was taken back of them is not missed any
        longer."""
        found = self.found(before, at=at)
        self.versions.update((hash(before), hash(after)))
        repeated = frozenset(again)
        losses = tuple(replace(each, forgiven=each.forgiven | repeated) for each in found.losses) if repeated else None
        found = found if losses is None else replace(found, losses=losses)
        return _Step(found, after).ours(None if undoes else number)

    def found(self, current: bytes, *, at: int | None = None) -> "FileHistory":
        """The history after what others made of the file."""
        if current == self.text:
            return self
        if not self.text and not self.lines:
            return replace(self, text=current, lines=(None,) * len(_keys(current)))
        return _Step(self, current).others(at)

    def standing(self, owners: Collection[int], *, times: bool = False) -> bool:
        """Whether a line stands as these changes wrote it, and as none before them had it; `times` looks at lines too
        in which nothing but times differs.

        Where a line that they added is gone, others that they added stand only if no other line of the file is like
        them: of an entry with the same lines as the one before it, which of the two stands nobody can tell."""
        stand = [
            line
            for line in self.lines
            if line is not None
            and line[-1].owner in owners
            and (times or not line[-1].is_time)
            and all(line[-1].text != each.text for each in line[:-1])
        ]
        gone = [form.text for form, loss in self.missed(owners) if loss.line[0].text == _ABSENT] if stand else []
        if gone:
            counted = Counter(_keys(self.text))
            if any(text not in counted for text in gone):
                stand = [line for line in stand if line[0].text != _ABSENT or counted[line[-1].text] == 1]
        return bool(stand)

    def missed(self, owners: Collection[int]) -> list[tuple[Form, Loss]]:
        """What others took back of these changes. Where they wrote lines, those that they removed are not looked at."""
        found = [(form, loss) for loss in self.losses for form in loss.owners() if form.owner in owners]
        came = not self.came.isdisjoint(owners)
        return [(form, loss) for form, loss in found if not (came and form.text == _ABSENT)]


def _keys(text: bytes) -> list[bytes]:
    """The lines without their ends."""
    return [line.rstrip(b"\r") for line in lines_of(text)]


class _Step:
    """From one version of a file to the next."""

    def __init__(self, history: FileHistory, text: bytes) -> None:
        self._history, self._text = history, text
        self._old, self._new = _keys(history.text), _keys(text)
        self._removed = list(history.removed)
        self._losses = list(history.losses)
        most = min(len(self._old), len(self._new))
        head = next((at for at in range(most) if self._old[at] != self._new[at]), most)
        tail = next((at for at in range(most - head) if self._old[-1 - at] != self._new[-1 - at]), most - head)
        base, side = self._old[head : len(self._old) - tail], self._new[head : len(self._new) - tail]
        self._edits = [
            (replace(edit, start=edit.start + head, end=edit.end + head), new + head)
            for edit, new in placed_edits(base, side)
        ]
        """What differs, each with the line of the new version at which it begins."""
        self._lines: list[Line | None] = []
        at = 0
        for edit, _ in self._edits:
            self._lines += (*history.lines[at : edit.start], *(None for _ in edit.lines))
            at = edit.end
        self._lines += history.lines[at:]

    def _result(self, wrote: Iterable[int] = (), came: Iterable[int] = ()) -> FileHistory:
        return FileHistory(
            text=self._text,
            lines=tuple(self._lines),
            removed=tuple(self._removed),
            losses=tuple(each for each in self._losses if any(each.owners())),
            wrote=self._history.wrote.union(wrote),
            came=self._history.came.union(came),
            versions=self._history.versions,
        )

    # Ours

    def ours(self, owner: int | None) -> FileHistory:
        """A change of ours; without an `owner` one that undoes another."""
        wrote: set[int] = set()
        came: set[int] = set()
        for edit, new in self._edits:
            old = self._old[edit.start : edit.end]
            times = is_time(old, edit.lines)
            pairs = dict(_paired(old, edit.lines))
            for there, text in enumerate(edit.lines):
                if there in pairs:
                    here = pairs[there]
                    line = self._history.lines[edit.start + here] or (Form(old[here]),)
                    self._lines[new + there] = self._replaced(line, text, owner, is_time=times)
                else:
                    self._lines[new + there] = self._inserted(text, owner)
            for here in set(range(len(old))).difference(pairs.values()):
                self._remove(self._history.lines[edit.start + here] or (Form(old[here]),), owner)
            if owner is not None and not times:
                wrote |= {owner} if any(map(words_of, (*old, *edit.lines))) else set()
                came |= {owner} if any(map(words_of, edit.lines)) else set()
        return self._result(wrote, came)

    def _replaced(self, line: Line, text: bytes, owner: int | None, *, is_time: bool) -> Line | None:
        self._find_again(text)
        if owner is None:
            common = _last(line[:-1], text)
            return line[: common + 1] if common is not None else (*line, Form(text))
        return (*line, Form(text, owner, is_time)) if words_of(text) or words_of(line[-1].text) else None

    def _inserted(self, text: bytes, owner: int | None) -> Line | None:
        if not words_of(text):
            return None
        self._find_again(text)
        if owner is not None:
            return Form(_ABSENT), Form(text, owner)
        taken = self._taken_from_removed(text)
        return taken[0][: taken[1]] if taken is not None else None

    def _remove(self, line: Line, owner: int | None) -> None:
        if owner is not None and words_of(line[-1].text):
            self._removed.append((*line, Form(_ABSENT, owner)))

    def _taken_from_removed(self, text: bytes) -> tuple[Line, int] | None:
        """The line that we had removed and that is written again, and how many of its forms it has then."""
        for line in reversed(self._removed):
            at = _last(line[:-1], text)
            if at is not None:
                self._removed.remove(line)
                return line, at + 1
        return None

    def _find_again(self, text: bytes) -> Line | None:
        """What stands again is not missed: its history."""
        if not words_of(text):
            return None
        for loss in self._losses:
            at = _last(loss.line, text)
            if at is not None and at >= loss.kept:
                line = loss.line[: at + 1]
                self._losses = [replace(each, kept=max(each.kept, _common(each.line, line))) for each in self._losses]
                return line
        return None

    # Others

    def others(self, number: int | None) -> FileHistory:
        """What others wrote."""
        lines_gone = [
            (line, range(new, new + len(edit.lines)))
            for edit, new in self._edits
            for at in range(edit.start, edit.end)
            if (line := self._history.lines[at]) is not None
        ]
        came = {new + at: text for edit, new in self._edits for at, text in enumerate(edit.lines) if words_of(text)}
        lines_gone = [each for each in lines_gone if not self._reverted(*each, came, number)]
        lines_gone = [each for each in lines_gone if not self._moved(each[0], came)]
        known = frozenset(self._old)
        lines_gone = [each for each in lines_gone if not self._reverted(*each, came, number, known)]
        lines_gone = self._found_again(lines_gone, came, number)
        self._bring_back(came, number)
        is_older = hash(self._text) in self._history.versions
        if not is_older:  # in a version from before, no line is an edited one of ours
            words = {at: words_of(text) for at, text in came.items()} if lines_gone else {}
            lines_gone = [each for each in lines_gone if not self._edited(each[0], came, words)]
            lines_gone = [each for each in lines_gone if not _reworded(each[0][-1].text, words)]
        self._lose_rest(lines_gone, came, known, number, is_older=is_older)
        return self._result()

    def _found_again(
        self, gone: list[tuple[Line, range]], came: dict[int, bytes], number: int | None
    ) -> list[tuple[Line, range]]:
        """Gives lines that were missed and stand again their history. Returns what is gone but for what such a line was
        since."""
        for at, text in [*came.items()]:
            again = self._find_again(text)
            if again is None:
                continue
            del came[at]
            self._lines[at] = again
            for each in [*gone]:
                common = _common(each[0], again)
                if common:
                    gone.remove(each)
                    self._lose(each[0], common, number)
        return gone

    def _moved(self, line: Line, came: dict[int, bytes]) -> bool:
        at = next((at for at, text in came.items() if text == line[-1].text), None)
        if at is not None:
            del came[at]
            self._lines[at] = line
        return at is not None

    def _reverted(
        self,
        line: Line,
        place: range,
        came: dict[int, bytes],
        number: int | None,
        known: Collection[bytes] | None = None,
    ) -> bool:
        """Whether an earlier form stands in the place of a line; or elsewhere, where none like it was `known`."""
        for kept in range(len(line) - 2, -1, -1):
            text = line[kept].text
            if known is None:
                at = next((at for at in place if came.get(at) == text), None)
            else:
                at = next((at for at, each in came.items() if each == text and text not in known), None)
            if at is not None:
                del came[at]
                self._lines[at] = line[: kept + 1] if kept else None
                self._lose(line, kept + 1, number)
                return True
        return False

    def _edited(self, line: Line, came: dict[int, bytes], words: dict[int, bytes]) -> bool:
        """Whether somebody's line has the words of ours: ticked, moved, or marked."""
        own = words_of(line[-1].text)
        at = next((at for at in came if own and own in words[at]), None)
        if at is not None:
            self._lines[at] = (*line, Form(came.pop(at)))
        return at is not None

    def _lose_rest(
        self,
        gone: list[tuple[Line, range]],
        came: dict[int, bytes],
        known: frozenset[bytes],
        number: int | None,
        *,
        is_older: bool,
    ) -> None:
        """What is gone was taken back, unless somebody wrote something else there on purpose, and no older copy of the
        file."""
        missed = {form.owner for loss in self._losses[len(self._history.losses) :] for form in loss.owners()}
        oldest = min(filter(None, missed), default=None)
        oldest = 0 if is_older else oldest
        if oldest is None and known.isdisjoint(text for text in self._new if words_of(text)):
            return  # another text altogether
        for line, place in gone:
            first = next((at for at, form in enumerate(line) if form.owner is not None), None)
            if first is None:
                continue
            another = line[0].text != _ABSENT and not came.keys().isdisjoint(place)
            if not another or (oldest is not None and (line[-1].owner or line[first].owner or 0) > oldest):
                self._lose(line, first, number, replaced=another)

    def _lose(self, line: Line, kept: int, number: int | None, *, replaced: bool = False) -> None:
        found = self._text if number is not None else None
        self._losses.append(Loss(line, kept, number, found, replaced=replaced))

    def _bring_back(self, came: dict[int, bytes], number: int | None) -> None:
        """Lines that we had removed and others wrote again: that is missed."""
        for at, text in [*came.items()]:
            taken = self._taken_from_removed(text)
            if taken is not None:
                del came[at]
                line, kept = taken
                self._lose(line, kept, number)
                self._lines[at] = line[:kept] if any(form.owner is not None for form in line[:kept]) else None


def _reworded(line: bytes, words: Mapping[int, bytes]) -> bool:
    """Whether the words of a line stand in one that came, with others between them, or in several that follow each
    other: in other words, or wrapped."""
    own = words_of(line)
    if not own:
        return False
    if own in b" %s " % b" ".join(words[at].strip() for at in sorted(words)):
        return True
    asked = own.lower().split()
    return len(asked) > 1 and any(_is_within(asked, each.lower().split()) for each in words.values())


def _is_within(asked: Sequence[bytes], words: Sequence[bytes]) -> bool:
    """Whether all of the words stand among others in the same order."""
    rest = iter(words)
    return all(any(word == other for other in rest) for word in asked)


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


def _common(one: Line, other: Line) -> int:
    """How many forms two lines have in common: none where they are not the same line."""
    most = min(len(one), len(other))
    same = next((at for at in range(most) if one[at] != other[at]), most)
    return 0 if same == 1 and one[0].text == _ABSENT else same


def _last(line: Sequence[Form], text: bytes) -> int | None:
    return next((at for at in range(len(line) - 1, -1, -1) if line[at].text == text), None)
