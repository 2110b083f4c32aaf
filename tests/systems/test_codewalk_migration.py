"""Moving the state between STATE.md, folders and a database: all of it goes along, around the circle; and what does not
move is refused."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cockpit.documents.rows import parse
from cockpit.documents.text import has_mojibake
from cockpit.model.intents import Migrate
from cockpit.model.refused import Refused
from cockpit.systems.codewalk.editing.new_files import state_text
from cockpit.systems.codewalk.row_values import told
from cockpit.systems.codewalk.state_file import find_keys
from cockpit.systems.codewalk.system import Codewalkers
from cockpit.systems.interface import Candidate, ReadContext
from tests.conformance.bench import applied
from tests.systems.codewalk_states import BENCH, DATABASE, MAIN, NOW, SEED, SOUND, STORES, edit, read, stored
from tests.systems.memory_files import MemoryFiles, fixture_bytes

ODD = [
    *("", " ", "null", "~", "true", "no", "1.0", "007", "2024-01-15", "- x", "a: b", "a # b", "[x]", "{y}", '"q"', "'"),
    *("\\", "é 漢 🙂", "x\n  y\n", "\tx", "x: |", "---", "%d", "@", "`", "*a", "&a", "!t", "\u2028", "ends\n\n"),
]
TEXTS = st.sampled_from(ODD) | st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=20)
SAID = TEXTS.filter(lambda text: text.strip() not in ("", "null", "~") and not has_mojibake(text))
WORDS = st.sampled_from(["init-1", "Wiring", "two words", "3A", "03", "2"])
DAYS = st.sampled_from(["2024-01-14", "2024-01-15T09:00:00Z", "2024-01-15T09:00:00.5Z", "2024-01-15 09:00", "soon"])
MORE = st.dictionaries(st.sampled_from(["owner", "x-y", "x_2"]), TEXTS | st.lists(TEXTS, max_size=2), max_size=2)


def some(**keys: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """A mapping with some of these keys, and a few that nobody knows."""
    stated = st.fixed_dictionaries({}, optional=keys)
    return st.builds(lambda one, two: {**two, **one}, stated, MORE).filter(bool)


TASKS = st.lists(st.dictionaries(st.sampled_from(["task-1", "task-2"]), SAID, min_size=1, max_size=1), max_size=2)
STATES = st.fixed_dictionaries(
    {
        "initiative": st.sampled_from(["init-1", "α β", "x/y"]),
        "position": some(phase_name=SAID, plan=WORDS, task=SAID, wave=WORDS, status=WORDS).map(
            lambda position: {"phase": "2", **position}),
        "decisions": st.lists(some(date=DAYS, decision=SAID, reason=SAID, alternatives_considered=st.lists(SAID),
                                   reversible=st.sampled_from(["true", "false", "perhaps"]), id=WORDS), max_size=3),
        "blockers": st.lists(some(id=WORDS, description=SAID, identified_at=DAYS, blocked_since=DAYS,
                                  status=st.sampled_from(["new", "active", "bypassed", "resolved", "odd"]),
                                  affects=st.lists(SAID), blocked_tasks=TASKS, workaround=SAID), max_size=3),
        "sessions": st.lists(some(id=WORDS, started=DAYS, ended=DAYS, completed=st.lists(SAID), notes=SAID,
                                  status=st.sampled_from(["active", "ended", "crashed"]),
                                  context_usage=st.sampled_from(["45%", "45", "0.5", "much"])), max_size=3),
    },
    optional={
        "title": SAID,
        "progress": some(phases_total=WORDS, phases_completed=WORDS, bar=SAID),
        "next_action": SAID,
        "resume_context": some(open_questions=st.lists(SAID), key_implementations=st.lists(SAID)),
    },
)  # fmt: skip


def values(files: Mapping[str, bytes]) -> Any:
    """What STATE.md says, its entries in no order: files are in that of their names. Nothing is as if not there."""
    front = find_keys(files[MAIN].decode())
    assert front is not None
    tree = {key: value for key, value in told(front.data).items() if value not in (None, {}, [])}
    tree["position"] = {key: value for key, value in tree.get("position", {}).items() if value is not None}
    return {key: sorted(value, key=in_order) if isinstance(value, list) else value for key, value in tree.items()}


def in_order(entry: object) -> str:
    return json.dumps(entry, sort_keys=True)


@settings(deadline=None, max_examples=40)
@given(state=STATES, way=st.lists(st.sampled_from(STORES), min_size=1, max_size=3))
def test_all_of_it_comes_around_the_circle(state: dict[str, Any], way: list[str]) -> None:
    before = {MAIN: state_text(state).encode()}
    files = dict(before)
    for store in (*way, "yaml"):
        files = stored(files, store)
    assert values(files) == values(before)


@pytest.mark.parametrize("case", ["bare", "blocked", "fenced", "frontmatter", "healthy", "json", "lists", "folders"])
@pytest.mark.parametrize("store", STORES)
def test_every_fixture_says_the_same_in_every_store(case: str, store: str) -> None:
    files = fixture_bytes(case, "codewalk")
    before, after = read(files), read(stored(files, store))
    for part in ("id", "title", "position", "next_action", "phases", "open_questions", "verify"):
        assert getattr(after, part) == getattr(before, part), part
    assert {each.text for each in after.decisions} == {each.text for each in before.decisions}


def test_the_files_are_kept_as_they_are() -> None:
    files = fixture_bytes("folders", "codewalk")
    after = BENCH.done(files, Migrate(to="sqlite"))
    kept = {path.partition("state-20260130-090507/")[2]: data for path, data in after.items() if "/archive/" in path}
    left = (".planning/1-2-PLAN.md", ".planning/decisions/README.md")
    assert kept == {path.removeprefix(".planning/"): data for path, data in files.items() if path not in left}


@pytest.mark.parametrize("store", STORES)
def test_decisions_of_one_day_stay_in_their_order(store: str) -> None:
    made = ["Use jose", "7 days", "Use jose", "A cookie"]
    entries = "".join(f"\n  - {{date: 2024-01-15, decision: {text}}}" for text in made)
    text = f"initiative: init-1\nposition: {{phase: 2, status: in_progress}}\ndecisions:{entries}\n"
    files = stored({MAIN: text.encode()}, store)
    assert [each.text for each in read(files).decisions] == made
    assert [each.text for each in read(stored(files, "yaml")).decisions] == made


def test_days_whose_decisions_are_in_order_have_names_without_numbers() -> None:
    days = (("2024-01-15", "B"), ("2024-01-15", "C"), ("2024-01-16", "B"), ("2024-01-16", "A"))
    entries = "".join(f"\n  - {{date: {day}, decision: {text}}}" for day, text in days)
    text = f"initiative: init-1\nposition: {{phase: 2, status: in_progress}}\ndecisions:{entries}\n"
    after = stored({MAIN: text.encode()}, "folders")
    assert sorted(path.rpartition("/")[2] for path in after if "/decisions/" in path and "/archive/" not in path) == [
        "2024-01-15-b.md", "2024-01-15-c.md", "2024-01-16-1-b.md", "2024-01-16-2-a.md",
    ]  # fmt: skip


def test_the_tenth_session_is_behind_the_ninth() -> None:
    entries = "".join(f"\n  - {{id: session-{number}, started: 2024-01-15, notes: x}}" for number in (8, 9, 10))
    text = f"initiative: init-1\nposition: {{phase: 2, status: in_progress}}\nsessions:{entries}\n"
    files = stored({MAIN: text.encode()}, "folders")
    assert [each.id for each in read(files).sessions] == ["session-10", "session-9", "session-8"]


def test_a_second_migration_of_the_same_second_keeps_both() -> None:
    once = BENCH.done({MAIN: SOUND.encode()}, Migrate(to="folders"))
    twice = BENCH.done(BENCH.done(once, Migrate(to="yaml")), Migrate(to="folders"))
    kept = {path.split("/")[2] for path in twice if "/archive/" in path}
    stamp = "state-20260130-090507"
    assert kept == {stamp, f"{stamp}-2", f"{stamp}-3"}
    assert twice[f".planning/archive/{stamp}/STATE.md"] == SOUND.encode()


def test_what_is_said_of_it() -> None:
    made = edit(SEED.replace("wave: 1", "wave: 1  # of two\n  # ours"), Migrate(to="folders"))
    assert made.done == "The state is in .planning/STATE.md now, with 6 files beside it."
    assert made.remarks == (
        ".planning/STATE.md is kept in .planning/archive/state-20260130-090507.",
        "1 comment stayed there; values and texts have moved.",
    )
    back = edit(stored(SOUND, "sqlite"), Migrate(to="yaml"))
    assert back.done == "The state is in .planning/STATE.md now."
    assert back.remarks == (f"Its rows are taken out of {DATABASE}; `cockpit undo` puts them back.",)


def test_other_initiatives_of_the_database_stay() -> None:
    one = stored(SOUND, "sqlite")
    other = SEED.replace("init-abc123", "init-2")
    files = {**one, MAIN: other.encode()}
    candidate = Candidate(system="codewalk", path=MAIN)
    edited = Codewalkers().edit(MemoryFiles(files), candidate, Migrate(to="sqlite"), ReadContext(now=NOW))
    both = applied(files, edited)
    rows = parse(both[DATABASE].decode())
    assert list(rows.tables["initiative_state"].rows) == ["init-1", "init-2"]
    assert list(rows.tables["session_history"].rows) == ["session-001", "session-003", "session-002"]


REFUSED: dict[str, tuple[str, str | None, str]] = {
    "nowhere": (SOUND, None, "Say where the state is to be kept: --to yaml, folders or sqlite."),
    "elsewhere": (SOUND, "paper", "Say where the state is to be kept: --to yaml, folders or sqlite."),
    "where it is": (SOUND, "yaml", f"The state is kept so already: {MAIN}."),
    "no list": (SOUND.replace("blockers: []", "blockers: none at all"), "sqlite",
                f"{MAIN} cannot be edited safely: `blockers` is no list."),
    "damaged": (SOUND.replace("title: Buoys", "title: Buoys: two"), "sqlite",
                f"{MAIN} is damaged (line 2: not valid YAML (mapping values are not allowed in this context); the "
                "value is read as plain text); mend it first, nothing was changed."),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_what_does_not_move_is_refused(case: str) -> None:
    text, to, sentence = REFUSED[case]
    with pytest.raises(Refused) as refused:
        edit(text, Migrate(to=to))
    assert str(refused.value) == sentence
