"""The public JSON: its keys are those the design promises, and what is printed can be read back."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError
from pydantic_core import PydanticSerializationError

from cockpit.model import Finding, Position
from screenshots import schema
from tests.support import contract
from tests.support.model_builders import LOOKED_AT, full_track, project, track

STATEMENT = ("what", "text", "path", "line")

STEP = ("id", "name", "total")
COUNTS = ("input", "output", "cached")
FINDING = ("code", "severity", "path", "line", "message", "hint")
KEYS: dict[str, tuple[str, ...]] = {
    "": ("schema", "root", "tracks", "findings", "looked_at"),
    "findings": FINDING,
    "looked_at": ("agent", "name", "folder", "state", "logs", "not_read"),
    "tracks": (
        "system", "path", "format", "id", "shared_id", "title", "updated", "documents", "position", "next_action",
        "next_by_rule", "waiting", "resume_at", "thresholds", "triggers", "open_questions", "verify", "metrics",
        "decisions", "todos", "blockers", "phases", "errors", "files", "tokens", "sessions", "agents", "retries",
        "silence", "continuity",
        "handoff", "archived_handoffs", "findings", "extra", "lacks", "records", "dismissed",
    ),
    "tracks.position": (
        "phase", "plan", "task", "wave", "flow", "milestone", "status", "status_text", "status_means", "percent",
        "percent_of", "counted", "last_activity",
    ),
    "tracks.position.phase": STEP,
    "tracks.position.plan": STEP,
    "tracks.position.task": STEP,
    "tracks.position.counted": ("done", "total", "unit"),
    "tracks.position.last_activity": ("date", "text"),
    "tracks.next_action": ("text", "command", "source"),
    "tracks.next_by_rule": ("text", "command"),
    "tracks.waiting": ("question", "options", "recommendation", "since", "anew", "asked_by"),
    "tracks.resume_at": ("phase", "plan", "task"),
    "tracks.thresholds": (
        "metric", "unit", "value", "level", "limits", "agent_will", "agent_level", "tell_agent", "untold", "read_at",
        "source", "stated", "at_least", "stale", "snoozed_until",
        "seen_at",
        "refire_at", "acknowledgment", "acknowledgment_unread", "unreadable", "disagreeing",
    ),
    "tracks.thresholds.unreadable": STATEMENT,
    "tracks.thresholds.disagreeing": STATEMENT,
    "tracks.thresholds.limits": ("warning", "alert", "stop", "source"),
    "tracks.thresholds.acknowledgment": ("at", "value", "level", "session_id", "note", "effective", "reason",
                                           "lapses_above", "conditions"),
    "tracks.thresholds.acknowledgment.conditions": ("name", "holds"),
    "tracks.triggers.*": ("last_triggered", "count", "acknowledged", "session_start", "suggested_checkpoint"),
    "tracks.verify": ("files", "claims"),
    "tracks.decisions": (
        "id", "text", "outcome", "reason", "context", "consequences", "date", "phase", "alternatives", "reversible",
        "path",
    ),
    "tracks.todos": ("text", "done"),
    "tracks.blockers": (
        "id", "text", "status", "since", "affects", "workaround", "resolution", "resolved_at", "tasks",
        "workaround_tasks", "stops", "frees", "path", "of_failure", "later",
    ),
    "tracks.blockers.tasks": STEP,
    "tracks.blockers.workaround_tasks": STEP,
    "tracks.phases": (
        "id", "name", "status", "outcome", "agents", "parallel", "blocked_by", "started", "completed", "retry_count",
        "counted_done", "counted_total", "open_tasks", "path", "moves",
    ),
    "tracks.errors": ("phase", "agent", "type", "message", "resolution", "resolved", "tried_again", "at"),
    "tracks.files": ("created", "modified", "deleted"),
    "tracks.tokens": (*COUNTS, "by_agent"),
    "tracks.tokens.by_agent.*": COUNTS,
    "tracks.sessions": (
        "id", "agent", "started", "ended", "status", "working_on", "completed", "issues", "notes", "handoff_reason",
        "context_used", "stale_at", "path",
    ),
    "tracks.retries": ("count", "max", "log"),
    "tracks.retries.log": ("attempt", "step", "name", "task", "reason", "at"),
    "tracks.silence": ("since", "stated", "snoozed_until"),
    "tracks.continuity": ("last_session", "stopped_at", "resume_file", "next_action"),
    "tracks.handoff": (
        "path", "phase", "plan", "task", "total_tasks", "status", "created", "completed", "remaining", "decisions",
        "blockers", "context", "next_action", "state", "reason", "project", "branch", "head",
    ),
    "tracks.archived_handoffs": ("path",),
    "tracks.agents": (
        "agent", "id", "path", "title", "title_by", "cwd", "branch", "worktree", "version", "model", "kind", "started",
        "updated", "state", "waits_for", "since", "disputed", "idle", "question", "todos", "plan_path", "context",
        "tokens", "tokens_at_least", "cost", "rate_limits", "failure", "pid", "terminal", "alive", "resume",
        "repository", "root", "needs_you", "may", "dismissed_until", "request", "said", "held", "subagents",
        "subagent_names", "headless", "processes", "place", "go", "fork_of", "evidence",
    ),
    "tracks.agents.question": ("text", "options", "others"),
    "tracks.agents.request": ("tool", "kind", "text", "reason", "more", "at", "cut", "masked"),
    "tracks.agents.place": ("kind", "name", "tty", "socket", "pane"),
    "tracks.agents.todos": ("text", "status"),
    "tracks.agents.context": ("tokens", "window", "percent"),
    "tracks.agents.rate_limits": ("window", "used", "resets_at"),
    "tracks.agents.failure": ("kind", "text", "at", "until"),
    "tracks.agents.evidence": ("kind", "said", "at", "path", "waits_for"),
    "tracks.handoff.completed": ("id", "name", "commit", "status", "files"),
    "tracks.findings": FINDING,
}  # fmt: skip
"""Every object of the contract and its keys. Keys may be added here; none may go or be renamed."""

FREE = ("tracks.documents", "tracks.metrics", "tracks.extra", "tracks.lacks")
"""Objects whose keys come from the files."""
NAMED = ("tracks.triggers", "tracks.tokens.by_agent")
"""Objects that map names from the files to objects of the contract."""


def keys_of(value: Any, place: str = "") -> dict[str, tuple[str, ...]]:
    """The keys of every object in a JSON value by its place."""
    if isinstance(value, list):
        return {name: keys for item in value for name, keys in keys_of(item, place).items()}
    if not isinstance(value, dict) or place in FREE:
        return {}
    if place in NAMED:
        return {name: keys for item in value.values() for name, keys in keys_of(item, f"{place}.*").items()}
    found = {place: tuple(value)}
    for key, item in value.items():
        found |= keys_of(item, f"{place}.{key}".lstrip("."))
    return found


FULL = replace(
    project(
        full_track(),
        findings=(Finding(code="c", severity="note", path=".", message="m", line=1, hint="h"),),
    ),
    looked_at=LOOKED_AT,
)


def test_the_keys_are_those_of_the_design() -> None:
    assert keys_of(json.loads(contract.to_json(FULL))) == KEYS


def test_a_full_track_comes_back_as_it_was() -> None:
    empty = [name for name in KEYS["tracks"] if getattr(FULL.tracks[0], name) in (None, (), {})]
    assert empty == [], "the builder fills every field, so that the round trip tests every field"
    assert contract.from_json(contract.to_json(FULL)) == FULL


def test_the_least_track_comes_back_as_it_was() -> None:
    least = project(track())
    assert contract.from_json(contract.to_json(least)) == least


@settings(deadline=None, max_examples=40)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_any_text_comes_back_as_it_was(text: str) -> None:
    odd = project(full_track(lambda _: text))
    assert contract.from_json(contract.to_json(odd)) == odd


def test_text_that_is_not_ascii_stays_readable_and_the_schema_is_named() -> None:
    text = contract.to_json(project(track(title="Übersicht 日本")))
    assert '"title": "Übersicht 日本"' in text
    assert text.startswith('{\n  "schema": "cockpit.status/1",\n  "root": "/srv/work"')


def test_values_that_json_lacks_are_written_otherwise() -> None:
    odd = replace(project(track(extra={"rate": float("nan"), "deep": [{"\udc80": "\ud800"}]})), root="/srv/\udcff")
    value = json.loads(contract.to_json(odd))
    assert value["root"] == "/srv/\\udcff"
    assert value["tracks"][0]["extra"] == {"rate": None, "deep": [{"\\udc80": "\\ud800"}]}
    assert contract.from_json(contract.to_json(odd)).root == "/srv/\\udcff"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no JSON",
        "[]",
        "{}",
        '{"root": 5}',
        '{"root": "/", "tracks": [{"system": "autopilot"}]}',
        '{"root": "/", "findings": [{"code": "c", "severity": "fatal", "path": "p", "message": "m"}]}',
    ],
)
def test_what_does_not_meet_the_contract_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        contract.from_json(text)


def test_a_reader_that_fills_in_the_wrong_type_is_found_out() -> None:
    wrong = project(track(position=Position(percent="half")))  # type: ignore[arg-type]
    with pytest.raises(PydanticSerializationError):
        contract.to_json(wrong)


def test_the_published_schema_is_the_contract() -> None:
    """Where the contract only gained keys, `python -m screenshots.schema` writes it anew."""
    assert schema.PAGE.read_text("utf-8") == schema.page()
