"""Where the files of Project Autopilot lie, and the instant at which tests read them."""

from datetime import UTC, datetime

NOW = datetime(2026, 1, 29, 15, 30, tzinfo=UTC)
TRANSPONDER = ".autopilot/TRANSPONDER.md"
HANDOFF = ".autopilot/holding-pattern.md"
THRESHOLDS = ".autopilot/state/thresholds.json"
ACKNOWLEDGMENTS = ".autopilot/state/acknowledgments.json"
TRIGGERS = ".autopilot/state/triggers.json"
