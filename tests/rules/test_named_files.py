"""The files that a state file says were touched, against git and disk."""

from dataclasses import replace

import pytest

from cockpit.model.checklist import Commit, Facts, FileFact, NamedFile, RepositoryFacts, Resumption
from cockpit.rules.checklist.all_checks import check_all, questions
from cockpit.rules.checklist.repository_checks import check_changes
from cockpit.rules.handoff.claims import is_own, since
from cockpit.wording.messages import Words, plain
from tests.support.model_builders import track

MOMENT = "2026-03-20T10:00:00Z"
BEFORE, AFTER = "2026-03-20T09:00:00Z", "2026-03-20T11:00:00Z"
ENDED = NamedFile(path="a.py", why=plain("created by phase 1"))
LATE = NamedFile(path="a.py", why=plain("created by phase 1"), ended="2026-03-20T11:30:00Z")
GONE = NamedFile(path="a.py", why=plain("deleted by phase 1"), gone=True)
OURS = NamedFile(path="a.py", why=plain("modified in the last session"), under_way=True)
HALF = NamedFile(path="a.py", why=plain("created by phase 2"), step="Phase 2")
PLANNED = NamedFile(path="a.py", why=plain("planned by phase 2"), step="Phase 2", planned=True)
LATER = Commit(id="abc12345" + "0" * 32, subject="feat: more", at=AFTER, files=("a.py",))


SINCE = f"changed in {LATER.id:.8} {LATER.subject}"
WRITTEN = f"changed, written {AFTER}"
UNCOMPARED = f"a.py: written {AFTER}; No git."


def named(why: str) -> str:
    return f"a.py, {why}"


def changed(why: str, change: str) -> str:
    return f"a.py, {why}: {change}"


def evidence(modified: str | None, **repository: object) -> Facts:
    """What git and disk say of the one file; it is not there where it has no time."""
    facts = RepositoryFacts(**{"changed": (), **repository})  # type: ignore[arg-type]  # by name
    return Facts(repository=facts, files={"a.py": FileFact(path="a.py", exists=bool(modified), modified=modified)})


@pytest.mark.parametrize(
    ("file", "modified", "repository", "came"),
    [
        (ENDED, BEFORE, {}, ("touched", "passed", named("created by phase 1"))),
        (ENDED, AFTER, {}, ("touched", "passed", named("created by phase 1"))),
        (ENDED, BEFORE, {"changed": ("a.py",)}, ("touched", "passed", named("created by phase 1"))),
        (ENDED, BEFORE, {"recent": (LATER,)}, ("touched", "passed", named("created by phase 1"))),
        (ENDED, AFTER, {"recent": (LATER,)},
         ("touched", "failed", changed("created by phase 1", SINCE))),
        (ENDED, AFTER, {"changed": ("a.py",)},
         ("touched", "failed", changed("created by phase 1", WRITTEN))),
        (LATE, AFTER, {"recent": (LATER,)}, ("touched", "passed", named("created by phase 1"))),
        (LATE, AFTER, {"problem": plain("No git.")}, ("touched", "passed", named("created by phase 1"))),
        (LATE, "2026-03-20T12:00:00Z", {"recent": (LATER,)},
         ("touched", "failed", changed("created by phase 1", SINCE))),
        (ENDED, None, {}, ("file", "failed", "It was created by phase 1.")),
        (ENDED, AFTER, {"problem": plain("No git.")}, ("touched", "unknown", UNCOMPARED)),
        (OURS, AFTER, {"recent": (LATER,)}, ("touched", "passed", named("modified in the last session"))),
        (OURS, AFTER, {"changed": ("a.py",)}, ("touched", "passed", named("modified in the last session"))),
        (OURS, None, {}, ("file", "failed", "It was modified in the last session.")),
        (GONE, None, {}, ("touched", "passed", named("deleted by phase 1"))),
        (GONE, AFTER, {}, ("touched", "failed", changed("deleted by phase 1", "exists again"))),
        (HALF, BEFORE, {}, ("half-done", "passed", "a.py, created by phase 2, is the same as in HEAD")),
        (HALF, BEFORE, {"changed": ("a.py",), "differences": {"a.py": "new"}},
         ("half-done", "failed", "a.py, created by phase 2, is new and uncommitted")),
        (HALF, None, {}, ("half-done", "failed", "a.py, created by phase 2, does not exist")),
        (HALF, BEFORE, {"problem": plain("No git.")}, ("half-done", "unknown", plain("No git."))),
        (PLANNED, None, {}, ("half-done", "passed", "a.py, planned by phase 2, does not exist yet")),
    ],
)  # fmt: skip
def test_a_file(file: NamedFile, modified: str | None, repository: dict[str, object], came: tuple[Words, ...]) -> None:
    more = Resumption(files=(file,), half=("Phase 2",) if file.step else ())
    (check,) = check_changes(more, evidence(modified, **repository), MOMENT)
    assert (check.code, check.result, check.evidence[0]) == came
    assert check.gate == ("ask" if came[1] == "failed" else None)


