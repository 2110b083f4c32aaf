"""The checklist before work goes on: what is asked, and what each answer means."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from cockpit.model import (
    Blocker,
    Continuity,
    Finding,
    Handoff,
    HandoffTask,
    Phase,
    Position,
    Step,
    Track,
    Verify,
    Waiting,
)  # fmt: skip
from cockpit.model.checklist import (
    Check,
    Commit,
    CommitFact,
    Difference,
    Facts,
    FileFact,
    NamedFile,
    PlanFact,
    RepositoryFacts,
    Resumption,
)
from cockpit.model.intents import Answer
from cockpit.rules.checklist.all_checks import check_all, news, questions
from cockpit.rules.checklist.check_kinds import failed, passed, unknown
from cockpit.rules.handoff.claims import paths_in
from cockpit.rules.unread import key_of, unread_findings
from cockpit.wording.messages import Message, clause, plain
from tests.support.model_builders import acknowledgment, threshold, track
from tests.support.said import Said

CREATED = "2026-01-29T14:00:00Z"
MODEL = Commit(id="abc1234" + "0" * 33, subject="feat: model", at="2026-01-29T13:00:00Z", files=("src/model.ts",))


def handoff(**values: Any) -> Handoff:
    return Handoff(**{
        "path": ".autopilot/holding-pattern.md", "phase": "3", "plan": "2", "task": "3", "total_tasks": "5",
        "created": CREATED, "next_action": "Create Dashboard.tsx",
        "completed": (HandoffTask(id="1", name="Create model", commit="abc1234", status="✅"),),
    } | values)  # fmt: skip


def waiting_track(**values: Any) -> Track:
    step = {"phase": Step(id="3"), "plan": Step(id="2"), "task": Step(id="3", total=5)}
    return track(**{"handoff": handoff(), "position": Position(**step), "updated": "2026-01-29T14:01:00Z"} | values)


def repository(**values: Any) -> RepositoryFacts:
    facts = {"abc1234": CommitFact(claimed="abc1234", commit=MODEL, ancestor=True)}
    return RepositoryFacts(**{"head": MODEL.id, "branch": "main", "changed": (), "commits": facts} | values)


def evidence(files: Mapping[str, bool | None] | None = None, **values: Any) -> Facts:
    looked = {"src/model.ts": True} | dict(files or {})
    return Facts(
        repository=repository(**values),
        files={path: FileFact(path=path, exists=there, modified=CREATED) for path, there in looked.items()},
    )


def is_now(path: str, difference: Difference) -> Message:
    return f"{path} is {difference}"


def about(path: str, why: Message) -> Message:
    return f"{path}, {clause(why)}"


def dates(created: str) -> Message:
    return f"Handoff dated {created}, state dated 2026-01-29T14:01:00Z."


def placed(**ids: str) -> Message:
    parts = [f"{part} {each}" for part, each in ids.items()]
    return f"{', '.join(map(clause, parts))}"


def line(checks: tuple[Check, ...], code: str) -> Check:
    found = [check for check in checks if check.code == code]
    assert len(found) == 1, f"{code}: {[check.code for check in checks]}"
    return found[0]


def may_resume(checks: tuple[Check, ...]) -> bool:
    return not any(check.open for check in checks)


def test_a_handoff_that_is_true_passes_every_line() -> None:
    checks = check_all(waiting_track(handoff=handoff(branch="main")), evidence(), {})
    assert {check.result for check in checks} == {"passed"}
    assert may_resume(checks)
    assert [check.code for check in checks] == [
        "commits", "files", "branch", "tree", "next-action", "task", "position", "age", "thresholds", "blockers",
    ]  # fmt: skip
    assert line(checks, "commits").evidence == (f"Task 1: {MODEL.id:.8} feat: model",)
    assert line(checks, "files").evidence == (about("src/model.ts", f"in commit {MODEL.id:.8}"),)


@pytest.mark.parametrize(
    ("changes", "code", "result", "told"),
    [
        ({"next_action": None}, "next-action", "failed", "The prompt takes the next action from the state file."),
        ({"task": "7"}, "task", "failed", "Task 7 of 5."),
        ({"task": "3.2.3"}, "task", "passed", "Task 3.2.3 of 5."),
        ({"task": "three"}, "task", "unknown", "The handoff names no task number or no total."),
        ({"task": "0"}, "task", "failed", "Task 0 of 5."),
        ({"phase": "03"}, "position", "passed", placed(phase="03", plan="2", task="3")),
        (
            {"phase": "4"},
            "position",
            "failed",
            "The handoff is for phase 4, but the state is at phase 3.",
        ),
        ({"plan": "3.2"}, "position", "passed", placed(phase="3", plan="3.2", task="3")),
        (
            {"plan": "3.1"},
            "position",
            "failed",
            "The handoff is for plan 3.1, but the state is at plan 2.",
        ),
        ({"created": "2026-01-29T12:00:00Z"}, "age", "failed", dates("2026-01-29T12:00:00Z")),
        ({"created": "2026-01-29T13:30:00Z"}, "age", "passed", dates("2026-01-29T13:30:00Z")),
        ({"created": "2026-01-29"}, "age", "passed", dates("2026-01-29")),
        ({"created": None}, "age", "unknown", "The handoff has no readable date."),
        ({"branch": "feature"}, "branch", "failed", "The handoff was on feature; now main is checked out."),
        ({"branch": None}, "branch", "unknown", "The handoff names no branch."),
        (
            {"branch": None, "head": MODEL.id},
            "branch",
            "unknown",
            f"At the handoff, HEAD was detached at {MODEL.id:.8}; now main is checked out.",
        ),
        ({"completed": ()}, "commits", "unknown", "The handoff names no commit."),
    ],
)
def test_what_the_handoff_itself_says(changes: dict[str, Any], code: str, result: str, told: Message) -> None:
    found = line(check_all(waiting_track(handoff=handoff(**changes)), evidence(), {}), code)
    assert (found.result, found.evidence[0]) == (result, told)
    assert found.gate == ("ask" if result == "failed" else None)


def test_no_branch_then_and_none_now_is_the_same() -> None:
    found = line(check_all(waiting_track(handoff=handoff(head=MODEL.id)), evidence(branch=None), {}), "branch")
    told = f"HEAD was detached at {MODEL.id:.8} at the handoff and is still detached."
    assert (found.result, found.evidence) == ("passed", (told,))


@pytest.mark.parametrize(
    ("updated", "own", "result"),
    [
        ("2026-01-29T16:30:00Z", (), "failed"),
        ("2026-01-29T16:30:00Z", ("2026-01-29T16:30:00Z",), "passed"),
        ("2026-01-29T16:30:00Z", ("2026-01-29T16:30:40Z",), "passed"),
        ("2026-01-29T16:30:00Z", ("2026-01-29T15:00:00Z", "2026-01-29T16:31:00Z", "nonsense"), "failed"),
        ("2026-01-30", ("2026-01-30T08:00:00Z",), "passed"),
        ("2026-01-31", ("2026-01-30T08:00:00Z",), "failed"),
    ],
)
def test_what_a_person_changed_with_cockpit_says_nothing_of_work(
    updated: str, own: tuple[str, ...], result: str
) -> None:
    assert line(check_all(waiting_track(updated=updated), evidence(), {}, own), "age").result == result


@pytest.mark.parametrize(
    ("code", "severity", "pointed", "lines"),
    [
        ("handoff-unreadable", "warning", None, ["A handoff cannot be read: It is empty."]),
        ("empty-file", "error", ".autopilot/holding-pattern.md", ["A handoff cannot be read: It is empty."]),
        ("is-a-folder", "error", "holding-pattern.md", ["A handoff cannot be read: It is empty."]),
        ("empty-file", "error", "other.md", ["The state is not fully readable: holding-pattern.md: It is empty."]),
        ("empty-file", "error", None, ["The state is not fully readable: holding-pattern.md: It is empty."]),
        ("over-limit", "warning", ".autopilot/holding-pattern.md", []),
    ],
)
def test_a_handoff_that_cannot_be_read_holds_the_resume(
    code: str, severity: Any, pointed: str | None, lines: list[str]
) -> None:
    lost = Finding(code=code, severity=severity, path=".autopilot/holding-pattern.md", message=plain("It is empty."))
    values = {"findings": (lost,), "continuity": Continuity(resume_file=pointed)}
    checks = check_all(waiting_track(handoff=None, **values), evidence(), {})
    assert [check.whole for check in checks if check.result == "failed"] == lines
    assert may_resume(checks) is (lines == [])
    assert not any(check.code == "handoff" for check in check_all(waiting_track(**values), evidence(), {}))


@pytest.mark.parametrize(
    ("known", "resolved", "told"),
    [
        ((), (), ("No printer", "phase 3: the test account")),
        ((Blocker(text="No printer."),), (), ("phase 3: the test account",)),
        ((Blocker(text="the no printer case"),), ("Phase 3: The test account is not open",), ()),
        ((Blocker(text="No printer", status="resolved"),), (), ("phase 3: the test account",)),
    ],
)
def test_a_blocker_that_only_the_handoff_tells_is_a_line_of_its_own(
    known: tuple[Blocker, ...], resolved: tuple[str, ...], told: tuple[str, ...]
) -> None:
    values = {"handoff": handoff(blockers=("No printer", "phase 3: the test account")), "blockers": known}
    checks = check_all(waiting_track(**values), evidence(), {}, (), resolved)
    found = [check for check in checks if check.code == "told-blockers"]
    assert [(check.result, check.gate, check.evidence) for check in found] == (
        [("unknown", None, tuple(f"The handoff says: {each}" for each in told))] if told else []
    )
    held = [check.claim for check in checks if check.code == "blockers"]
    if not any(each.holds for each in known):
        assert held == ["No blocker is open in the state file" if told else "No blocker is open"]
    else:
        assert held == []


@pytest.mark.parametrize("context", [42.0, 95.0], ids=["alert", "stop"])
def test_the_context_of_the_session_that_ended_asks_nobody(context: float) -> None:
    full = threshold(metric="context", unit="percent", value=context, level="alert" if context < 50 else "stop")
    checks = check_all(waiting_track(thresholds=(full,)), evidence(), {})
    assert line(checks, "fresh").result == "passed"
    assert line(checks, "thresholds").evidence == ()
    assert may_resume(checks)
    without = check_all(waiting_track(thresholds=(full,), handoff=None), evidence(), {})
    assert not may_resume(without)  # no session was ended: it may still be that one


@pytest.mark.parametrize(
    ("title", "project", "result"),
    [
        ("TaskFlow", "TaskFlow", "passed"),
        ("TaskFlow", "taskflow", "passed"),
        ("Checkout:\n- one page\n- guests", "Checkout: - one page - guests", "passed"),
        ("TaskFlow", "Other", "failed"),
    ],
)
def test_a_handoff_of_another_project(title: str, project: str, result: str) -> None:
    checks = check_all(waiting_track(title=title, handoff=handoff(project=project)), evidence(), {})
    assert line(checks, "project").result == result


@pytest.mark.parametrize(
    ("fact", "result", "told"),
    [
        (CommitFact(claimed="abc1234", commit=MODEL, ancestor=False), "failed",
         f"{MODEL.id:.8} feat: model exists, but HEAD does not contain it: it is on no branch."),
        (CommitFact(claimed="abc1234", commit=MODEL, ancestor=False, branch="branch next"), "failed",
         f"{MODEL.id:.8} feat: model exists, but HEAD does not contain it: it is on branch next."),
        (CommitFact(claimed="abc1234", commit=MODEL), "unknown",
         "Git cannot determine whether HEAD contains the commit."),
        (CommitFact(claimed="abc1234", problem="It is no commit id."), "failed", "It is no commit id."),
        (CommitFact(claimed="abc1234"), "failed", "The repository has no such commit."),
    ],
)  # fmt: skip
def test_a_commit_that_is_not_there(fact: CommitFact, result: str, told: str) -> None:
    checks = check_all(waiting_track(), evidence(commits={"abc1234": fact}), {})
    found = line(checks, "commit")
    assert (found.claim, found.subject) == (
        "Task 1: commit abc1234 is in HEAD",
        "abc1234",
    )
    assert (found.result, found.evidence) == (result, (told,))
    assert not any(check.code == "commits" for check in checks)


@pytest.mark.parametrize(
    ("files", "deleted", "changed", "way", "said"),
    [
        (("src/a.ts", ".autopilot/T.md"), (), (".autopilot/T.md",),
         "git checkout abc12340 -- src/a.ts && git commit -C abc12340 -- src/a.ts", ""),
        ((".autopilot/T.md",), (), (".autopilot/T.md",), "",
         "The commit changed only state files, and those on disk are newer. Nothing to recover."),
        ((".autopilot/T.md",), (), (), "git cherry-pick --ff abc12340", ""),
        (("src/a.ts",), (), None, "git cherry-pick --ff abc12340", ""),
        (("src/a.ts",), ("src/old.ts",), ("src/old.ts",),
         "git cherry-pick --ff abc12340", Said("checklist.picked-once-committed", ("src/old.ts",))),
        (("src/a.ts", ".autopilot/T.md"), ("src/old.ts",), (".autopilot/T.md",),
         "git cherry-pick --ff abc12340", Said("checklist.picked-once-committed", (".autopilot/T.md",))),
    ],
)  # fmt: skip
def test_a_lost_commit_does_not_come_back_over_newer_state(
    files: tuple[str, ...], deleted: tuple[str, ...], changed: tuple[str, ...] | None, way: str, said: str
) -> None:
    commit = replace(MODEL, files=files, deleted=deleted)
    lost = {"abc1234": CommitFact(claimed="abc1234", commit=commit, ancestor=False)}
    found = line(check_all(waiting_track(), evidence(commits=lost, changed=changed), {}), "commit")
    assert [each.typed() for each in found.brings_back] == ([way] if way else [])
    assert found.evidence[1:] == ((said,) if said else ())
    assert found.result == ("failed" if way else "unknown")


def test_while_git_is_in_the_middle_of_something_no_command_is_offered_that_it_refuses() -> None:
    lost = {"abc1234": CommitFact(claimed="abc1234", commit=MODEL, ancestor=False)}
    found = evidence(commits=lost, changed=("src/a.ts",), operation="cherry-pick", branch=None,
                     differences={"src/a.ts": "in conflict"})  # fmt: skip
    checks = check_all(waiting_track(handoff=handoff(branch="main", head="abc1234")), found, {})
    first = line(checks, "operation")
    assert checks[0] == first
    assert (first.fact, first.evidence, [each.typed() for each in first.brings_back]) == (
        "A cherry-pick is in progress",
        (
            "src/a.ts is in conflict.",
            "Resolve and add every conflict, then run `git cherry-pick --continue`.",
        ),
        ["git cherry-pick --abort"],
    )
    assert {each.code for each in checks if each.brings_back} <= {"operation", "tree"}


@pytest.mark.parametrize("known", [True, False])
def test_a_commit_that_a_task_and_the_handoff_name_is_one_line(known: bool) -> None:
    fact = {"commit": MODEL, "ancestor": False} if known else {}
    facts = {each: CommitFact(claimed=each, **fact) for each in ("abc1234", MODEL.id)}
    checks = check_all(waiting_track(handoff=handoff(head=MODEL.id)), evidence(commits=facts), {})
    assert line(checks, "commit").claim == "Task 1: commit abc1234 is in HEAD"


def test_the_commit_that_was_checked_out() -> None:
    gone = "f" * 40
    facts = repository().commits | {gone: CommitFact(claimed=gone)}
    checks = check_all(waiting_track(handoff=handoff(head=gone)), evidence(commits=facts), {})
    assert line(checks, "commit").claim == "HEAD at the handoff: commit ffffffff is in HEAD"


def test_a_shallow_clone_contradicts_nothing() -> None:
    checks = check_all(waiting_track(), evidence(shallow=True, commits={"abc1234": CommitFact(claimed="abc1234")}), {})
    assert line(checks, "commit").result == "unknown"


def test_what_is_no_commit_id_is_none_in_a_shallow_clone_either() -> None:
    fact = CommitFact(claimed="--output=x", problem="It is no commit id.")
    told = handoff(completed=(HandoffTask(id="1", name="Model", commit="--output=x"),))
    checks = check_all(waiting_track(handoff=told), evidence(shallow=True, commits={"--output=x": fact}), {})
    assert [(each.result, each.evidence) for each in checks if each.subject == "--output=x"] == [
        ("failed", ("It is no commit id.",))
    ]


def test_without_git_nothing_is_claimed_to_be_wrong() -> None:
    bare = Facts(repository=RepositoryFacts(problem="git is not installed."))
    checks = check_all(waiting_track(), bare, {})
    told = {code: (line(checks, code).result, line(checks, code).evidence) for code in ("commits", "branch", "tree")}
    assert told == dict.fromkeys(("commits", "branch", "tree"), ("unknown", ("git is not installed.",)))
    assert may_resume(checks)


def test_a_file_a_commit_left_that_is_gone() -> None:
    checks = check_all(waiting_track(), evidence({"src/model.ts": False}), {})
    found = line(checks, "file")
    assert (found.claim, found.result) == ("src/model.ts exists", "failed")
    assert found.evidence[0] == f"It was {clause(f'in commit {MODEL.id:.8}')}."
    assert not may_resume(checks)


def test_a_file_that_a_later_commit_removed_is_not_missed() -> None:
    later = Commit(id="f" * 40, subject="drop it", at=CREATED, deleted=("src/model.ts",))
    checks = check_all(waiting_track(), evidence({"src/model.ts": False}, recent=(later,)), {})
    assert not any(check.code == "file" for check in checks)
    found = line(checks, "removed")
    assert (found.claim, found.result) == ("The files of the tasks still exist", "unknown")
    assert found.evidence == (f"src/model.ts, removed by {'f' * 40:.8} drop it",)
    assert may_resume(checks)


@pytest.mark.parametrize(
    ("later", "said"),
    [
        ((), f"src/model.ts, removed by {'f' * 40:.8} drop it"),
        ((Commit(id="e" * 40, subject="again", at=CREATED, files=("src/model.ts",)),), None),
        ((Commit(id="e" * 40, subject="drop", at=CREATED, deleted=("src/model.ts",)),),
         f"src/model.ts, removed by {'e' * 40:.8} drop"),
    ],
)  # fmt: skip
def test_what_a_commit_removed_and_another_brought_back_is_there(later: tuple[Commit, ...], said: str | None) -> None:
    dropped = Commit(id="f" * 40, subject="drop it", at=CREATED, deleted=("src/model.ts", "src/other.ts"))
    checks = check_all(waiting_track(), evidence({"src/model.ts": True}, recent=(*later, dropped)), {})
    assert [check.evidence for check in checks if check.code == "removed"] == ([(said,)] if said else [])


def test_a_removed_file_that_the_handoff_names_is_missed_once() -> None:
    dropped = Commit(id="f" * 40, subject="drop it", at=CREATED, deleted=("src/model.ts",))
    named = waiting_track(handoff=handoff(state="see `src/model.ts`"))
    found = evidence({"src/model.ts": False}, recent=(dropped,))
    kept = FileFact(path="src/model.ts", exists=False, kept_in=MODEL.id)
    checks = check_all(named, replace(found, files={"src/model.ts": kept}), {})
    assert line(checks, "file").fact == "src/model.ts no longer exists"
    assert not any(check.code == "removed" for check in checks)


def test_the_state_files_of_a_commit_are_no_work() -> None:
    left = (".autopilot/holding-pattern.md", "src/model.ts")
    facts = {"abc1234": CommitFact(claimed="abc1234", commit=replace(MODEL, files=left), ancestor=True)}
    found = evidence({left[0]: False}, commits=facts)
    checks = check_all(waiting_track(), found, {})
    assert line(checks, "files").evidence == (about("src/model.ts", f"in commit {MODEL.id:.8}"),)
    assert "file" not in [check.code for check in checks]
    named = waiting_track(handoff=handoff(state=f"see `{left[0]}`"))
    assert line(check_all(named, found, {}), "file").fact == f"{left[0]} does not exist"


PAGE = Commit(id="d" * 40, subject="feat: page", at="2026-01-30T09:00:00Z", files=("src/Dashboard.tsx",))
STYLE = Commit(id="e" * 40, subject="Style", at="2026-01-30T10:00:00Z", files=("src/page.css",))
STATE = Commit(id="f" * 40, subject="State", at="2026-01-30T11:00:00Z", files=(".autopilot/TRANSPONDER.md",))
DASHBOARD = "dddddddd feat: page (src/Dashboard.tsx, named as still to be done)"
SINCE: dict[str, tuple[dict[str, Any], tuple[Commit, ...], str | None]] = {
    "what comes next stands first": ({}, (STYLE, PAGE), f"{DASHBOARD} eeeeeeee Style (src/page.css)"),
    "the state files are no work": ({}, (STATE,), None),
    "what the handoff names is known": ({}, (MODEL,), None),
    "the work has moved on": ({"position": Position(phase=Step(id="4"))}, (PAGE,), None),
    "a word without end": ({"handoff": handoff(next_action="x" * 100_000)}, (STYLE,), "eeeeeeee Style (src/page.css)"),
    "without a handoff": ({"handoff": None}, (STYLE,), "eeeeeeee Style (src/page.css)"),
    "a commit of work and of the state file": (
        {"handoff": None},
        (replace(STYLE, files=(*STYLE.files, *STATE.files)),),
        None,
    ),
    "perhaps before the state was written": ({"handoff": None, "updated": "2026-01-30"}, (STYLE,), None),
}


@pytest.mark.usefixtures("promptly")
@pytest.mark.parametrize("case", SINCE)
def test_what_was_committed_since_may_be_done(case: str) -> None:
    values, recent, told = SINCE[case]
    found = [each for each in check_all(waiting_track(**values), evidence(recent=recent), {}) if each.code == "since"]
    assert [each.because.replace(";", "") for each in found] == ([told] if told else [])
    assert all(each.result == "unknown" for each in found)


def test_files_that_the_handoff_names() -> None:
    told = handoff(state="`src/live.ts:12` is half done", context="see src/queue.ts", next_action="write src/new.ts")
    looked = {"src/live.ts": False, "src/queue.ts": None}
    checks = check_all(waiting_track(handoff=told, verify=Verify(files=("docs/a.md",))), evidence(looked), {})
    assert {check.subject: check.result for check in checks if check.code == "file"} == {
        "src/live.ts": "failed",
        "src/queue.ts": "unknown",
        "docs/a.md": "unknown",
    }


@pytest.mark.parametrize(
    ("changed", "result", "told"),
    [
        ((), "passed", ("The working tree is clean.",)),
        ((".autopilot/TRANSPONDER.md",), "passed", ("The working tree is clean, except for .autopilot/.",)),
        (
            ("src/live.ts",),
            "passed",
            (about("src/live.ts", "named by the handoff"),),
        ),
        (
            ("src/live.ts", "src/other.ts"),
            "failed",
            (is_now("src/other.ts", "changed"),),
        ),
        (("notes.md",), "passed", (about("notes.md", "named by the handoff"),)),
        (None, "unknown", ("Git took too long to compare the files.",)),
        (
            tuple(f"f{n}" for n in range(25)),
            "failed",
            (*(is_now(f"f{n}", "changed") for n in range(20)), "and 5 more"),
        ),
    ],
)
def test_the_working_tree(changed: tuple[str, ...] | None, result: str, told: tuple[Message, ...]) -> None:
    state = handoff(state="`src/live.ts` is half done.\nNot committed: `notes.md`.")
    found = line(check_all(waiting_track(handoff=state), evidence(changed=changed), {}), "tree")
    assert (found.result, found.evidence) == (result, told)


@pytest.mark.parametrize(
    ("differences", "told", "back"),
    [
        ({"b.ts": "changed", "c.txt": "new"}, (is_now("b.ts", "changed"), is_now("c.txt", "new")), None),
        ({"b.ts": "changed", "c.txt": "new", "z.ts": "deleted"},
         (is_now("z.ts", "deleted"), is_now("b.ts", "changed"), is_now("c.txt", "new")),
         "git restore -- z.ts"),
        ({"a b.ts": "deleted", "$(x)": "deleted"},
         (is_now("a b.ts", "deleted"), is_now("$(x)", "deleted")),
         "git restore -- 'a b.ts' '$(x)'"),
        ({"[id].ts": "deleted", "i.ts": "changed", ":x": "deleted"},
         (is_now("[id].ts", "deleted"), is_now(":x", "deleted"), is_now("i.ts", "changed")),
         "git restore -- ':(literal)[id].ts' ':(literal):x'"),
        ({"a": "deleted", "b": "removed"}, (is_now("a", "deleted"), is_now("b", "deleted")),
         "git restore -- a && git restore -SW -- b"),
        ({"a\x1b": "deleted"}, (is_now("a\x1b", "deleted"),), None),
    ],
)  # fmt: skip
def test_what_became_of_uncommitted_files(
    differences: dict[str, Difference], told: tuple[str, ...], back: str | None
) -> None:
    stands = evidence(changed=tuple(differences), differences=differences)
    found = line(check_all(waiting_track(), stands, {}), "tree")
    assert (found.evidence, [each.typed() for each in found.brings_back]) == (told, [back] if back else [])


PLAN = ".autopilot/phases/03/ROUTE.md"


AFTER = "2026-01-29T15:00:00Z"
FORM, MAIL = "- [x] 1 Form\n", "- [ ] 2 Mail the  PDF\n"
ROUTE = f"# Route\n\n{FORM}{MAIL}\n| Task | Status |\n|---|---|\n| 3 | ⏳ Pending |\n\n**Status:** Draft\n"
TICKED = (
    "# Route\n\n- [x] 1 Form\n- [X] 2 Mail the PDF\n\n| Task | Status |\n|------|--------|\n| 3    | ✅ Done |\n\n"
    "**Status:** ✅ Complete\n"
)


def plan_fact(now: str | None, **values: Any) -> PlanFact:
    return PlanFact(**{"path": PLAN, "base": "feed" * 10, "before": ROUTE, "now": now} | values)


@pytest.mark.parametrize(
    ("now", "told"),
    [
        (ROUTE, None),
        (TICKED, None),
        (TICKED.replace("\n", "\r\n"), None),
        (ROUTE.replace("Form", "Forms"), ("-- [x] 1 Form", "+- [x] 1 Forms")),
        (ROUTE.replace(FORM, ""), ("-- [x] 1 Form",)),
        (TICKED.replace("Form", "\x0cForm\u2028") + "- [ ] 4 Export\n", ("+- [ ] 4 Export",)),
        (ROUTE.replace("Draft", "Complete rewrite"), ("-**Status:** Draft", "+**Status:** Complete rewrite")),
        (ROUTE.replace(FORM + MAIL, MAIL + FORM), ()),
    ],
)
def test_a_plan_is_held_against_the_one_at_the_handoff_apart_from_its_ticks(
    now: str, told: tuple[str, ...] | None
) -> None:
    touched = Commit(id="d" * 40, subject="tick", at=AFTER, files=(PLAN,))
    check = the_plan(evidence(recent=(touched,)), AFTER, plan_fact(now))
    if told is None:
        same = f"{PLAN}, same as in commit {'feed' * 10:.8}, ticks ignored"
        assert (check.result, check.evidence) == ("passed", (same,))
    else:
        command = f"git diff feedfeed -- {PLAN}"
        first = f"{PLAN} differs from commit {'feed' * 10:.8}, ticks ignored. `{command}` shows the difference."
        assert (check.result, check.fact) == ("failed", "The plan has changed")
        assert check.evidence == (first, *map(plain, told), Said("checklist.ticks-taken-back"))
        assert [way.typed() for way in check.brings_back] == [f"git checkout feedfeed -- {PLAN}"]


def test_of_many_changed_lines_the_first_are_named() -> None:
    check = the_plan(evidence(), AFTER, plan_fact(ROUTE + "".join(f"- [ ] {each} More\n" for each in range(4, 20))))
    assert check.evidence[1:-1] == (
        *(plain(f"+- [ ] {number} More") for number in range(4, 10)),
        "and 10 more lines",
    )


NO_BASE = plain("The handoff names no commit to compare with.")


@pytest.mark.parametrize(
    ("values", "modified", "result", "told"),
    [
        ({}, "2026-01-29T13:00:00Z", "passed", plain(PLAN)),
        ({}, AFTER, "unknown", f"{PLAN} was written {AFTER}. {NO_BASE}"),  # git may ignore it
        ({"recent": (Commit(id="d" * 40, subject="replan", at=CREATED, files=(PLAN,)),)}, AFTER, "unknown",
         f"{PLAN} changed in {'d' * 40:.8} replan. {NO_BASE}"),
    ],
)  # fmt: skip
def test_a_plan_that_cannot_be_compared(values: dict[str, Any], modified: str, result: str, told: Message) -> None:
    check = the_plan(evidence(**values), modified, PlanFact(path=PLAN, problem=NO_BASE))
    assert (check.result, check.evidence) == (result, (told,))


def test_what_was_in_the_plan_before_the_handoff_is_no_change_since() -> None:
    found = evidence(changed=(PLAN,))
    assert the_plan(found, "2026-01-29T13:00:00Z", plan_fact(ROUTE + "- [ ] 4 Export\n")).result == "passed"
    gone = the_plan(found, None, plan_fact(None))
    assert (gone.result, gone.evidence[0]) == ("failed", f"{PLAN} no longer exists.")


def the_plan(found: Facts, modified: str | None, fact: PlanFact) -> Check:
    looked = {**found.files, PLAN: FileFact(path=PLAN, exists=modified is not None, modified=modified)}
    told = replace(found, files=looked, plans={PLAN: fact})
    return line(check_all(waiting_track(documents={"plan": PLAN}), told, {}), "plan")


@pytest.mark.parametrize(
    ("values", "code", "gate"),
    [
        ({"thresholds": (threshold(value=60.0, level="stop"),)}, "stop", "refuse"),
        ({"thresholds": (threshold(value=26.0, level="alert"),)}, "alert", "ask"),
        ({"blockers": (Blocker(text="DB down"),)}, "blocker", "ask"),
        ({"waiting": Waiting(question="Which database?")}, "question", "ask"),
    ],
)
def test_what_a_person_must_move_first(values: dict[str, Any], code: str, gate: str) -> None:
    checks = check_all(waiting_track(**values), evidence(), {})
    assert (line(checks, code).result, line(checks, code).gate) == ("failed", gate)
    assert not may_resume(checks)


def test_an_acknowledged_alert_and_a_warning_hold_nothing() -> None:
    held = (
        threshold(value=26.0, level="alert", acknowledgment=acknowledgment(effective=True)),
        threshold(metric="errors", value=2.0, level="warning"),
    )
    checks = check_all(waiting_track(thresholds=held), evidence(), {})
    assert line(checks, "thresholds").result == "passed"
    assert may_resume(checks)


def test_a_shallow_clone_does_not_tell_whether_the_plan_changed() -> None:
    cut = Commit(id="beef" * 10, subject="old", at="2026-01-29T15:00:00Z", cut=True)
    told = waiting_track(documents={"plan": PLAN})
    found = line(check_all(told, evidence({PLAN: True}, recent=(cut,), shallow=True), {}), "plan")
    assert (found.result, found.evidence) == (
        "unknown", ("The clone is shallow; the plan may have changed in a commit that it does not contain.",)
    )  # fmt: skip
    later = Commit(id="f00d" * 10, subject="replan", at="2026-01-29T15:01:00Z", files=(PLAN,))
    found = line(check_all(told, evidence({PLAN: True}, recent=(later, cut), shallow=True), {}), "plan")
    why = "It could not be compared."
    changed = f"{PLAN} changed in {later.id:.8} replan. {why}"
    assert found.evidence == (changed,)


def test_a_line_is_waived_with_a_reason_and_a_stop_never_is() -> None:
    told = waiting_track(handoff=handoff(branch="feature"), thresholds=(threshold(value=60.0, level="stop"),))
    checks = check_all(told, evidence(), {"branch:": "renamed", "stop:cost": "never mind"})
    assert line(checks, "branch").waived == "renamed"
    assert line(checks, "stop").waived is None
    assert [check.code for check in checks if check.open] == ["stop"]


def test_a_waiver_holds_for_its_code_and_subject_whatever_is_found_of_them() -> None:
    def waived(told: Track, found: Facts, code: str, key: str) -> str | None:
        return line(check_all(told, found, {key: "mine"}), code).waived

    for paths in (("one.txt",), ("one.txt", "two.txt"), ("three.txt",)):
        assert waived(waiting_track(), evidence(changed=paths), "tree", "tree:") == "mine"
    blocked = waiting_track(blockers=(Blocker(id="b-1", text="DB down"),))
    reworded = waiting_track(blockers=(Blocker(id="b-1", text="The database is down"),))
    another = waiting_track(blockers=(Blocker(id="b-2", text="DB down"),))
    found = [waived(each, evidence(), "blocker", "blocker:b-1") for each in (blocked, reworded, another)]
    assert found == ["mine", "mine", None]


def test_a_file_that_two_name_has_one_line() -> None:
    named = NamedFile(path="src/model.ts", why=plain("created by phase 1"))
    checks = check_all(
        waiting_track(), evidence({"src/model.ts": False}), {}, more=Resumption(files=(named,), step="2")
    )
    (found,) = [check for check in checks if check.key == "file:src/model.ts"]
    assert found.evidence[0] == f"It was {clause(plain('created by phase 1'))}."
    assert len(found.evidence) > 1


def test_what_is_asked_of_git_and_disk() -> None:
    told = handoff(
        completed=(
            HandoffTask(id="1", commit="abc1234", files=("src/model.ts",)),
            HandoffTask(id="2", commit="--output=x"),
            HandoffTask(id="3"),
        ),
        head="f00d" * 10,
        state="`src/live.ts`",
    )
    asked = questions(waiting_track(handoff=told, documents={"plan": PLAN, "decisions": "D.md"}))
    assert asked.commits == ("abc1234", "--output=x", "f00d" * 10)
    assert asked.files == ("src/model.ts", "src/live.ts")
    assert (asked.plans, asked.base) == ((PLAN,), told.head)
    assert asked.since == CREATED


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("`src/live/reconnect.ts` holds it", ["src/live/reconnect.ts"]),
        ("in src/a.py:12 and ./lib/b.py", ["src/a.py", "lib/b.py"]),
        ("`a b/c.txt`", ["b/c.txt"]),
        ("https://example.org/a/b.html and ~/secret/x.txt and /etc/passwd.d/x.conf", []),
        ("and/or, 3/4, reconnect.ts", []),
        ("src/größe/ähm.rs", ["src/größe/ähm.rs"]),
        (f"{'a/' * 50_000} {'a.' * 50_000} {'/' * 50_000} src/a.py", ["src/a.py"]),
    ],
)
def test_paths_in_prose(text: str, paths: list[str]) -> None:
    assert list(paths_in(text)) == paths


@pytest.mark.parametrize(
    ("kept_in", "told", "way"),
    [
        (None, "No commit contains it, so git cannot restore it.", []),
        ("feed123" + "0" * 33, "It was named by the handoff.",
         ["git checkout feed1230 -- src/other.ts"]),
    ],
)  # fmt: skip
def test_a_file_that_no_known_commit_left(kept_in: str | None, told: Message, way: list[str]) -> None:
    named = waiting_track(handoff=handoff(state="`src/other.ts` is half done"))
    fact = FileFact(path="src/other.ts", exists=False, kept_in=kept_in)
    found = evidence({"src/model.ts": True})
    check = line(check_all(named, replace(found, files={**found.files, fact.path: fact}), {}), "file")
    assert (check.evidence[-1], [each.typed() for each in check.brings_back]) == (told, way)


def test_a_file_that_is_gone_is_one_line() -> None:
    found = evidence({"src/model.ts": False}, changed=("src/model.ts",), differences={"src/model.ts": "deleted"})
    checks = check_all(waiting_track(), found, {})
    tree = line(checks, "tree")
    assert (tree.result, tree.statement) == ("passed", "No other uncommitted files")
    assert tree.evidence == (about("src/model.ts", "listed in a separate check"),)
    assert line(checks, "file").result == "failed"
    found = evidence({"src/model.ts": False}, changed=("src/model.ts", "b.ts"))
    assert line(check_all(waiting_track(), found, {}), "tree").evidence == (is_now("b.ts", "changed"),)


@pytest.mark.parametrize(
    ("opened", "done", "task", "result", "told"),
    [
        (("3.2.3",), "1", "3", "passed", "1 task done in the handoff; the plan file does not list it as open."),
        (
            ("3.2.1",),
            "1",
            "3",
            "failed",
            "Task 1, Create model, is done in the handoff, open in the plan file.",
        ),
        (("3.2.4",), "1", "3", "unknown", "Task 3, where the handoff stopped, is no longer open in the plan file."),
        (("3.2.4",), "3", "3", "passed", "1 task done in the handoff; the plan file does not list it as open."),
        (("3.2.4",), "1", "9", "passed", "1 task done in the handoff; the plan file does not list it as open."),
        (("3.2.3",), "3.7.1", "3", None, ""),  # of another plan
    ],
)
def test_a_task_that_was_reopened_or_done_since(
    opened: tuple[str, ...], done: str, task: str, result: str | None, told: Message | str
) -> None:
    phase = Phase(id="3", counted_done=2, counted_total=5, open_tasks=opened)
    row = HandoffTask(id=done, name="Create model", commit="abc1234", status="✅")
    of = waiting_track(handoff=handoff(completed=(row,), task=task), phases=(phase,))
    found = next((check for check in check_all(of, evidence(), {}) if check.code == "done"), None)
    assert (found and found.result, found.evidence[0] if found else "") == (result, told)


@pytest.mark.parametrize("named", [True, False])
def test_a_plan_file_is_named_where_the_phase_names_its_folder(named: bool) -> None:
    phase = Phase(id="3", counted_done=2, counted_total=3, open_tasks=("3.2.1",), path=".autopilot/phases/003")
    plan = ".autopilot/phases/003/ROUTE.md"
    of = waiting_track(phases=(phase,), documents={"plan": plan} if named else {})
    check = line(check_all(of, evidence({plan: True}), {}), "done")
    assert check.files == (plan if named else ".autopilot/phases/003",)


@pytest.mark.parametrize(
    ("changes", "ids", "told"),
    [
        ({"task": "2"}, "1 2 3", "The handoff stops at task 2, but its table marks task 2 and 3 as done."),
        (
            {"task": "3.2.2"},
            "3.2.1 3.2.2 3.2.3",
            "The handoff stops at task 2, but its table marks task 2 and 3 as done.",
        ),
        (
            {"task": "1"},
            "1 2 3 4 5",
            "The handoff stops at task 1, but its table marks task 1, 2, 3 and 2 more as done.",
        ),
        ({"task": "3"}, "1 2 3", None),  # the last one of those that are done
        ({"task": "2"}, "1 3", None),  # tasks may be done in another order
        ({"task": "2"}, "1 2! 3", None),
        ({"task": "2"}, "3.1.1 3.1.2 3.1.3", None),  # of another plan
        (
            {"task": "2", "phase": "x", "plan": None},
            "1 2 3",
            "The handoff stops at task 2, but its table marks task 2 and 3 as done.",
        ),
        ({"task": None, "phase": "2"}, "1 2 3", None),
        ({"task": None, "phase": "x"}, "1 one", None),
    ],
)
def test_a_handoff_that_contradicts_itself(changes: dict[str, Any], ids: str, told: Message | None) -> None:
    tasks = tuple(HandoffTask(id=each.rstrip("!"), status="🔄" if each.endswith("!") else "✅") for each in ids.split())
    checks = check_all(waiting_track(handoff=handoff(**{"completed": tasks} | changes)), evidence(), {})
    found = next((check for check in checks if check.code == "itself"), None)
    assert (found.evidence[0] if found else None) == told
    assert found is None or found.open


@pytest.mark.parametrize(
    ("changes", "sure"), [({"task": "7"}, False), ({}, True), ({"task": "2", "completed": "123"}, False)]
)
def test_a_number_that_is_wrong_in_the_handoff_moves_no_state(changes: dict[str, Any], sure: bool) -> None:
    tasks = tuple(HandoffTask(id=each, status="✅") for each in changes.get("completed", "1"))
    before = Position(phase=Step(id="3"), plan=Step(id="2"), task=Step(id="1", total=5))
    at = waiting_track(handoff=handoff(**changes | {"completed": tasks}), position=before)
    checks = check_all(at, evidence(), {})
    assert bool(line(checks, "position").brings_back) is sure


@pytest.mark.parametrize(
    ("options", "lacks", "names"),
    [
        (("A) The folders: they count", "B) The file"), {}, [("A", "The folders: they count."), ("B", "The file.")]),
        (("No: it is at work", "Yes: it crashed"), {}, [("No", "It is at work."), ("Yes", "It crashed.")]),
        (("New conversation",), {}, [("1", "New conversation.")]),
        ((), {}, []),
        (("A) One",), {"answer": "The agent reads none."}, []),
    ],
)
def test_a_question_is_answered_on_its_line(
    options: tuple[str, ...], lacks: dict[str, str], names: list[tuple[str, str]]
) -> None:
    asks = waiting_track(waiting=Waiting(question="Which?", options=options), lacks=lacks)
    line = next(each for each in check_all(asks, evidence(), {}) if each.code == "question")
    assert [(each.name, str(each.does)) for each in line.options] == names
    assert [each.way.typed() for each in line.options] == [f"cockpit answer {n + 1}" for n in range(len(names))]
    assert [each.intents for each in line.options] == [
        (Answer(option=text, seen="Which?"),) for text in options[: len(names)]
    ]


@pytest.mark.parametrize(("parallel", "told"), [(False, True), (True, False)])
def test_where_there_are_no_tasks_a_handoff_is_held_against_its_phases(parallel: bool, told: bool) -> None:
    tasks = tuple(HandoffTask(id=each, status="✅") for each in "123")
    phases = (Phase(id="2", parallel=parallel),)
    waits = waiting_track(
        handoff=handoff(task=None, phase="2", completed=tasks), phases=phases, lacks={"task": "None."}
    )
    assert any(check.code == "itself" for check in check_all(waits, evidence(), {})) is told


def test_what_became_otherwise_between_two_looks() -> None:
    one, other = (
        failed("file", plain(f"{path} is there"), plain(f"{path} is gone"), subject=path) for path in ("a", "b")
    )
    first, second = (failed("blocker", plain("None"), "A blocker is open", text, subject=text) for text in ("x", "y"))
    fine, unsure = passed("files", "The files exist"), unknown("file", plain("a is there"), subject="a")
    well, failed_now = (
        "No longer failing: “a is gone”.",
        "Now failing: “b is gone”.",
    )
    assert news((one,), (one,)) == ()
    assert news((one,), (fine,)) == (well,)
    assert news((one, other), (fine,)) == ("No longer failing: “a is gone” and 1 more.",)
    assert news((one,), (unsure,)) == ()
    assert news((), (replace(one, past=True),)) == ()
    assert news((one,), (other,)) == (well, failed_now)
    gone = "A blocker is open: x"
    assert news((first, second), (second,)) == (f"No longer failing: “{gone}”.",)


@pytest.mark.parametrize(
    ("branch", "ways"),
    [
        ("feature", ["git switch feature"]),
        *((name, []) for name in ("-x", "a\x1b[m", "a b", "a..b", "a:b", "x.lock", "/a", "a/", "HEAD")),
    ],
)
def test_another_branch_is_switched_back_from(branch: str, ways: list[str]) -> None:
    found = line(check_all(waiting_track(handoff=handoff(branch=branch, head="abc1234")), evidence(), {}), "branch")
    assert [way.typed() for way in found.brings_back] == ways
    assert found.evidence == (f"The handoff was on {branch}; now main is checked out.",)


@pytest.mark.parametrize("dismissed", [False, True])
def test_no_blocker_is_open_is_said_of_what_was_read(dismissed: bool) -> None:
    row = {"path": "a/state.md", "section": "Blockers", "line": 7, "text": "| what | now"}
    told = waiting_track(extra={"unread": [row]})
    told = replace(told, dismissed=tuple(key_of(each) for each in unread_findings(told))) if dismissed else told
    checks = check_all(told, evidence(), {})
    assert line(checks, "blockers").claim == "No blocker that was read is open"
    assert [check.code for check in checks if check.code == "not-read"] == ([] if dismissed else ["not-read"])
