"""The lines of the checklist that git and disk decide: commits, files, working tree, branch, plan."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence, Set
from dataclasses import replace
from itertools import chain

from cockpit.model import Handoff, Track
from cockpit.model.checklist import (
    NOTHING_MORE,
    Check,
    Commit,
    CommitFact,
    Facts,
    FileFact,
    NamedFile,
    PlanFact,
    RepositoryFacts,
    Result,
    Resumption,
    Way,
)
from cockpit.regex import regex
from cockpit.rules.checklist.check_kinds import failed, passed, unknown
from cockpit.rules.checklist.remedies import literal, regaining, restoring, switching
from cockpit.rules.commit_ids import is_commit_id
from cockpit.rules.handoff.claims import claimed_commits, named_files, plan_files, plans_held, since, uncommitted_paths
from cockpit.rules.handoff.handoff_status import why_used
from cockpit.rules.work import first_few, work_among
from cockpit.wording.messages import Message, Words, clause, plain
from cockpit.wording.phrases import counted, listed
from cockpit.wording.times import certainly_before, not_after

# Whether the plan is another one than at the handoff. What was only ticked is no change: that is what work does

_PLANS_SHOWN = 6
_SHORT = 8
_LONGEST = 200
_CLAIM = "The plan is unchanged"
TICKS = "checklist.ticks-taken-back"
"""The code of the evidence that only warns of what the command to restore the plan takes along."""
_BOX = regex(r"\[[ xX~/-]\](?=\s|$)")
_SIGNS = regex("[✅✔✓☑☐⬜🔲🔳⏳⌛🔄🚧❌⏸▶⭕🟢🟡🔴⚪\ufe0f]")
_LINE_END = regex(r"\r\n|\r|\n")
_RULE = regex(r"[-:=]{2,}")
_STATUS = regex(
    r"(?:complete|completed|done|finished|passed|pending|planned|open|to ?do|draft|ready|active|current|blocked|paused"
    r"|in[ -]progress|not[ -]started|started|under way|ready to \w+|phase complete)?\W*",
    re.IGNORECASE,
)
_LABEL = regex(r"(\W*(?:status|state)\W*:\W*)(.*)", re.IGNORECASE)


def check_plans(track: Track, evidence: Facts, more: Resumption, own: Collection[str]) -> Iterator[Check]:
    """One line for all plan files, where they can be held against what they were."""
    plans, moment = plans_held(track, more), since(track, more, own)
    missing = gone_of_state(track, evidence.repository)
    if not plans and not missing:
        return
    if moment is None and (track.handoff is None or track.handoff.head is None):
        undated = "The state file has no readable date."
        neither = "The handoff names no date and no commit."
        yield unknown("plan", _CLAIM, neither if track.handoff else undated)
        return
    looked = {path: _compared(track, path, moment, evidence) for path in plans}
    changed = [path for path in looked if looked[path][0] == "failed"]
    doubts: list[Words] = [*map(_no_longer_counted, missing, missing.values())]
    doubts += chain(*(told for result, told in looked.values() if result == "unknown"))
    if changed:
        ways = tuple(_put_back(evidence, changed))
        warning = "Restoring the plan also removes the ticks made since then."
        told = (*chain(*(looked[path][1] for path in changed)), *((Message(TICKS, warning),) if ways else ()))
        line = failed("plan", _CLAIM, "The plan has changed", *told)
        yield replace(line, files=tuple(changed), brings_back=ways)
    elif doubts:
        yield unknown("plan", _CLAIM, *doubts)
    else:
        yield passed("plan", _CLAIM, *chain(*(told for _, told in looked.values())))


def gone_of_state(track: Track, repository: RepositoryFacts) -> dict[str, Commit | None]:
    """The files of the state that are gone since the handoff, other plans than the present one above all, each with
    the commit that removed it; None where it is only deleted. None of the archive.
    """
    handoff = track.handoff
    if handoff is None or not track.folder:
        return {}
    deleted = [path for path, how in repository.differences.items() if how in ("deleted", "removed")]
    missing: dict[str, Commit | None] = {**removed_by(repository), **dict.fromkeys(deleted)}
    others = (*plan_files(track), track.path, handoff.path)
    mine = (path for path in missing if path.startswith(track.folder) and path.endswith(".md") and path not in others)
    return {path: missing[path] for path in mine if "/archive/" not in path}


def removed_by(repository: RepositoryFacts) -> dict[str, Commit]:
    """The files that commits since removed and none brought back, each with the newest that did."""
    present = {path for commit in repository.recent for path in commit.files}
    by = {path: commit for commit in reversed(repository.recent) for path in commit.deleted}
    return {path: commit for path, commit in by.items() if path not in present}


def _no_longer_counted(path: str, commit: Commit | None) -> str:
    how = f"removed by {commit.id:.8} {commit.subject}" if commit is not None else "deleted"
    return f"{path} was {how}. Its phases and tasks are no longer counted."


def _put_back(evidence: Facts, paths: Sequence[str]) -> Iterator[Way]:
    """The command that takes the plan files of then, where a commit has them."""
    facts = [fact for path in paths if (fact := evidence.plans.get(path)) is not None and fact.before is not None]
    if facts:
        named_paths = (literal(fact.path) for fact in facts)
        yield Way((("git", "checkout", _short(facts[0]), "--", *named_paths),), "Put back")


def _compared(track: Track, path: str, moment: str | None, evidence: Facts) -> tuple[Result, tuple[Words, ...]]:
    """Whether one file is as it was, and how that is shown; the lines that differ as in a diff."""
    file, fact = evidence.files.get(path), evidence.plans.get(path)
    if file is not None and file.exists is False:
        return "failed", (f"{path} no longer exists.",)
    if file is not None and certainly_before(file.modified, moment):
        return "passed", (plain(path),)
    if track.handoff is not None and path in uncommitted_paths(track.handoff.state):  # no commit has what it said
        return "unknown", (f"{path} was uncommitted at the handoff. Its content at that time is unknown.",)
    if fact is None or fact.before is None or fact.now is None:
        doubt = _not_compared(path, moment, evidence)
        return ("passed", (plain(path),)) if doubt is None else ("unknown", (doubt,))
    before, now = _lines(fact.before), _lines(fact.now)
    if [bare for bare, _ in before] == [bare for bare, _ in now]:
        return "passed", (f"{path}, same as in commit {fact.base:.8}, ticks ignored",)
    shows = Way((("git", "diff", _short(fact), "--", literal(path)),)).typed()
    differs = f"{path} differs from commit {fact.base:.8}, ticks ignored. `{shows}` shows the difference."
    lines = [*(f"-{line}" for line in _without(before, now)), *(f"+{line}" for line in _without(now, before))]
    rest = len(lines[_PLANS_SHOWN:])
    more = (f"and {counted(rest, 'more line')}",) if rest else ()
    return "failed", (differs, *map(plain, lines[:_PLANS_SHOWN]), *more)


def _not_compared(path: str, moment: str | None, evidence: Facts) -> Words | None:
    """Whether a file that git has not from then may have changed, by what git and disk say of it now."""
    repository, file, fact = evidence.repository, evidence.files.get(path), evidence.plans.get(path)
    why = _problem(fact) or "It could not be compared."
    commit = next((each for each in repository.recent if path in each.files), None)
    if commit is not None:
        return f"{path} changed in {commit.id:.8} {commit.subject}. {why}"
    if any(each.cut for each in repository.recent):
        return "The clone is shallow; the plan may have changed in a commit that it does not contain."
    if moment is None:
        return f"{path}: {why}"
    written_at = file.modified if file is not None else None
    return f"{path} was written {written_at}. {why}" if written_at is not None else None


def _problem(fact: PlanFact | FileFact | RepositoryFacts | None) -> Words | None:
    """Why something could not be looked up."""
    return fact.problem if fact is not None else None


def _lines(text: str) -> list[tuple[str, str]]:
    """The lines of a plan, each as it is compared, without what is only a tick, and as it is shown."""
    pairs = ((_bare(line), " ".join(line.split())[:_LONGEST]) for line in _LINE_END.split(text))
    return [(bare, line) for bare, line in pairs if bare]


def _without(lines: Sequence[tuple[str, str]], others: Sequence[tuple[str, str]]) -> Iterator[str]:
    """The lines that the others have not, or not as often."""
    remaining = Counter(bare for bare, _ in others)
    for bare, line in lines:
        if remaining[bare]:
            remaining[bare] -= 1
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


_SHOWN = 20
_GONE_FIRST = ("in conflict", "deleted", "removed", "changed", "new")
_ID = regex(r"[0-9a-f]{40,64}")


def checks(
    track: Track, evidence: Facts, more: Resumption = NOTHING_MORE, own: Collection[str] = ()
) -> Iterator[Check]:
    """The checks of what was looked up in git and on disk. While git is in the middle of something it refuses to commit
    and to switch: that line has the way out, no other one a command that cannot work.
    """
    repository = evidence.repository
    if repository.operation is not None:
        yield _under_way(repository.operation, repository)
    files: tuple[Check, ...] = ()
    if track.handoff is not None:
        yield from _commits(track.handoff, repository, track.folder)
        files = tuple(_files(track, evidence))
        yield from files
        yield from _uncommitted(track, track.handoff, evidence)
        yield from _branch(track.handoff, repository)
    yield from _since(track, repository, since(track, more, own))
    plans = tuple(check_plans(track, evidence, more, own))
    elsewhere = {path for check in (*files, *plans) if check.result == "failed" for path in check.files}
    yield _tree(track, repository, more, elsewhere)
    yield from plans


def _under_way(operation: str, repository: RepositoryFacts) -> Check:
    paths = [path for path, each in repository.differences.items() if each == "in conflict"]
    in_conflict = _cut([f"{path} is in conflict." for path in paths])
    ends = f"Resolve and add every conflict, then run `git {operation} --continue`."
    fact = f"A {operation} is in progress"
    line = failed("operation", "No git operation is in progress", fact, *in_conflict, ends)
    return replace(line, files=tuple(paths), brings_back=(Way((("git", operation, "--abort"),), "Take it back"),))


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
    good = [(fact, held) for fact in facts if (held := fact.in_head) is not None]
    if good:
        others = "The other commits are in the history of HEAD"
        evidence = (_held(handoff, fact, fact.commit or held) for fact, held in good)
        yield passed("commits", claim if len(good) == len(facts) else others, *evidence)
    for fact in facts:
        if not fact.in_head:
            yield _bad_commit(handoff, fact, repository, state)


def _held(handoff: Handoff, fact: CommitFact, commit: Commit) -> Words:
    again = f"; its change is in HEAD as {fact.again.id:.8}" if fact.again is not None else ""
    return f"{clause(_of(handoff, fact))}: {commit.id:.8} {commit.subject}{again}"


def _each_once(facts: list[CommitFact]) -> list[CommitFact]:
    """Without those that name the commit of an earlier one again: a task's is often the one that was checked out."""
    first: list[CommitFact] = []
    for fact in facts:
        same = (each.commit == fact.commit if fact.commit else fact.claimed.startswith(each.claimed) for each in first)
        if not any(same):
            first.append(fact)
    return first


