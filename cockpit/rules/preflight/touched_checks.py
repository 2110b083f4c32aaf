"""The files that the state says its steps touched: of a step that was not ended, and of all others."""

from collections.abc import Iterator

from cockpit.model.checklist import Check, Evidence, FileFact, NamedFile, Resumption
from cockpit.rules.instants import certainly_before, not_after
from cockpit.rules.preflight.repository_checks import lost_file
from cockpit.rules.preflight.results import failed, passed, unknown

_SHOWN = 20
_SHORT = 8


def checks(more: Resumption, evidence: Evidence, moment: str | None) -> Iterator[Check]:
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
    unsure = [f"{file.path}: {why}" for file in kept if (why := _doubt(file, evidence, moment))]
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
        return f"changed in {commit.id[:_SHORT]} {commit.subject}"
    written = fact.modified if fact is not None else None
    if file.path in (repository.changed or ()) and certainly_before(moment, written):
        return f"{_how(file, evidence)}, written {written}"
    return None


def _is_older(fact: FileFact, file: NamedFile, moment: str | None) -> bool:
    """Whether a file was written by that moment, or by the time the step that touched it was completed."""
    return not_after(fact.modified, moment) or not_after(fact.modified, file.ended)


def _doubt(file: NamedFile, evidence: Evidence, moment: str | None) -> str | None:
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
    more = [f"and {len(told) - _SHOWN} more"] if len(told) > _SHOWN else []
    return [*told[:_SHOWN], *more]
