"""Acknowledgments, limits, values and triggers."""

from tests.e2e.demo_diffs import Verb

ALERT = ("set cost=26.5",)
ACKNOWLEDGED = (*ALERT, "ack cost --note 'worth it'")
TWO_ACKNOWLEDGED = (*ALERT, "ack cost", "set context=41", "ack context")

GIVEN = """
.autopilot/TRANSPONDER.md
-| Cost | $26.50 | $10 ⚠️ | $25 🔶 | $50 | Alert |
+| Cost | $26.50 | $10 ⚠️ | $25 🔶 ACK | $50 | Alert (ack) |
-- None
+- Cost @ $26.50 — acknowledged 2026-01-29T14:41
.autopilot/state/acknowledgments.json
-  "acknowledgments": {},
+  "acknowledgments": {
+    "cost": {
+      "acknowledged_at": "2026-01-29T14:41:00Z",
+      "value_at_acknowledgment": 26.5,
+      "threshold_level": "alert",
+      "session_id": null,
+      "user_note": NOTE
+    }
+  },
.autopilot/state/triggers.json
-      "count": 1
+      "count": 1,
+      "acknowledged": true
"""

THRESHOLDS = {
    "acknowledge": Verb("ack cost", GIVEN.replace("NOTE", "null"), ALERT),
    "acknowledge with a note": Verb("ack cost --note 'worth it'", GIVEN.replace("NOTE", '"worth it"'), ALERT),
    "withdraw": Verb(
        "unack cost",
        """
        .autopilot/TRANSPONDER.md
        -| Cost | $26.50 | $10 ⚠️ | $25 🔶 ACK | $50 | Alert (ack) |
        +| Cost | $26.50 | $10 ⚠️ | $25 🔶 | $50 | Alert |
        -- Cost @ $26.50 — acknowledged 2026-01-29T14:40
        +- None
        .autopilot/state/acknowledgments.json
        -  "acknowledgments": {
        -    "cost": {
        -      "acknowledged_at": "2026-01-29T14:40:00Z",
        -      "value_at_acknowledgment": 26.5,
        -      "threshold_level": "alert",
        -      "session_id": null,
        -      "user_note": "worth it"
        -    }
        -  },
        +  "acknowledgments": {},
        +    },
        +    {
        +      "type": "cost",
        +      "value": 26.5,
        +      "acknowledged_at": "2026-01-29T14:40:00Z",
        +      "reset_at": "2026-01-29T14:41:00Z"
        .autopilot/state/triggers.json
        -      "acknowledged": true
        +      "acknowledged": false
        """,
        ACKNOWLEDGED,
    ),
    "reset all alerts": Verb(
        "unack --all",
        """
        .autopilot/TRANSPONDER.md
        -| Cost | $26.50 | $10 ⚠️ | $25 🔶 ACK | $50 | Alert (ack) |
        -| Context | 41% | 30% ⚠️ | 40% 🔶 ACK | 50% | Alert (ack) |
        +| Cost | $26.50 | $10 ⚠️ | $25 🔶 | $50 | Alert |
        +| Context | 41% | 30% ⚠️ | 40% 🔶 | 50% | Alert |
        -- Cost @ $26.50 — acknowledged 2026-01-29T14:40
        -- Context @ 41% — acknowledged 2026-01-29T14:40
        +- None
        .autopilot/state/acknowledgments.json
        -  "acknowledgments": {
        -    "cost": {
        -      "acknowledged_at": "2026-01-29T14:40:00Z",
        -      "value_at_acknowledgment": 26.5,
        -      "threshold_level": "alert",
        -      "session_id": null,
        -      "user_note": null
        -    },
        -    "context": {
        -      "acknowledged_at": "2026-01-29T14:40:00Z",
        -      "value_at_acknowledgment": 41,
        -      "threshold_level": "alert",
        -      "session_id": null,
        -      "user_note": null
        -    }
        -  },
        +  "acknowledgments": {},
        +    },
        +    {
        +      "type": "cost",
        +      "value": 26.5,
        +      "acknowledged_at": "2026-01-29T14:40:00Z",
        +      "reset_at": "2026-01-29T14:41:00Z"
        +    },
        +    {
        +      "type": "context",
        +      "value": 41,
        +      "acknowledged_at": "2026-01-29T14:40:00Z",
        +      "reset_at": "2026-01-29T14:41:00Z"
        -  "last_reset": "2026-01-28T18:05:00Z"
        +  "last_reset": "2026-01-29T14:41:00Z"
        .autopilot/state/triggers.json
        -      "acknowledged": true
        +      "acknowledged": false
        -      "acknowledged": true
        +      "acknowledged": false
        """,
        TWO_ACKNOWLEDGED,
    ),
    "reset one alert": Verb(
        "unack cost",
        """
        .autopilot/TRANSPONDER.md
        -| Cost | $26.50 | $10 ⚠️ | $25 🔶 ACK | $50 | Alert (ack) |
        +| Cost | $26.50 | $10 ⚠️ | $25 🔶 | $50 | Alert |
        -- Cost @ $26.50 — acknowledged 2026-01-29T14:40
        .autopilot/state/acknowledgments.json
        -    "cost": {
        -      "acknowledged_at": "2026-01-29T14:40:00Z",
        -      "value_at_acknowledgment": 26.5,
        -      "threshold_level": "alert",
        -      "session_id": null,
        -      "user_note": null
        -    },
        +    },
        +    {
        +      "type": "cost",
        +      "value": 26.5,
        +      "acknowledged_at": "2026-01-29T14:40:00Z",
        +      "reset_at": "2026-01-29T14:41:00Z"
        .autopilot/state/triggers.json
        -      "acknowledged": true
        +      "acknowledged": false
        """,
        TWO_ACKNOWLEDGED,
    ),
    "raise a limit": Verb(
        "limit cost.stop=80",
        """
        .autopilot/TRANSPONDER.md
        -| Cost | $23.88 | $10 ⚠️ | $25 | $50 | Warning |
        +| Cost | $23.88 | $10 ⚠️ | $25 | $80 | Warning |
        """,
    ),
    "raise a limit above the value": Verb(
        "limit cost.alert=30",
        """
        .autopilot/TRANSPONDER.md
        -| Cost | $26.50 | $10 ⚠️ | $25 🔶 | $50 | Alert |
        +| Cost | $26.50 | $10 ⚠️ | $30 | $50 | Warning |
        .autopilot/state/thresholds.json
        -    "cost": "alert",
        +    "cost": "warning",
        """,
        ALERT,
    ),
    "a limit that the table has no row for": Verb(
        "limit tokens.stop=3M",
        """
        .cockpit/.gitignore
        +*
        .cockpit/limits.toml
        +[limits.tokens]
        +stop = 3000000
        """,
    ),
    "a value that reaches its alert": Verb(
        "set cost=26.5",
        """
        .autopilot/TRANSPONDER.md
        -| Cost | $23.88 | $10 ⚠️ | $25 | $50 | Warning |
        +| Cost | $26.50 | $10 ⚠️ | $25 🔶 | $50 | Alert |
        .autopilot/state/thresholds.json
        -    "cost": 23.88,
        +    "cost": 26.50,
        -    "cost": "warning",
        +    "cost": "alert",
        -  "last_check": "2026-01-29T14:29:00Z"
        +  "last_check": "2026-01-29T14:41:00Z"
        .autopilot/state/triggers.json
        -      "suggested_checkpoint": false
        +      "suggested_checkpoint": true,
        +      "last_triggered": "2026-01-29T14:41:00Z",
        +      "count": 1
        +    },
        +    "cost_alert": {
        +      "last_triggered": "2026-01-29T14:41:00Z",
        +      "count": 1
        """,
    ),
    "a value under its other name": Verb(
        "set context=12",
        """
        .autopilot/TRANSPONDER.md
        -| Context | 31% | 30% ⚠️ | 40% | 50% | Warning |
        +| Context | 12% | 30% | 40% | 50% | OK |
        .autopilot/state/thresholds.json
        -    "context_percent": 31,
        +    "context_percent": 12,
        -    "context": "warning",
        +    "context": null,
        -  "last_check": "2026-01-29T14:29:00Z"
        +  "last_check": "2026-01-29T14:41:00Z"
        .autopilot/state/triggers.json
        -      "suggested_checkpoint": false
        +      "suggested_checkpoint": true,
        +      "last_triggered": "2026-01-29T14:41:00Z",
        +      "count": 1
        """,
    ),
    "a trigger that fired before": Verb(
        "session trigger task_complete",
        """
        .autopilot/state/triggers.json
        -      "last_triggered": "2026-01-29T14:28:00Z",
        -      "count": 21
        +      "last_triggered": "2026-01-29T14:41:00Z",
        +      "count": 22
        """,
    ),
    "a trigger that never fired": Verb(
        "session trigger user_interrupt",
        """
        .autopilot/state/triggers.json
        +    },
        +    "user_interrupt": {
        +      "last_triggered": "2026-01-29T14:41:00Z",
        +      "count": 1
        """,
    ),
    "begin a session": Verb(
        "session start",
        """
        .autopilot/state/triggers.json
        -      "session_start": "2026-01-29T14:05:00Z",
        +      "session_start": "2026-01-29T14:41:00Z",
        """,
    ),
}
