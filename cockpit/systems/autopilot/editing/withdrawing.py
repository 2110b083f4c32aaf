"""Withdrawing acknowledgments: one, some, or all (seed, `resetAcknowledgments`)."""

from collections.abc import Iterable

from cockpit.model import Track
from cockpit.model.intents import ResetAlerts, Withdraw
from cockpit.rules.metrics import METRICS, Metric
from cockpit.rules.wording import listed
from cockpit.systems.autopilot.editing.acknowledging import TOUCHES
from cockpit.systems.autopilot.editing.acknowledgment_store import AcknowledgmentStore
from cockpit.systems.autopilot.editing.arguments import checked_metric
from cockpit.systems.autopilot.editing.desk import Desk, state_sheet
from cockpit.systems.autopilot.editing.projection import project_withdrawal
from cockpit.systems.autopilot.editing.trigger_store import flag, whole_stores
from cockpit.systems.editing.outcome import Outcome

_NO_HISTORY = "{path} has the shape without a history; only cockpit's ledger keeps what was acknowledged."


def withdraw(desk: Desk, intent: Withdraw) -> Outcome:
    """Take one acknowledgment back; it goes to the history, `last_reset` stays."""
    metric = checked_metric(intent.metric)
    return _withdraw(desk, (metric,))


def reset_alerts(desk: Desk, intent: ResetAlerts) -> Outcome:
    """Take the named acknowledgments back; all of them where none is named, and void older ones."""
    if intent.metrics:
        return _withdraw(desk, tuple(dict.fromkeys(checked_metric(name) for name in intent.metrics)))
    store, (_, damaged) = AcknowledgmentStore.open(desk), whole_stores(desk)
    given = [metric for metric in METRICS if desk.gauges.recorded(metric.name) is not None]
    _check_writable(desk, store, given)
    if store is not None:
        store.reset()
    for metric in METRICS:
        _clear_projections(desk, metric)
    named = f" ({_names(given)})" if given else ""
    return Outcome(
        sentence=f"Reset all acknowledgments{named}.",
        remarks=(*_remarks(store, given), *damaged),
        touches=TOUCHES,
        holds=lambda track: all(threshold.acknowledgment is None for threshold in track.thresholds),
    )


def _withdraw(desk: Desk, metrics: tuple[Metric, ...]) -> Outcome:
    store, (_, damaged) = AcknowledgmentStore.open(desk), whole_stores(desk)
    given = [metric for metric in metrics if desk.gauges.recorded(metric.name) is not None]
    _check_writable(desk, store, given)
    for metric in metrics:
        if store is not None:
            store.withdraw(metric.name)
        _clear_projections(desk, metric)
    none = f"{_names(metrics)} {'is' if len(metrics) == 1 else 'are'} not acknowledged."
    done = f"Withdrew the acknowledgment of {_names(given)}." if given else none
    return Outcome(
        sentence=done,
        remarks=(*_remarks(store, given), *damaged),
        touches=TOUCHES,
        holds=lambda track: all(_is_clear(track, metric) for metric in metrics),
    )


def _check_writable(desk: Desk, store: AcknowledgmentStore | None, given: list[Metric]) -> None:
    """Raises Refused where only a state file that is read only records what is to be withdrawn."""
    if given and store is None and desk.is_older:
        state_sheet(desk)


def _clear_projections(desk: Desk, metric: Metric) -> None:
    flag(desk, metric.name, False)
    project_withdrawal(desk, metric)


def _remarks(store: AcknowledgmentStore | None, given: list[Metric]) -> tuple[str, ...]:
    if store is None or store.shape == 1 or not given:
        return ()
    return (_NO_HISTORY.format(path=store.sheet.path),)


def _is_clear(track: Track, metric: Metric) -> bool:
    threshold = track.threshold(metric.name)
    return threshold is None or threshold.acknowledgment is None


def _names(metrics: Iterable[Metric]) -> str:
    return listed(metric.name for metric in metrics)