@pytest.mark.parametrize(
    ("modified", "result"), [("2026-03-20T10:30:00Z", "failed"), ("2026-03-21T09:00:00Z", "passed")]
)
def test_a_commit_with_the_state_file_in_it_is_no_change_since(modified: str, result: str) -> None:
    """In a clone every file is new, and is as it was when the state was; what was written in between is a change."""
    one, more = track(), Resumption(files=(ENDED,), stamps=(MOMENT,))
    found = evidence(modified, recent=(replace(LATER, files=("a.py", one.path)),))
    assert [check.result for check in check_all(one, found, {}, more=more) if check.code == "touched"] == [result]


def test_what_names_nothing_or_lies_elsewhere_is_unknown() -> None:
    found = list(check_changes(Resumption(half=("Phase 2",), elsewhere=("../b.py",)), evidence(BEFORE), MOMENT))
    assert [(check.code, check.result) for check in found] == [("half-done", "unknown"), ("elsewhere", "unknown")]


@pytest.mark.parametrize(
    ("changed", "may_be"),
    [((), "What was committed since"), (("b.py",), "Uncommitted files"), (None, "Uncommitted files")],
)
def test_a_clean_tree_holds_no_uncommitted_work_of_a_step(changed: tuple[str, ...] | None, may_be: str) -> None:
    (check,) = check_changes(Resumption(half=("Phase 2",)), evidence(BEFORE, changed=changed), MOMENT)
    assert [*check.evidence] == [f"The step was started and names no file. {may_be} may be its work."]


def test_what_the_person_changed_does_not_make_the_state_newer() -> None:
    more = Resumption(stamps=(AFTER, MOMENT, BEFORE), files=(HALF, ENDED), plans=("plan.md",), half=("Phase 2",))
    session = track(updated=AFTER)
    assert [since(session, more, own) for own in ((), (AFTER,), (AFTER, MOMENT))] == [AFTER, MOMENT, BEFORE]
    asked = questions(session, more, (AFTER,))
    assert (asked.files, asked.plans, asked.since) == (("a.py",), ("plan.md",), MOMENT)


@pytest.mark.parametrize(
    ("stamp", "own", "result"),
    [
        ("2026-01-29T16:20:31Z", "2026-01-29T16:20:31.654321Z", True),
        ("2026-01-29T16:20:31Z", "2026-01-29T16:20:40Z", False),  # an agent wrote, and the person at once after it
        ("2026-01-29T16:20:00Z", "2026-01-29T16:20:40Z", True),  # perhaps to the minute
        ("2026-01-29T16:19:00Z", "2026-01-29T16:20:40Z", False),
        ("2026-01-29", "2026-01-29T16:20:40Z", True),
        ("2026-01-30", "2026-01-29T16:20:40Z", False),
        ("soon", "2026-01-29T16:20:40Z", False),
    ],
)
def test_a_stamp_of_the_persons_change_says_nothing_of_the_agents(stamp: str, own: str, result: bool) -> None:
    assert is_own(stamp, (own,)) is result


def test_what_the_state_names_is_no_surprise_in_the_working_tree() -> None:
    more = Resumption(files=(HALF,), half=("Phase 2",))
    found = check_all(track(), evidence(BEFORE, changed=("a.py", "b.py")), {}, more=more)
    (tree,) = [check for check in found if check.code == "tree"]
    assert (tree.statement, tree.evidence) == (
        "Uncommitted files that the state file does not name",
        ("b.py is changed",),
    )