def _bad_commit(handoff: Handoff, fact: CommitFact, repository: RepositoryFacts, state: str) -> Check:
    whose, claimed = _of(handoff, fact), fact.claimed
    short = claimed[:_SHORT] if _ID.fullmatch(claimed) else claimed[:40]
    claim = f"{clause(whose)}: commit {short} is in HEAD"
    if fact.commit is None and repository.shallow and is_commit_id(claimed):
        why: Words = "The clone is shallow; its history may not reach back to the commit."
        return unknown("commit", claim, why, subject=claimed)
    if fact.commit is None:
        no_such = f"{clause(whose)}: commit {short} does not exist"
        why = fact.problem or "The repository has no such commit."
        return failed("commit", claim, no_such, why, subject=claimed)
    if fact.ancestor is None:
        why = fact.problem or "Git cannot determine whether HEAD contains the commit."
        return unknown("commit", claim, why, subject=claimed)
    commit, subject = fact.commit.id, fact.commit.subject
    on = fact.branch or "no branch"
    elsewhere = f"{commit:.8} {subject} exists, but HEAD does not contain it: it is on {on}."
    way, beside = regaining(fact.commit, repository.changed, state)
    if way is None:
        return unknown("commit", claim, elsewhere, *beside, subject=claimed)
    not_in_head = f"{clause(whose)}: commit {short} is not in HEAD"
    lost = failed("commit", claim, not_in_head, elsewhere, *beside, subject=claimed)
    branch = str(fact.branch or "").removeprefix("branch ")
    is_on_branch = branch != str(fact.branch or "")
    back = switching(branch) if is_on_branch else ()  # the work goes on there; a copy would make two of it
    ways = (*back, way) if repository.operation is None else ()
    return replace(lost, brings_back=ways, files=(*fact.commit.files, *fact.commit.deleted))


