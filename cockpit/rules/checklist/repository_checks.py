"""The lines of the checklist that git and disk decide: commits, files, working tree, branch, plan."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import replace

from cockpit.model import Handoff, Track
from cockpit.model.checklist import (
    NOTHING_MORE,
    Check,
    Commit,
    CommitFact,
    Evidence,
    FileFact,
    NamedFile,
    PlanFact,
    RepositoryFacts,
    Resumption,
    Way,
)
from cockpit.rules.checklist.check_results import failed, passed, unknown
from cockpit.rules.checklist.remedies import from_commit, literal, regaining, restoring, switching
from cockpit.rules.handoff.claims import claimed_commits, named_files, plan_files, plans_held, since, uncommitted_paths
from cockpit.rules.references import is_commit_id
from cockpit.rules.work import work_among
from cockpit.wording.messages import Words
from cockpit.wording.times import certainly_before, not_after

# Whether the plan is another one than at the handoff. What was only ticked is no change: that is what work does

_PLANS_SHOWN = 6
_SHORT_ID = 8
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


def check_plans(track: Track, evidence: Evidence, more: Resumption, own: Collection[str]) -> Iterator[Check]:
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
        how = f"was removed by {commit.id[:_SHORT_ID]} {commit.subject}" if commit is not None else "is deleted"
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
    yield from told[:_PLANS_SHOWN]
    if more := len(told[_PLANS_SHOWN:]):
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
        return f"{path} changed in {commit.id[:_SHORT_ID]} {commit.subject}. {why}"
    if any(each.cut for each in repository.recent):
        return "The clone is shallow; the plan may have changed before its beginning."
    if moment is None:
        return f"{path}: {why}"
    committed = repository.problem is None and repository.changed is not None and path not in repository.changed
    written_at = file.modified if file is not None else None
    return f"{path} was written {written_at}. {why}" if written_at and not committed else None


def _was_uncommitted(track: Track, path: str) -> bool:
    """Whether the handoff says that a plan was not committed: then no commit has what it said."""
    return track.handoff is not None and path in uncommitted_paths(track.handoff.state)


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
    return (fact.base or "")[:_SHORT_ID]


_SHOWN = 20
_SHORT = 8
_GONE_FIRST = ("in conflict", "deleted", "removed", "changed", "new")
_ID = re.compile(r"[0-9a-f]{40,64}")
_STILL = ", not committed"
_LOST = "`git stash list` or an editor may still have it."


def checks(
    track: Track, evidence: Evidence, more: Resumption = NOTHING_MORE, own: Collection[str] = ()
) -> Iterator[Check]:
    """The checks of what was looked up in git and on disk. While git is in the middle of something it refuses to commit
    and to switch: that line has the way out, no other one a command that cannot work.
    """
    operation = evidence.repository.operation
    found = tuple(_checks(track, evidence, more, own))
    if operation is None:
        yield from found
        return
    yield _under_way(operation, evidence.repository)
    yield from (replace(each, brings_back=()) if each.code in ("commit", "branch") else each for each in found)


def _under_way(operation: str, repository: RepositoryFacts) -> Check:
    told = [path for path, each in repository.differences.items() if each == "in conflict"]
    shown = (*(f"{path} is in conflict." for path in told[:_SHOWN]), *_more(len(told)))
    ends = f"`git {operation} --continue` ends it once every conflict is settled and added."
    line = failed("operation", "Git is in the middle of nothing", f"A {operation} is under way", *shown, ends)
    return replace(line, files=tuple(told), brings_back=(Way((("git", operation, "--abort"),), "Take it back"),))


def _checks(track: Track, evidence: Evidence, more: Resumption, own: Collection[str]) -> Iterator[Check]:
    if track.handoff is not None:
        yield from _commits(track.handoff, evidence.repository, track.folder)
        files = tuple(_files(track, evidence))
        yield from files
        yield from _uncommitted(track, track.handoff, evidence)
        yield from _branch(track.handoff, evidence.repository)
    else:
        files = ()
    plans = tuple(check_plans(track, evidence, more, own))
    told = {path for check in (*files, *plans) if check.result == "failed" for path in check.files}
    yield _tree(track, evidence.repository, more, told)
    yield from plans


def _commits(handoff: Handoff, repository: RepositoryFacts, state: str) -> Iterator[Check]:
    """One line for all commits that hold, one of its own for each that does not, so that each is waived alone."""
    claim = "The commits are in the history of HEAD"
    claimed = tuple(dict.fromkeys(claimed_commits(handoff)))
    if not claimed:
        yield unknown("commits", claim, "The handoff names no commit.")
        return
    if repository.problem is not None:
        yield unknown("commits", claim, repository.problem)
        return
    facts = _each_once([repository.commits.get(each, CommitFact(claimed=each)) for each in claimed])
    good = [fact for fact in facts if fact.in_head]
    if good:
        claim = claim if len(good) == len(facts) else "The other commits are in the history of HEAD"
        yield passed("commits", claim, *(_held(handoff, fact) for fact in good))
    for fact in facts:
        if not fact.in_head:
            yield _bad_commit(handoff, fact, repository, state)


def _held(handoff: Handoff, fact: CommitFact) -> str:
    again = f"; its change is in HEAD as {fact.again.id[:_SHORT]}" if fact.again is not None else ""
    return f"{_of(handoff, fact)}: {_named(fact)}{again}"


def _each_once(facts: list[CommitFact]) -> list[CommitFact]:
    """Without those that name the commit of an earlier one again: a task's is often the one that was checked out."""
    kept: list[CommitFact] = []
    for fact in facts:
        same = (each.commit == fact.commit if fact.commit else fact.claimed.startswith(each.claimed) for each in kept)
        if not any(same):
            kept.append(fact)
    return kept


