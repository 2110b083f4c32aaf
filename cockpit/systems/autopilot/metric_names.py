"""The keys and words by which the files of Project Autopilot name a metric (docs/systems/autopilot.md)."""

import re
from collections.abc import Mapping

from cockpit.rules.levels import METRICS, Metric, folded_name

_OTHERS: Mapping[str, tuple[str, ...]] = {
    "cost": ("total_cost", "fuel_cost", "fuel", "fuel_used", "costs", "spend", "spending", "spent", "expense",
             "expenses", "budget_used", "cost_used", "cost_spent", "money", "money_spent", "api_cost", "session_cost",
              "total_spend", "cost_so_far"),
    "context": ("context_used", "context_window", "context_usage", "ctx", "ctx_used", "window", "context_size",
                "context_fill", "context_budget", "ctx_window"),
    "variance": ("cost_variance", "estimate_variance", "deviation", "estimate_deviation", "budget_variance"),
    "errors": ("error_count", "error", "error_threshold", "failures", "failure_count", "errors_in_a_row",
               "consecutive_errors", "error_rate"),
    "tokens": ("token_count", "total_tokens", "token", "token_usage", "tokens_used", "token_budget"),
}  # fmt: skip
_BY_NAME = {name: metric for metric in METRICS for name in (metric.name, *_OTHERS[metric.name])}
_UNITS = re.compile(r"(?:_(?:usd|us|eur|dollars?|percent|pct|count|tokens?|total|so_far|now|current|used))+$")
_MARKS = re.compile(r"[^\w\s%/-]+")
MENTION = re.compile(r"\b(?:costs?|fuel|spend|spent|context(?: window)?|variance|errors?|tokens?)\b", re.IGNORECASE)
"""A metric in a sentence."""


def spellings(metric: str) -> tuple[str, ...]:
    """The keys under which a metric may stand, its own name first."""
    return metric, *_OTHERS.get(metric, ())


def metric_named(name: str) -> Metric | None:
    """The metric a key or table label means, whatever its case, separators, signs and unit: `Cost (USD)`, `💰 Cost`,
    `context_percent`; None where there is none."""
    folded = folded_name(_MARKS.sub(" ", name))
    return _BY_NAME.get(folded) or _BY_NAME.get(_UNITS.sub("", folded))