def _of(handoff: Handoff, fact: CommitFact) -> Words:
    """Whose commit it is: a task, or the state when the handoff was written."""
    task = next((each for each in handoff.completed if each.commit == fact.claimed), None)
    if task is None:
        return "HEAD at the handoff"
    if task.id:
        return f"Task {task.id}"
    return plain(task.name) if task.name else "A task"


def _files(track: Track, evidence: Facts) -> Iterator[Check]:
    """One line for all files that are there, one for each that is not."""
    handoff = track.handoff
    made: dict[str, Words] = {**_files_of_commits(evidence.repository, track.folder)}
    made |= dict.fromkeys(named_files(handoff) if handoff is not None else (), "named by the handoff")
    made |= dict.fromkeys(track.verify.files, "to be verified")
    looked = [(path, why, evidence.files.get(path)) for path, why in made.items()]
    there = [_named(path, why) for path, why, fact in looked if fact is not None and fact.exists]
    claim = "The files exist"
    if there:
        others = "The other files exist"
        every = len(there) == len(looked)
        yield passed("files", claim if every else others, *_cut(there))
    elif not looked:
        known = not (handoff and any(claimed_commits(handoff)))
        of_commits = "" if known else ", and the files of its commits are unknown"
        yield unknown("files", claim, f"The handoff names no file{of_commits}.")
    yield from _removed(evidence.repository, track.folder, looked=made)
    for path, why, fact in looked:
        if fact is None or not fact.exists:
            yield _without_its_work(missing_file(path, why, evidence), handoff)