def _bad_commit(handoff: Handoff, fact: CommitFact, repository: RepositoryFacts, state: str) -> Check:
    whose = _of(handoff, fact)
    commit = f"commit {fact.claimed[:_SHORT] if _ID.fullmatch(fact.claimed) else fact.claimed[:40]}"
    claim = f"{whose} is in {commit}"
    if fact.commit is None and repository.shallow and is_commit_id(fact.claimed):
        return unknown("commit", claim, "The clone is shallow; the commit may lie before its beginning.",
                       subject=fact.claimed)  # fmt: skip
    if fact.commit is None:
        told = fact.problem or "The repository has no such commit."
        return failed("commit", claim, f"{whose}: there is no {commit}", told, subject=fact.claimed)
    if fact.ancestor is None:
        return unknown("commit", claim, fact.problem or "Git cannot tell whether HEAD contains it.",
                       subject=fact.claimed)  # fmt: skip
    where = f"it is on {fact.branch}" if fact.branch is not None else "it is on no branch"
    told = f"{_named(fact)} exists, but HEAD does not contain it: {where}."
    way, beside = regaining(fact.commit, repository.changed, state)
    if way is None:
        return unknown("commit", claim, told, *beside, subject=fact.claimed)
    lost = failed("commit", claim, f"{whose}: {commit} is not in HEAD", told, *beside, subject=fact.claimed)
    return replace(lost, brings_back=(way,), files=(*fact.commit.files, *fact.commit.deleted))


def _of(handoff: Handoff, fact: CommitFact) -> str:
    """Whose commit it is: a task, or the state when the handoff was written."""
    task = next((each for each in handoff.completed if each.commit == fact.claimed), None)
    if task is None:
        return "What was checked out at the handoff"
    return f"Task {task.id}" if task.id else task.name or "A task"


def _named(fact: CommitFact) -> str:
    return f"{fact.commit.id[:_SHORT]} {fact.commit.subject}" if fact.commit else fact.claimed


def _files(track: Track, evidence: Evidence) -> Iterator[Check]:
    """One line for all files that are there, one for each that is not."""
    handoff = track.handoff
    told = {} if handoff is None else dict.fromkeys(named_files(handoff), "named by the handoff")
    made = (
        _files_of_commits(evidence.repository, track.folder)
        | told
        | dict.fromkeys(track.verify.files, "to be verified")
    )
    looked = [(path, why, evidence.files.get(path)) for path, why in made.items()]
    there = [(path, why) for path, why, fact in looked if fact is not None and fact.exists]
    claim = "The files are there" if len(there) == len(looked) else "The other files are there"
    if there:
        yield passed("files", claim, *(f"{path}, {why}" for path, why in there[:_SHOWN]), *_more(len(there)))
    elif not looked:
        why = " itself, and what its commits left is not known" if handoff and any(claimed_commits(handoff)) else ""
        yield unknown("files", "The files are there", f"The handoff names no file{why}.")
    yield from _removed(evidence.repository, track.folder, looked=made)
    for path, why, fact in looked:
        if fact is None or fact.exists is None:
            reason = fact.problem if fact and fact.problem else "It was not looked at."
            yield unknown("file", f"{path} is there", reason, subject=path)
        elif not fact.exists:
            yield _without_its_work(lost_file(path, why, evidence), handoff)


