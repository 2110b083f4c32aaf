"""Whether the plan is another one than at the handoff. What was only ticked is no change: that is what work does."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from cockpit.model import Track
from cockpit.model.checklist import Check, Commit, Evidence, PlanFact, RepositoryFacts, Resumption, Way
from cockpit.rules.instants import certainly_before
from cockpit.rules.preflight.bringing_back import literal
from cockpit.rules.preflight.claims import plan_files, plans_held, since
from cockpit.rules.preflight.results import failed, passed, unknown
from cockpit.rules.uncommitted import named

_SHOWN = 6
_SHORT = 8
_LONGEST = 200
_CLAIM = "The plan has not changed since"
_TICKS_TOO = "Putting it back takes back too what was ticked since."
_BOX = re.compile(r"\[[ xX~/-]\](?=\s|$)")
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
    plans, moment = plans_held(track, more), since(track, more, own)
    gone = gone_of_state(track, evidence.repository)
    if not plans and not gone:
        return
    if moment is None and (track.handoff is None or track.handoff.head is None):
        who = "The handoff names neither a date nor a commit." if track.handoff else "The state names no date."
        yield unknown("plan", _CLAIM, who)
        return
    changed = {path: lines for path in plans if (lines := tuple(_changes(track, path, moment, evidence)))}
    doubts = (*_no_longer_counted(gone), *filter(None, (_doubt(track, path, moment, evidence) for path in plans)))
    if changed:
        ways = tuple(_put_back(evidence, tuple(changed)))
        told = (*(each for sentences in changed.values() for each in sentences), *((_TICKS_TOO,) if ways else ()))
        line = failed("plan", _CLAIM, "The plan has changed since", *told)
        yield replace(line, files=tuple(changed), brings_back=ways)
    elif doubts:
        yield unknown("plan", _CLAIM, *doubts)
    else:
        yield passed("plan", _CLAIM, *(_unchanged(path, moment, evidence) for path in plans))


def gone_of_state(track: Track, repository: RepositoryFacts) -> dict[str, Commit | None]:
    """The files of the state that are gone since the handoff, other plans than the present one above all, each with
    the commit that removed it; None where it is only deleted. None of the archive.
    """
    handoff = track.handoff
    if handoff is None or not track.folder:
        return {}
    deleted = [path for path, how in repository.differences.items() if how in ("deleted", "removed")]
    gone: dict[str, Commit | None] = {**removed_by(repository), **dict.fromkeys(deleted)}
    others = (*plan_files(track), track.path, handoff.path)
    mine = (path for path in gone if path.startswith(track.folder) and path.endswith(".md") and path not in others)
    return {path: gone[path] for path in mine if "/archive/" not in path}


def removed_by(repository: RepositoryFacts) -> dict[str, Commit]:
    """The files that commits since removed and none brought back, each with the newest that did."""
    kept = {path for commit in repository.recent for path in commit.files}
    by = {path: commit for commit in reversed(repository.recent) for path in commit.deleted}
    return {path: commit for path, commit in by.items() if path not in kept}


def _no_longer_counted(gone: Mapping[str, Commit | None]) -> Iterator[str]:
    for path, commit in gone.items():
        how = f"was removed by {commit.id[:_SHORT]} {commit.subject}" if commit is not None else "is deleted"
        yield f"{path} {how}; what it said of phases and tasks is not counted any more."


def _put_back(evidence: Evidence, paths: Sequence[str]) -> Iterator[Way]:
    """The command that takes the plan files of then, where a commit has them."""
    facts = [fact for path in paths if (fact := evidence.plans.get(path)) is not None and fact.before is not None]
    if facts:
        named_paths = (literal(fact.path) for fact in facts)
        yield Way((("git", "checkout", _short(facts[0]), "--", *named_paths),), "Put back")


def _changes(track: Track, path: str, moment: str | None, evidence: Evidence) -> Iterator[str]:
    """What is surely otherwise in one file, and how it is shown; the lines that differ as in a diff."""
    file, fact = evidence.files.get(path), evidence.plans.get(path)
    if file is not None and file.exists is False:
        yield f"{path} is gone."
        return
    if fact is None or fact.before is None or fact.now is None:
        return
    if _is_as_old(path, moment, evidence) or _was_uncommitted(track, path):
        return
    before, now = _lines(fact.before), _lines(fact.now)
    if [bare for bare, _ in before] == [bare for bare, _ in now]:
        return
    shows = Way((("git", "diff", _short(fact), "--", literal(path)),)).typed()
    yield f"{path} is otherwise than in commit {_short(fact)}, ticks apart: `{shows}` shows it."
    told = [*(f"-{line}" for line in _without(before, now)), *(f"+{line}" for line in _without(now, before))]
    yield from told[:_SHOWN]
    if more := len(told[_SHOWN:]):
        yield f"and {more} more line{'s' if more > 1 else ''}"


def _doubt(track: Track, path: str, moment: str | None, evidence: Evidence) -> str | None:
    """Why nobody can tell whether a file changed; None where it surely did not, or could be compared."""
    fact = evidence.plans.get(path)
    if _is_as_old(path, moment, evidence):
        return None
    if _was_uncommitted(track, path):
        return f"{path} was not committed at the handoff: nobody knows what it said then."
    if fact is not None and fact.before is not None and fact.now is not None:
        return None
    return _not_compared(path, moment, evidence)


def _not_compared(path: str, moment: str | None, evidence: Evidence) -> str | None:
    """Whether a file that git has not from then may have changed, by what git and disk say of it now."""
    repository, file, fact = evidence.repository, evidence.files.get(path), evidence.plans.get(path)
    why = fact.problem if fact is not None and fact.problem else "It could not be compared."
    commit = next((each for each in repository.recent if path in each.files), None)
    if commit is not None:
        return f"{path} changed in {commit.id[:_SHORT]} {commit.subject}. {why}"
    if any(each.cut for each in repository.recent):
        return "The clone is shallow; the plan may have changed before its beginning."
    if moment is None:
        return f"{path}: {why}"
    committed = repository.problem is None and repository.changed is not None and path not in repository.changed
    written_at = file.modified if file is not None else None
    return f"{path} was written {written_at}. {why}" if written_at and not committed else None


def _was_uncommitted(track: Track, path: str) -> bool:
    """Whether the handoff says that a plan was not committed: then no commit has what it said."""
    return track.handoff is not None and path in named(track.handoff.state)


def _is_as_old(path: str, moment: str | None, evidence: Evidence) -> bool:
    """Whether the file on disk was written before the handoff, so that it is as it was then."""
    file = evidence.files.get(path)
    return file is not None and certainly_before(file.modified, moment)


def _unchanged(path: str, moment: str | None, evidence: Evidence) -> str:
    fact = evidence.plans.get(path)
    if fact is None or fact.now is None or fact.before is None or _is_as_old(path, moment, evidence):
        return path
    return f"{path}, as in commit {_short(fact)}; ticks do not count"


def _lines(text: str) -> list[tuple[str, str]]:
    """The lines of a plan, each as it is compared, without what is only a tick, and as it is shown."""
    shown = ((_bare(line), " ".join(line.split())[:_LONGEST]) for line in _LINE_END.split(text))
    return [(bare, line) for bare, line in shown if bare]


def _without(lines: Sequence[tuple[str, str]], others: Sequence[tuple[str, str]]) -> Iterator[str]:
    """The lines that the others have not, or not as often."""
    left = Counter(bare for bare, _ in others)
    for bare, line in lines:
        if left[bare]:
            left[bare] -= 1
        else:
            yield line


def _bare(line: str) -> str:
    """A line without boxes, signs of progress, words of a status and the room between the cells of a table."""
    text = _SIGNS.sub("", _BOX.sub("", line))
    cells = [_RULE.sub("-", " ".join(cell.split())) for cell in text.split("|")]
    if len(cells) > 2:
        return "|".join("" if _STATUS.fullmatch(cell) else cell for cell in cells)
    label = _LABEL.fullmatch(cells[0].strip()) if len(cells) == 1 else None
    return label[1].strip() if label and _STATUS.fullmatch(label[2]) else "|".join(cells)


def _short(fact: PlanFact) -> str:
    return (fact.base or "")[:_SHORT]