def _named(path: str, why: Words) -> str:
    return f"{path}, {clause(why)}"


def _removed(repository: RepositoryFacts, state: str, *, looked: Collection[str]) -> Iterator[Check]:
    """A line where a commit since removed what a task left: that may be meant, and an agent must not look for it."""
    missing = removed_since(repository, state)
    unnamed = [f"{path}, removed by {by.id:.8} {by.subject}" for path, by in missing.items() if path not in looked]
    if unnamed:
        yield unknown("removed", "The files of the tasks still exist", *_cut(unnamed))


def removed_since(repository: RepositoryFacts, state: str) -> dict[str, Commit]:
    """The files of the claimed commits that a later commit removed, each with that commit."""
    commits = [fact.in_head for fact in repository.commits.values() if fact.in_head is not None]
    by = removed_by(repository)
    return {path: by[path] for commit in commits for path in work_among(commit.files, state) if path in by}


def _uncommitted(track: Track, handoff: Handoff, evidence: Facts) -> Iterator[Check]:
    """One line for the files that the handoff calls not committed: each lies there still, or a commit since has it, or
    its work is lost. One that is not there has a line of its own.
    """
    repository = evidence.repository
    paths = uncommitted_paths(handoff.state)
    there = [path for path in paths if (file := evidence.files.get(path)) is None or file.exists is not False]
    work = [path for path in there if path in (*work_among([path], track.folder), *plan_files(track))]
    if not work or repository.problem is not None or repository.changed is None:
        return
    claim = "Work that was uncommitted at the handoff still exists"
    became = {path: _became(path, evidence) for path in work}
    lost = [f"{path} is the same as in HEAD, and no later commit changed it." for path in work if became[path] is None]
    found = [each for each in became.values() if each is not None]
    unsure = [each for path, each in became.items() if each is not None and each != _still_uncommitted(path)]
    if lost:
        way = "Look for it in `git stash list` and in your editor."
        yield failed("uncommitted", claim, "Work that was uncommitted at the handoff is lost", *lost, *unsure, way)
    elif unsure:
        yield unknown("uncommitted", claim, *unsure)
    else:
        yield passed("uncommitted", claim, *found)


