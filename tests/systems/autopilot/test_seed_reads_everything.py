"""Whatever verb was used, the agent of the specification reads the files and does what a person would expect."""

from datetime import timedelta

import pytest

from cockpit.model.errors import CommandError
from cockpit.model.intents import Acknowledge, Archive, Intent, SetLimit, SetValue
from tests.conformance.autopilot.verbs import INTENTS, PROJECTS
from tests.conformance.edit_tables import intent_text
from tests.support.autopilot_edits import ACKNOWLEDGMENTS, THRESHOLDS, Bytes, applied, crlf, make, track
from tests.support.seed_agent import LIMITS, SeedAgent

READABLE = {name: PROJECTS[name] for name in ("context at its alert", "open alert")}
READABLE["the seed's shape, CRLF"] = crlf(PROJECTS["the seed's shape"])
"""Projects in the specification's own layout and shape; of others its pseudo-code knows nothing."""


def pauses(files: Bytes) -> dict[str, str]:
    """What the agent will do about each metric, by the specification alone; limits as the table has them."""
    agent = SeedAgent(dict(files), str)
    state = agent.load_session_state()
    values = state["thresholds"]["current_values"] if state["thresholds"] else {}
    keys = {"cost": "cost", "context": "context_percent", "variance": "variance_percent", "errors": "error_count"}
    limits = {
        each.metric: (each.limits.warning, each.limits.alert, each.limits.stop) for each in track(files).thresholds
    }
    return {
        metric: agent.will(metric, values[key], limits.get(metric, LIMITS[metric]))  # type: ignore[arg-type]  # known
        for metric, key in keys.items()
        if key in values
    }


def releases(intent: Intent) -> str | None:
    """The metric whose pause a verb may end: by acknowledging it, by another limit or another value."""
    return intent.metric if isinstance(intent, Acknowledge | SetLimit | SetValue) else None


@pytest.mark.parametrize("project", READABLE)
def test_every_file_is_read_and_no_pause_is_skipped(project: str) -> None:
    for intent in INTENTS:
        still_pauses(READABLE[project], intent)


def still_pauses(before: Bytes, intent: Intent) -> None:
    """Fails where the agent cannot read what a verb leaves, or no longer pauses though nobody released it."""
    try:
        after = applied(before, make(before, intent))
    except CommandError:
        return
    if isinstance(intent, Archive):
        return
    agent = SeedAgent(dict(after), lambda: "2026-01-30T10:00:00Z")
    state = agent.load_session_state()
    agent.should_trigger("cost_alert", "once_per_session", timedelta(minutes=5))
    agent.trigger_fired("cost_alert")
    agent.save_session_state({key: state[key] for key in ("thresholds", "acknowledgments")})
    was, will = pauses(before), pauses(after)
    shown = {threshold.metric: threshold.agent_will for threshold in track(after).thresholds}
    for metric, info in will.items():
        assert shown[metric] == info, (intent_text(intent), metric)
        if was.get(metric) in ("pause", "halt") and releases(intent) != metric:
            assert info == was[metric], f"nobody released {metric}: {intent_text(intent)}"


@pytest.mark.parametrize("path", [THRESHOLDS, ACKNOWLEDGMENTS])
def test_the_stores_are_the_ones_that_it_reads(path: str) -> None:
    """The test above would see nothing in projects that have none."""
    assert sum(path in files for files in READABLE.values()) >= 2