def _removed(repository: RepositoryFacts, state: str, *, looked: Collection[str]) -> Iterator[Check]:
    """A line where a commit since removed what a task left: that may be meant, and an agent must not look for it."""
    gone = removed_since(repository, state)
    told = [f"{path}, removed by {by.id[:_SHORT]} {by.subject}" for path, by in gone.items() if path not in looked]
    if told:
        yield unknown("removed", "What the tasks left is still there", *told[:_SHOWN], *_more(len(told)))


def removed_since(repository: RepositoryFacts, state: str) -> dict[str, Commit]:
    """The files of the claimed commits that a later commit removed, each with that commit."""
    commits = [fact.in_head for fact in repository.commits.values() if fact.in_head is not None]
    by = removed_by(repository)
    return {path: by[path] for commit in commits for path in work_among(commit.files, state) if path in by}


def _uncommitted(track: Track, handoff: Handoff, evidence: Evidence) -> Iterator[Check]:
    """One line for the files that the handoff calls not committed: each lies there still, or a commit since has it, or
    its work is lost. One that is not there has a line of its own.
    """
    repository = evidence.repository
    work = [
        path
        for path in uncommitted_paths(handoff.state)
        if path in (*work_among([path], track.folder), *plan_files(track))
    ]
    work = [path for path in work if (file := evidence.files.get(path)) is None or file.exists is not False]
    if not work or repository.problem is not None or repository.changed is None:
        return
    claim = "What was not committed at the handoff is still there"
    told = {path: _became(path, evidence) for path in work}
    lost = [path for path in work if told[path] is None]
    unsure = [said for said in told.values() if said is not None and not said.endswith(_STILL)]
    if lost:
        gone = (f"{path} is as in HEAD, and in no commit since." for path in lost)
        yield failed("uncommitted", claim, "Work that was not committed at the handoff is lost", *gone, *unsure, _LOST)
    elif unsure:
        yield unknown("uncommitted", claim, *unsure)
    else:
        yield passed("uncommitted", claim, *filter(None, told.values()))


def _became(path: str, evidence: Evidence) -> str | None:
    """What became of a file that was not committed at the handoff; None where its work is lost."""
    repository, file = evidence.repository, evidence.files.get(path)
    if path in _touched_since(repository):
        return f"{path} was changed by a commit since; see whether it holds that work."
    if path not in (repository.changed or ()):
        cut = any(commit.cut for commit in repository.recent)
        return f"{path} may have been committed before the clone begins: it is shallow." if cut else None
    if file is not None and file.empty:
        return f"{path} is there and empty; nobody knows whether it was so at the handoff."
    return f"{path}{_STILL}"


def committed_since(track: Track, evidence: Evidence) -> tuple[str, ...]:
    """The paths that were not committed at the handoff and are in a commit since, with nothing left uncommitted."""
    told = uncommitted_paths(track.handoff.state) if track.handoff is not None else ()
    since, changed = _touched_since(evidence.repository), evidence.repository.changed or ()
    return tuple(path for path in told if path in since and path not in changed)


def _touched_since(repository: RepositoryFacts) -> set[str]:
    return {path for commit in repository.recent for path in (*commit.files, *commit.deleted)}


def _without_its_work(lost: Check, handoff: Handoff | None) -> Check:
    """The line of a file that is not there; one that had work which was not committed comes back without that."""
    if handoff is None or lost.subject not in uncommitted_paths(handoff.state):
        return lost
    without = " What git has of it is without that work." if lost.brings_back else ""
    return replace(lost, evidence=(*lost.evidence, f"It was not committed at the handoff.{without}"))


def lost_file(path: str, why: Words, evidence: Evidence) -> Check:
    """The line of a file that is not there. What git had is gone, and comes back from there; anything else never was
    there, as far as is known.
    """
    repository, found = evidence.repository, evidence.files.get(path)
    kept_in = found.kept_in[:_SHORT] if found is not None and found.kept_in is not None else None
    source = "HEAD" if path in (repository.changed or ()) else kept_in
    nowhere = "No commit here holds it: git cannot bring it back."
    told = (nowhere,) if source is None and repository.problem is None else ()
    fact = f"{path} is {'gone' if source else 'not there'}"
    lost = failed("file", f"{path} is there", fact, f"It was {why}.", *told, subject=path)
    return replace(lost, files=(path,), brings_back=(from_commit(source, path),) if source else ())


def _files_of_commits(repository: RepositoryFacts, state: str) -> dict[str, str]:
    """The files that the claimed commits left behind, each with the commit that made it; none of the folder `state`,
    whose files come and go with the handoffs.
    """
    commits = [fact.in_head for fact in repository.commits.values() if fact.in_head is not None]
    removed = {path for commit in (*commits, *repository.recent) for path in commit.deleted}
    return {
        path: f"in commit {commit.id[:_SHORT]}"
        for commit in commits
        for path in work_among(commit.files, state)
        if path not in removed
    }