def _became(path: str, evidence: Facts) -> Words | None:
    """What became of a file that was not committed at the handoff; None where its work is lost."""
    repository, file = evidence.repository, evidence.files.get(path)
    if path in _touched_since(repository):
        return f"{path} was changed by a later commit. Check that it contains the work."
    if path not in (repository.changed or ()):
        cut = any(commit.cut for commit in repository.recent)
        return f"The clone is shallow; {path} may be in a commit that it does not contain." if cut else None
    if file is not None and file.empty:
        return f"{path} is empty. Whether it was empty at the handoff is unknown."
    return _still_uncommitted(path)


def _still_uncommitted(path: str) -> str:
    return f"{path}, uncommitted"


def committed_since(track: Track, evidence: Facts) -> tuple[str, ...]:
    """The paths that were not committed at the handoff and are in a commit since, with nothing left uncommitted."""
    uncommitted = uncommitted_paths(track.handoff.state) if track.handoff is not None else ()
    since, changed = _touched_since(evidence.repository), evidence.repository.changed or ()
    return tuple(path for path in uncommitted if path in since and path not in changed)


def _touched_since(repository: RepositoryFacts) -> set[str]:
    return {path for commit in repository.recent for path in (*commit.files, *commit.deleted)}


def _without_its_work(lost: Check, handoff: Handoff | None) -> Check:
    """The line of a file that is not there; one that had work which was not committed comes back without that."""
    if handoff is None or lost.result != "failed" or lost.subject not in uncommitted_paths(handoff.state):
        return lost
    in_git = "It was uncommitted at the handoff. The version in git does not contain that work."
    remark = in_git if lost.brings_back else "It was uncommitted at the handoff."
    return replace(lost, evidence=(*lost.evidence, remark))


def missing_file(path: str, why: Words, evidence: Facts) -> Check:
    """The line of a file that is not there, or that could not be looked at. What git had is gone, and comes back from
    there; anything else never was there, as far as is known.
    """
    repository, found = evidence.repository, evidence.files.get(path)
    claim = f"{path} exists"
    if found is None or found.exists is None:
        return unknown("file", claim, _problem(found) or "Not checked.", subject=path)
    kept_in = found.kept_in[:_SHORT] if found.kept_in is not None else None
    source = "HEAD" if path in (repository.changed or ()) else kept_in
    nowhere = (
        ("No commit contains it, so git cannot restore it.",) if source is None and repository.problem is None else ()
    )
    fact = f"{path} {'no longer exists' if source else 'does not exist'}"
    lost = failed("file", claim, fact, f"It was {clause(why)}.", *nowhere, subject=path)
    ways = (Way((("git", "checkout", source, "--", literal(path)),)),) if source else ()
    return replace(lost, files=(path,), brings_back=ways)


