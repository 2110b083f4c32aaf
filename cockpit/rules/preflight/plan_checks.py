"""Whether the plan is another one than at the handoff. What was only ticked is no change: that is what work does."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from cockpit.model import Track
from cockpit.model.preflight import Check, Evidence, FileFact, PlanFact, Way
from cockpit.model.resumption import Resumption
from cockpit.rules.instants import certainly_before, parse_instant
from cockpit.rules.preflight.bringing_back import from_commit
from cockpit.rules.preflight.claims import plan_files, plans_held, since
from cockpit.rules.preflight.results import failed, passed, unknown
from cockpit.rules.uncommitted import named

_SHOWN = 6
_SHORT = 8
_TICKS = 3
_TICK = 60
_LONGEST = 200
_BOX = re.compile(r"\[[ xX~/-]\](?=\s|$)")
_TICKED = re.compile(r"\[[xX]\](?=\s|$)")
_SIGNS = re.compile("[✅✔✓☑☐⬜🔲🔳⏳⌛🔄🚧❌⏸▶⭕🟢🟡🔴⚪\ufe0f]")
_LINE_END = re.compile(r"\r\n|\r|\n")
_RULE = re.compile(r"[-:=]{2,}")
_STATUS = re.compile(
    r"(?:complete|completed|done|finished|passed|pending|planned|open|to ?do|draft|ready|active|current|blocked|paused"
    r"|in[ -]progress|not[ -]started|started|under way|ready to \w+|phase complete)?\W*",
    re.IGNORECASE,
)
_LABEL = re.compile(r"(\W*(?:status|state)\W*:\W*)(.*)", re.IGNORECASE)


def checks(track: Track, evidence: Evidence, more: Resumption, own: Collection[str]) -> Iterator[Check]:
    """One line for all plan files, where they can be held against what they were."""
    yield from _vanished(track, evidence)
    plans = plans_held(track, more)
    if not plans:
        return
    claim, moment = "The plan has not changed since", since(track, more, own)
    if moment is None and (track.handoff is None or track.handoff.head is None):
        who = "The handoff names neither a date nor a commit." if track.handoff else "The state names no date."
        yield unknown("plan", claim, who)
        return
    unsaid = named(track.handoff.state) if track.handoff is not None else ()
    known = [path for path in plans if path not in unsaid or _is_gone(path, evidence) or _is_kept(path, evidence)]
    changed = [each for path in known for each in _changes(path, moment, evidence)]
    doubts = [told for path in plans if (told := _doubt(path, moment, evidence)) is not None]
    unsure = [path for path in plans if path not in known and not _as_old(path, moment, evidence)]
    doubts += [_unsaid(path, evidence.files[path], moment) for path in unsure if path in evidence.files]
    if changed:
        paths = [path for path in known if any(_changes(path, moment, evidence))]
        ticks = [told for path in paths for told in _ticks_lost(path, evidence)]
        line = failed("plan", claim, "The plan has changed since", *changed, *ticks)
        yield replace(line, files=tuple(paths), brings_back=tuple(_put_back(paths, evidence)))
    elif doubts:
        yield unknown("plan", claim, *doubts)
    else:
        yield passed("plan", claim, *(_unchanged(path, moment, evidence) for path in plans))


def _vanished(track: Track, evidence: Evidence) -> Iterator[Check]:
    """A line for each file of the state that is gone since the handoff: what it said is read nowhere any more."""
    handoff, repository = track.handoff, evidence.repository
    if handoff is None or not track.folder:
        return
    gone = {path: "HEAD" for path in repository.changed or () if repository.differences.get(path) == "deleted"}
    back = {path for commit in repository.recent for path in commit.files}
    for commit in repository.recent:
        gone |= {path: f"{commit.id[:_SHORT]}~1" for path in commit.deleted if path not in back and path not in gone}
    others = (*plan_files(track), handoff.path, track.path)
    for path, source in gone.items():
        mine = path.startswith(track.folder) and path.endswith(".md") and path not in others
        if mine and "/archive/" not in path:
            fact = f"{path} is gone"
            told = "It was there at the handoff; what it says of phases and tasks is not counted any more."
            line = failed("plan", f"{path} is there", fact, told, subject=path)
            yield replace(line, files=(path,), brings_back=(replace(from_commit(source, path), does="Bring back"),))


def _put_back(paths: Iterable[str], evidence: Evidence) -> Iterator[Way]:
    """The commands that take the plan files of then, where it is known in which commit they are."""
    for path in paths:
        fact = evidence.plans.get(path)
        if fact is not None and fact.base is not None and fact.before is not None:
            yield replace(from_commit(_short(fact), path), does="Put back")


def _ticks_lost(path: str, evidence: Evidence) -> Iterator[str]:
    """That putting a plan back takes its ticks back too, where it was ticked since."""
    fact = evidence.plans.get(path)
    if fact is None or fact.base is None or fact.before is None or fact.now is None:
        return
    before, now = Counter(_LINE_END.split(fact.before)), _LINE_END.split(fact.now)
    same = {bare for _, _, bare in _Lines(fact.before).kept}
    ticked = [line.strip() for line in now if not before[line] and _TICKED.search(line) and _bare(line) in same]
    if ticked:
        more = f", and {len(ticked) - _TICKS} more" if len(ticked) > _TICKS else ""
        named = "; ".join(f"“{' '.join(line.split())[:_TICK]}”" for line in ticked[:_TICKS])
        yield f"Putting {path} back takes the ticks since back too: {named}{more}."


def changed(track: Track, evidence: Evidence, more: Resumption, own: Collection[str]) -> tuple[str, ...]:
    """The plan files that the line of the plan names as changed or gone."""
    moment = since(track, more, own)
    return tuple(path for path in plans_held(track, more) if any(_changes(path, moment, evidence)))


def _is_kept(path: str, evidence: Evidence) -> bool:
    """Whether cockpit kept what a plan said when it wrote the handoff."""
    fact = evidence.plans.get(path)
    return fact is not None and fact.base is None and fact.before is not None


def _is_gone(path: str, evidence: Evidence) -> bool:
    file = evidence.files.get(path)
    return file is not None and file.exists is False


def _unsaid(path: str, file: FileFact, moment: str | None) -> str:
    """Of a plan that was not committed then: no commit has what it said. A handoff tells its time to the second."""
    written, then = parse_instant(file.modified), parse_instant(moment)
    same = written is not None and then is not None and written.at.replace(microsecond=0) == then.at
    when = "in the same second as the handoff" if same else "since"
    return f"{path} was written {when}. It was not committed at the handoff, so nobody knows what it said then."


def _unchanged(path: str, moment: str | None, evidence: Evidence) -> str:
    fact = evidence.plans.get(path)
    if fact is None or fact.now is None or fact.before is None or _as_old(path, moment, evidence):
        return path
    return f"{path}, as {_then(fact)}; ticks do not count"


def _changes(path: str, moment: str | None, evidence: Evidence) -> Iterator[str]:
    """What is otherwise in one file, the lines that differ named."""
    file, fact = evidence.files.get(path), evidence.plans.get(path)
    if file is not None and file.exists is False:
        yield f"{path} is gone."
    elif fact is not None and not _as_old(path, moment, evidence):
        yield from _differing(fact)


def _differing(fact: PlanFact) -> Iterator[str]:
    if fact.before is None or fact.now is None:
        return
    before, now = _Lines(fact.before), _Lines(fact.now)
    if before.bare == now.bare:
        return
    new, gone = now.without(before), before.without(now)
    told = ", ".join(filter(None, (_counted(len(new), "new"), _counted(len(gone), "gone", after=bool(new)))))
    told = told or "its lines stand in another order"
    yield f"{fact.path}: {told} since {_moment(fact)}; ticks do not count."
    named = [*(f"new, line {number}: {text}" for number, text in new), *(f"gone: {text}" for _, text in gone)]
    yield from named[:_SHOWN]
    if more := len(named) - _SHOWN if len(named) > _SHOWN else 0:
        yield f"and {more} more line{'s' if more > 1 else ''}"


def _doubt(path: str, moment: str | None, evidence: Evidence) -> str | None:
    """Why nobody can tell whether a file changed; None where it surely did not, or could be compared."""
    repository, file, fact = evidence.repository, evidence.files.get(path), evidence.plans.get(path)
    if (fact is not None and fact.before is not None and fact.now is not None) or _as_old(path, moment, evidence):
        return None
    why = fact.problem if fact is not None and fact.problem else "It could not be compared."
    commit = next((each for each in repository.recent if path in each.files), None)
    if commit is not None:
        return f"{path} changed in {commit.id[:_SHORT]} {commit.subject}. {why}"
    if any(each.cut for each in repository.recent):
        return "The clone is shallow; the plan may have changed before its beginning."
    uncommitted = repository.problem is not None or repository.changed is None or path in repository.changed
    if moment is None:
        return f"{path}: {why}"
    if uncommitted and file is not None and certainly_before(moment, file.modified):
        return f"{path} was written {file.modified}. {why}"
    return None


def _as_old(path: str, moment: str | None, evidence: Evidence) -> bool:
    """Whether the file on disk was written before the handoff, so that it is as it was then."""
    file = evidence.files.get(path)
    return file is not None and certainly_before(file.modified, moment)


class _Lines:
    """The lines of a plan without what is only a tick: `bare` as they are compared, `kept` with number and line."""

    def __init__(self, text: str) -> None:
        numbered = enumerate(_LINE_END.split(text), 1)
        kept = [(number, line, bare) for number, line in numbered if (bare := _bare(line))]
        self.bare = [bare for _, _, bare in kept]
        self.kept = kept

    def without(self, other: "_Lines") -> list[tuple[int, str]]:
        """The lines that the other one has not, or not as often, each with its number."""
        left, found = Counter(other.bare), []
        for number, line, bare in self.kept:
            if left[bare]:
                left[bare] -= 1
            else:
                found.append((number, " ".join(line.split())[:_LONGEST]))
        return found


def _bare(line: str) -> str:
    """A line without boxes, signs of progress, words of a status and the room between the cells of a table."""
    text = _SIGNS.sub("", _BOX.sub("", line))
    cells = [_RULE.sub("-", " ".join(cell.split())) for cell in text.split("|")]
    if len(cells) > 2:
        return "|".join("" if _STATUS.fullmatch(cell) else cell for cell in cells)
    label = _LABEL.fullmatch(cells[0].strip()) if len(cells) == 1 else None
    return label[1].strip() if label and _STATUS.fullmatch(label[2]) else "|".join(cells)


def _counted(count: int, what: str, *, after: bool = False) -> str:
    if not count:
        return ""
    return f"{count} {'' if after else 'line ' if count == 1 else 'lines '}{'is' if count == 1 else 'are'} {what}"


def _then(fact: PlanFact) -> str:
    return f"in {_moment(fact)}" if fact.base is not None else f"at {_moment(fact)}"


def _moment(fact: PlanFact) -> str:
    """What a plan is held against."""
    return f"commit {_short(fact)}" if fact.base is not None else "the handoff"


def _short(fact: PlanFact) -> str:
    return (fact.base or "")[:_SHORT]