def _more(count: int) -> tuple[str, ...]:
    return (f"and {count - _SHOWN} more",) if count > _SHOWN else ()


def _branch(handoff: Handoff, repository: RepositoryFacts) -> Iterator[Check]:
    claim = "The branch is the same"
    if repository.problem is not None:
        yield unknown("branch", claim, repository.problem)
        return
    if handoff.branch is None:
        yield _without_branch(claim, handoff, repository)
        return
    told = f"Handoff on {handoff.branch}, now {f'on {repository.branch}' if repository.branch else 'on no branch'}."
    if repository.branch == handoff.branch:
        yield passed("branch", claim, told)
    else:
        fact = "Another branch is checked out" if repository.branch else "No branch is checked out"
        yield replace(failed("branch", claim, fact, told), brings_back=switching(handoff.branch))


def _without_branch(claim: str, handoff: Handoff, repository: RepositoryFacts) -> Check:
    """Of a handoff that names no branch: one that names a commit was written where none was checked out."""
    if handoff.head is None:
        return unknown("branch", claim, "The handoff names no branch; those that cockpit writes do.")
    then = f"At the handoff no branch was checked out, but commit {handoff.head[:_SHORT]} itself"
    if repository.branch is None:
        return passed("branch", claim, f"{then}; none is now.")
    return unknown("branch", claim, f"{then}; now on {repository.branch}.")


def _tree(track: Track, repository: RepositoryFacts, more: Resumption, told: Set[str]) -> Check:
    """Uncommitted work that the handoff or the state speaks of is no surprise; the state files themselves do not
    count, nor does what another line has `told`.
    """
    touched = {file.path for file in more.files}
    who = "handoff" if track.handoff is not None else "state file" if touched else ""
    claim = f"Nothing uncommitted that the {who} does not name" if who else "Nothing is uncommitted"
    if repository.problem is not None or repository.changed is None:
        return unknown("tree", claim, repository.problem or "git took too long to compare the files.")
    known = {*(named_files(track.handoff) if track.handoff else ()), *touched, *more.plans}
    state = track.folder
    gone = [path for path, commit in gone_of_state(track, repository).items() if commit is None]
    changed = [path for path in repository.changed if not path.startswith(state) and path != track.path] + gone
    strange = [path for path in changed if path not in known and path not in told]
    if strange:
        fact = f"Uncommitted files that the {who} does not name" if who else "Uncommitted files"
        named = [(path, repository.differences.get(path, "changed")) for path in strange]
        shown = sorted(named, key=lambda each: _GONE_FIRST.index(each[1]))[:_SHOWN]
        words = (f"{path} is {'deleted' if each == 'removed' else each}" for path, each in shown)
        line = failed("tree", claim, fact, *words, *_more(len(strange)))
        return replace(line, brings_back=restoring((path for path, _ in shown), repository.differences))
    if changed:
        claim = claim if told.isdisjoint(changed) else "Nothing else is uncommitted"
        by = f"named by the {who or 'state file'}"
        named_there = (f"{path}, {by if path in known else 'told in a line of its own'}" for path in changed[:_SHOWN])
        return passed("tree", claim, *named_there, *_more(len(changed)))
    return passed("tree", claim, f"The working tree is clean{f', {state} apart' if repository.changed else ''}.")


# The files that the state says its steps touched: of a step that was not ended, and of all others

_CHANGES_SHOWN = 20
_SHORT_COMMIT = 8


def check_changes(more: Resumption, evidence: Evidence, moment: str | None) -> Iterator[Check]:
    """A line for each step that was begun and not ended, one for the files of the others; `moment` is when an agent
    wrote the state last.
    """
    for step in more.half:
        yield _half_done(step, [file for file in more.files if file.step == step], evidence)
    others = [file for file in more.files if file.step is None]
    if others:
        yield from _of_ended(others, evidence, moment)
    if more.elsewhere:
        claim = "All files that the state names lie in the project"
        yield unknown("elsewhere", claim, *_cut(list(more.elsewhere)))