def _files_of_commits(repository: RepositoryFacts, state: str) -> dict[str, Words]:
    """The files that the claimed commits left behind, each with the commit that made it; none of the folder `state`,
    whose files come and go with the handoffs.
    """
    commits = [fact.in_head for fact in repository.commits.values() if fact.in_head is not None]
    removed = {path for commit in (*commits, *repository.recent) for path in commit.deleted}
    return {
        path: f"in commit {commit.id:.8}"
        for commit in commits
        for path in work_among(commit.files, state)
        if path not in removed
    }


def _branch(handoff: Handoff, repository: RepositoryFacts) -> Iterator[Check]:
    claim, now = "The branch is unchanged", repository.branch
    if repository.problem is not None:
        yield unknown("branch", claim, repository.problem)
        return
    if handoff.branch is None:
        yield _without_branch(claim, handoff, repository)
        return
    both = f"The handoff was on {handoff.branch}; now {now or 'no branch'} is checked out."
    if now == handoff.branch:
        yield passed("branch", claim, both)
        return
    fact = f"{'Another' if now else 'No'} branch is checked out"
    ways = switching(handoff.branch) if repository.operation is None else ()
    yield replace(failed("branch", claim, fact, both), brings_back=ways)


def _without_branch(claim: Words, handoff: Handoff, repository: RepositoryFacts) -> Check:
    """Of a handoff that names no branch: one that names a commit was written where none was checked out."""
    if handoff.head is None:
        return unknown("branch", claim, "The handoff names no branch.")
    if repository.branch is None:
        return passed("branch", claim, f"HEAD was detached at {handoff.head:.8} at the handoff and is still detached.")
    now = f"now {repository.branch} is checked out"
    return unknown("branch", claim, f"At the handoff, HEAD was detached at {handoff.head:.8}; {now}.")


_TREE = {
    "handoff": ("The handoff names all uncommitted files", "Uncommitted files that the handoff does not name"),
    "state": ("The state file names all uncommitted files", "Uncommitted files that the state file does not name"),
    None: ("No uncommitted files", "Uncommitted files"),
}
"""Claim and fact by who speaks of uncommitted work."""


def _tree(track: Track, repository: RepositoryFacts, more: Resumption, elsewhere: Set[str]) -> Check:
    """Uncommitted work that the handoff or the state speaks of is no surprise; the state files themselves do not
    count, nor does what another line tells (`elsewhere`).
    """
    touched = {file.path for file in more.files}
    who = "handoff" if track.handoff is not None else "state" if touched else None
    claim, fact = _TREE[who]
    if repository.problem is not None or repository.changed is None:
        return unknown("tree", claim, repository.problem or _TOO_LONG)
    handoff = track.handoff
    named = (*named_files(handoff), *uncommitted_paths(handoff.state)) if handoff is not None else ()
    known = {*named, *touched, *more.plans}
    missing = [path for path, commit in gone_of_state(track, repository).items() if commit is None]
    changed = [*work_among(repository.changed, track.folder), *missing]
    strange = [path for path in changed if path not in known and path not in elsewhere]
    if strange:
        differing = [(path, repository.differences.get(path, "changed")) for path in strange]
        listed = sorted(differing, key=lambda each: _GONE_FIRST.index(each[1]))
        told = [f"{path} is {'deleted' if each == 'removed' else each}" for path, each in listed]
        ways = restoring((path for path, _ in listed[:_SHOWN]), repository.differences)
        return replace(failed("tree", claim, fact, *_cut(told)), brings_back=ways)
    if changed:
        claim = claim if elsewhere.isdisjoint(changed) else "No other uncommitted files"
        by = f"named by the {'handoff' if who == 'handoff' else 'state file'}"
        apart = "listed in a separate check"
        return passed("tree", claim, *_cut([_named(path, by if path in known else apart) for path in changed]))
    state = any(path.startswith(track.folder) for path in repository.changed)
    others = track.folder if state else ".cockpit/"
    return passed("tree", claim, f"The working tree is clean{f', except for {others}' if repository.changed else ''}.")


