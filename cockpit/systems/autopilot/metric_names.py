"""The keys and words by which the files of Project Autopilot name a metric (docs/systems/autopilot.md)."""

from collections.abc import Mapping

from cockpit.rules.levels import METRICS, Metric, folded_name

_OTHERS: Mapping[str, tuple[str, ...]] = {
    "cost": ("cost_usd", "total_cost", "fuel_cost"),
    "context": ("context_percent", "context_used", "context_window", "context_usage"),
    "variance": ("variance_percent", "cost_variance", "estimate_variance"),
    "errors": ("error_count", "error", "error_threshold"),
    "tokens": ("token_count", "total_tokens", "token"),
}
_BY_NAME = {name: metric for metric in METRICS for name in (metric.name, *_OTHERS[metric.name])}


def spellings(metric: str) -> tuple[str, ...]:
    """The keys under which a metric may stand, its own name first."""
    return metric, *_OTHERS.get(metric, ())


def metric_named(name: str) -> Metric | None:
    """The metric a key or table label means, whatever its case and separators; None where there is none."""
    return _BY_NAME.get(folded_name(name))
