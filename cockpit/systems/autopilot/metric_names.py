"""The keys and words by which the files of Project Autopilot name a metric (docs/systems/autopilot.md)."""

import re
from collections.abc import Mapping

from cockpit.rules.metrics import METRICS, Metric, folded_name

_OTHERS: Mapping[str, tuple[str, ...]] = {
    "cost": ("total_cost", "fuel_cost", "fuel", "fuel_used", "costs", "spend", "spending", "spent", "expense",
             "expenses", "budget_used", "cost_used", "cost_spent", "money", "money_spent", "api_cost", "session_cost",
             "kosten", "costo", "coste", "coût", "费用", "成本",
              "total_spend", "cost_so_far"),
    "context": ("context_used", "context_window", "context_usage", "ctx", "ctx_used", "window", "context_size",
                "context_fill", "context_budget", "ctx_window", "kontext", "contexto", "contexte"),
    "variance": ("cost_variance", "estimate_variance", "deviation", "estimate_deviation", "budget_variance",
                 "abweichung"),
    "errors": ("error_count", "error", "error_threshold", "failures", "failure_count", "errors_in_a_row",
               "consecutive_errors", "error_rate", "fehler", "errores", "erreurs"),
    "tokens": ("token_count", "total_tokens", "token", "token_usage", "tokens_used", "token_budget"),
}  # fmt: skip
_BY_NAME = {name: metric for metric in METRICS for name in (metric.name, *_OTHERS[metric.name])}
_UNITS = re.compile(r"(?:_(?:usd|us|eur|dollars?|percent|pct|count|tokens?|total|so_far|now|current|used))+$")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_MARKS = re.compile(r"[^\w\s%/-]+")
OTHER = "thresholds"
"""Stands for a metric where something is stated that holds the agent, and nobody can tell of what."""
MENTION = re.compile(
    r"\b(?:costs?|fuel|spend|spent|kosten|contexts?(?: window)?|ctx|variance|errors?|tokens?)\b", re.IGNORECASE
)
"""A metric in a sentence or a longer name."""
_NOT_NOW = re.compile(
    r"\b(?:limits?|max(?:imum)?|budget|cap|thresholds?|warning|alert|stop|avg|average|per|each|estimated?|expected"
    r"|forecast|projected|target|last|previous|yesterday|allowed|if|when|whenever|once|unless|should|must)\b",
    re.IGNORECASE,
)
_LONGEST = 100
_LEFT = re.compile(r"\b(?:left|remaining|available)\b", re.IGNORECASE)


def spellings(metric: str) -> tuple[str, ...]:
    """The keys under which a metric may stand, its own name first."""
    return metric, *_OTHERS.get(metric, ())


def metric_named(name: str) -> Metric | None:
    """The metric a key or table label means, whatever its case, separators, signs and unit: `Cost (USD)`, `💰 Cost`,
    `context_percent`, `errorCount`; None where there is none."""
    folded = folded_name(_MARKS.sub(" ", _HUMP.sub("_", name[:_LONGEST])))
    return _BY_NAME.get(folded) or _BY_NAME.get(_UNITS.sub("", folded))


def metrics_in(name: str) -> tuple[Metric, ...]:
    """The metrics that a label is about: `Cost & Tokens`, `Cost (opus)`; none for a limit, an average or a forecast."""
    name = name[:_LONGEST]
    mentioned = (metric_named(each[0]) for each in MENTION.finditer(name))
    found = tuple(dict.fromkeys(metric for metric in mentioned if metric is not None))
    named = metric_named(name)
    if named is not None and len(found) < 2:
        return (named,)
    return () if _NOT_NOW.search(name) else found


def tells_what_is_left(name: str) -> bool:
    """Whether a label is about what is left and not about what was used."""
    return _LEFT.search(name) is not None