# The commits since: what was done there must not be done again

_WORDS = regex(r"[\w@.+/-]+")


def _since(track: Track, repository: RepositoryFacts, moment: str | None) -> Iterator[Check]:
    """One line for the commits of work since the handoff, or certainly since an agent wrote the state: they may have
    done what is called open. Those that change what comes next stand first."""
    handoff = track.handoff
    if handoff is not None and why_used(track) is not None:
        return
    to_do = (handoff.next_action or "", *handoff.remaining) if handoff is not None else ()
    stated = str(track.next_action.text) if handoff is None and track.next_action is not None else ""
    words = {word.rstrip(".") for text in (*to_do, stated) for word in _WORDS.findall(text) if {*"./"} & {*word}}
    known = {fact.in_head.id for fact in repository.commits.values() if fact.in_head is not None}
    done, others = list[str](), list[str]()
    for commit in repository.recent:
        paths = (*commit.files, *commit.deleted)
        is_of_state = track.path in paths or not certainly_before(moment, commit.at)
        if commit.id in known or (handoff is None and is_of_state):
            continue
        called = [path for path in paths if path in words or path.rpartition("/")[2] in words]
        if called or work_among(paths, track.folder):
            shown = listed(first_few(called or work_among(paths, track.folder)))
            shown += ", named as still to be done" if called else ""
            (done if called else others).append(f"{commit.id:.8} {commit.subject} ({shown})")
    if done or others:
        by = "the handoff" if handoff is not None else "the state was written"
        yield unknown("since", f"{counted(len(done) + len(others), 'commit')} since {by}", *_cut([*done, *others]))


# The files that the state says its steps touched: of a step that was not ended, and of all others

_TOO_LONG = "Git took too long to compare the files."


def check_changes(more: Resumption, evidence: Facts, moment: str | None, state: str | None = None) -> Iterator[Check]:
    """A line for each step that was begun and not ended, one for the files of the others; `moment` is when an agent
    wrote the state last, `state` its file where no handoff waits.
    """
    for step in more.half:
        yield _half_done(step, [file for file in more.files if file.step == step], evidence)
    others = [file for file in more.files if file.step is None and not file.planned]
    if others:
        yield from _of_ended(others, evidence, moment, state)
    if more.elsewhere:
        claim = "All files named in the state are in the project"
        yield unknown("elsewhere", claim, *_cut([*map(plain, more.elsewhere)]))


def _half_done(step: str, files: list[NamedFile], evidence: Facts) -> Check:
    """What a step that was not ended has left: its work begins again, on whatever is there."""
    claim = f"{step} has left no unfinished files"
    repository = evidence.repository
    if not files:
        may_be = "What was committed since" if repository.changed == () else "Uncommitted files"
        why = f"The step was started and names no file. {may_be} may be its work."
        return unknown("half-done", claim, why, subject=step)
    missing = [f"{_named(file.path, file.why)}, does not exist" for file in files if _is_missing(file, evidence)]
    changed = [
        f"{_named(file.path, file.why)}, is {_how(file, evidence)} and uncommitted"
        for file in files
        if file.path in (repository.changed or ()) and not _is_missing(file, evidence)
    ]
    if missing or changed:
        fact = f"{step} {'has left unfinished files' if changed else 'names files that do not exist'}"
        return failed("half-done", claim, fact, *_cut([*missing, *changed]), subject=step)
    if repository.problem is not None or repository.changed is None:
        named = [_named(file.path, file.why) for file in files]
        return unknown("half-done", claim, repository.problem or _TOO_LONG, *_cut(named), subject=step)
    held = [f"{_named(file.path, file.why)}, {_stands(evidence.files.get(file.path))}" for file in files]
    return passed("half-done", claim, *_cut(held), subject=step)