def _half_done(step: str, files: list[NamedFile], evidence: Evidence) -> Check:
    """What a step that was not ended has left: its work begins again, on whatever is there."""
    claim = f"{step} has left no half-done file"
    if not files:
        return unknown("half-done", claim, "It was begun and names no file; what is uncommitted may be its work.",
                       subject=step)  # fmt: skip
    repository = evidence.repository
    missing = [f"{file.path}, {file.why}, is not there" for file in files if _is_missing(file, evidence)]
    changed = [
        f"{file.path}, {file.why}, is {_how(file, evidence)} and not committed"
        for file in files
        if file.path in (repository.changed or ()) and not _is_missing(file, evidence)
    ]
    if missing or changed:
        fact = f"{step} has left half-done files" if changed else f"{step} names files that are not there"
        return failed("half-done", claim, fact, *_cut([*missing, *changed]), subject=step)
    if repository.problem is not None or repository.changed is None:
        why = repository.problem or "git took too long to compare the files."
        return unknown("half-done", claim, why, *_cut([f"{file.path}, {file.why}" for file in files]), subject=step)
    return passed("half-done", claim, *_cut([_standing(file, evidence) for file in files]), subject=step)


def _of_ended(files: list[NamedFile], evidence: Evidence, moment: str | None) -> Iterator[Check]:
    """One line for all files of ended steps; one of its own for each that is gone, so that it is brought back alone."""
    lost = [file for file in files if _is_missing(file, evidence)]
    which = "session" if all(file.under_way for file in files) else "ended work"
    holds = "there" if which == "session" else "as they were left"
    claim = f"The {'other ' if lost else ''}files of the {which} are {holds}"
    told = [(file, _changed(file, evidence, moment)) for file in files if file not in lost]
    changed = [f"{file.path}, {file.why}: {how}" for file, how in told if how]
    kept = [file for file, how in told if not how and not file.gone]
    unsure = [f"{file.path}: {why}" for file in kept if (why := _doubt_of_change(file, evidence, moment))]
    if changed:
        yield failed("touched", claim, "Files of the ended work were changed since", *_cut(changed))
    elif unsure:
        yield unknown("touched", claim, *_cut(unsure))
    elif told:
        yield passed("touched", claim, *_cut([f"{file.path}, {file.why}" for file, _ in told]))
    for file in lost:
        yield lost_file(file.path, file.why, evidence)


def _is_missing(file: NamedFile, evidence: Evidence) -> bool:
    fact = evidence.files.get(file.path)
    return not (file.gone or file.planned) and fact is not None and fact.exists is False


def _changed(file: NamedFile, evidence: Evidence, moment: str | None) -> str | None:
    """How a file is otherwise than at that moment; None where it is not, or nobody can tell."""
    fact, repository = evidence.files.get(file.path), evidence.repository
    if file.gone:
        return "it is there again" if fact is not None and fact.exists else None
    if file.under_way:
        return None
    if fact is not None and _is_older(fact, file, moment):
        return None  # a commit made since has it as it was
    commit = next((each for each in repository.recent if file.path in each.files and not each.cut), None)
    if commit is not None:
        return f"changed in {commit.id[:_SHORT_COMMIT]} {commit.subject}"
    written = fact.modified if fact is not None else None
    if file.path in (repository.changed or ()) and certainly_before(moment, written):
        return f"{_how(file, evidence)}, written {written}"
    return None


def _is_older(fact: FileFact, file: NamedFile, moment: str | None) -> bool:
    """Whether a file was written by that moment, or by the time the step that touched it was completed."""
    return not_after(fact.modified, moment) or not_after(fact.modified, file.ended)


def _doubt_of_change(file: NamedFile, evidence: Evidence, moment: str | None) -> Words | None:
    """Why nobody can tell whether a file was changed; None where git can, or it is surely older."""
    fact, repository = evidence.files.get(file.path), evidence.repository
    if fact is None or fact.exists is None:
        return fact.problem if fact is not None and fact.problem else "It was not looked at."
    if file.under_way:
        return None
    if moment is None:
        return "The state does not say when it was written."
    if _is_older(fact, file, moment):
        return None
    if repository.problem is not None or repository.changed is None:
        return f"written {fact.modified}; {repository.problem or 'git took too long to compare the files.'}"
    return "The clone is shallow." if any(each.cut for each in repository.recent) else None


def _how(file: NamedFile, evidence: Evidence) -> str:
    return evidence.repository.differences.get(file.path, "changed")


def _standing(file: NamedFile, evidence: Evidence) -> str:
    fact = evidence.files.get(file.path)
    there = fact is not None and fact.exists
    return f"{file.path}, {file.why}, is {'there, as committed' if there else 'not there yet'}"


def _cut(told: list[str]) -> list[str]:
    more = [f"and {len(told) - _CHANGES_SHOWN} more"] if len(told) > _CHANGES_SHOWN else []
    return [*told[:_CHANGES_SHOWN], *more]
