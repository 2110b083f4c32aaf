from datetime import UTC, datetime, timedelta

import pytest

from cockpit.model import Trigger
from cockpit.rules.thresholds.triggers import TriggerConfig, should_trigger

NOW = datetime(2026, 1, 29, 15, 0, tzinfo=UTC)
START = datetime(2026, 1, 29, 14, 0, tzinfo=UTC)
ONCE = TriggerConfig(frequency="once_per_session")
COOL = TriggerConfig(cooldown=timedelta(minutes=30))


def fired(at: str | None) -> Trigger:
    return Trigger(last_triggered=at, count=1)


@pytest.mark.parametrize(
    ("state", "config", "start", "fires"),
    [
        (None, TriggerConfig(), START, True),
        (None, ONCE, START, True),
        (fired(None), ONCE, START, True),
        (fired("2026-01-29T14:59:59Z"), TriggerConfig(), START, True),
        (fired("2026-01-29T14:30:00Z"), ONCE, START, False),
        (fired("2026-01-29T14:00:00Z"), ONCE, START, False),
        (fired("2026-01-29T13:59:59Z"), ONCE, START, True),
        (fired("2026-01-28T10:00:00Z"), ONCE, None, False),
        (fired("2026-01-29"), ONCE, START, False),
        (fired("not a time"), ONCE, START, True),
        (fired("2026-01-29T14:30:00Z"), COOL, START, True),
        (fired("2026-01-29T14:30:01Z"), COOL, START, False),
        (
            fired("2026-01-29T13:45:00Z"),
            TriggerConfig(frequency="once_per_session", cooldown=timedelta(hours=2)),
            START,
            False,
        ),
    ],
)
def test_whether_a_trigger_fires(
    state: Trigger | None, config: TriggerConfig, start: datetime | None, fires: bool
) -> None:
    assert should_trigger(state, config, NOW, start) is fires