def _stands(fact: FileFact | None) -> str:
    return "is the same as in HEAD" if fact is not None and fact.exists else "does not exist yet"


def _of_ended(files: list[NamedFile], evidence: Facts, moment: str | None, state: str | None) -> Iterator[Check]:
    """One line for all files of ended steps; one of its own for each that is gone, so that it is brought back alone."""
    lost = [file for file in files if _is_missing(file, evidence)]
    of_session = all(file.under_way for file in files)
    what = "files of the session exist" if of_session else "files of completed work are unchanged"
    claim = f"The {'other ' if lost else ''}{what}"
    there = [(file, _changed(file, evidence, moment, state)) for file in files if file not in lost]
    changed = [f"{_named(file.path, file.why)}: {change}" for file, change in there if change is not None]
    doubts = [(file, _doubt_of_change(file, evidence, moment))
              for file, change in there if change is None and not file.gone]  # fmt: skip
    unsure = [f"{file.path}: {why}" for file, why in doubts if why is not None]
    if changed:
        yield failed("touched", claim, "Files of completed work have changed", *_cut(changed))
    elif unsure:
        yield unknown("touched", claim, *_cut(unsure))
    elif there:
        yield passed("touched", claim, *_cut([_named(file.path, file.why) for file, _ in there]))
    for file in lost:
        yield missing_file(file.path, file.why, evidence)


def _is_missing(file: NamedFile, evidence: Facts) -> bool:
    fact = evidence.files.get(file.path)
    return not (file.gone or file.planned) and fact is not None and fact.exists is False


def _changed(file: NamedFile, evidence: Facts, moment: str | None, state: str | None) -> Words | None:
    """How a file is otherwise than at that moment; None where it is not, or nobody can tell. A commit that has the
    state, too, tells of a change since only where the file was written before the commit was made, not checked out.
    """
    fact, repository = evidence.files.get(file.path), evidence.repository
    if file.gone:
        return "exists again" if fact is not None and fact.exists else None
    if file.under_way:
        return None
    if fact is not None and _is_older(fact, file, moment):
        return None  # a commit made since has it as it was
    written = fact.modified if fact is not None else None
    commit = next((each for each in repository.recent if file.path in each.files and not each.cut), None)
    if commit is not None and not (state in commit.files and not_after(commit.at, written)):
        return f"changed in {commit.id:.8} {commit.subject}"
    if file.path in (repository.changed or ()) and certainly_before(moment, written):
        return f"{_how(file, evidence)}, written {written}"
    return None


def _is_older(fact: FileFact, file: NamedFile, moment: str | None) -> bool:
    """Whether a file was written by that moment, or by the time the step that touched it was completed."""
    return not_after(fact.modified, moment) or not_after(fact.modified, file.ended)


def _doubt_of_change(file: NamedFile, evidence: Facts, moment: str | None) -> Words | None:
    """Why nobody can tell whether a file was changed; None where git can, or it is surely older."""
    fact, repository = evidence.files.get(file.path), evidence.repository
    if fact is None or fact.exists is None:
        return _problem(fact) or "Not checked."
    if file.under_way:
        return None
    if moment is None:
        return "The state file has no readable date."
    if _is_older(fact, file, moment):
        return None
    if repository.problem is not None or repository.changed is None:
        return f"written {fact.modified}; {_problem(repository) or _TOO_LONG}"
    return "The clone is shallow." if any(each.cut for each in repository.recent) else None


def _how(file: NamedFile, evidence: Facts) -> str:
    return evidence.repository.differences.get(file.path, "changed")


def _cut(evidence: Sequence[Words]) -> Sequence[Words]:
    """The first of them, and how many more there are."""
    more = len(evidence) - _SHOWN
    return [*evidence[:_SHOWN], f"and {more} more"] if more > 0 else evidence
