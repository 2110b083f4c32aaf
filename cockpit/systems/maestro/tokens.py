"""The tokens of a session, in total and by agent."""

from cockpit.model import AgentTokens, Tokens
from cockpit.rules.wording import listed
from cockpit.systems.maestro.stated_counts import read_stated_count
from cockpit.systems.reading.report import Report
from cockpit.systems.reading.value_tree import Values

KINDS = ("input", "output", "cached")


def read_tokens(values: Values, path: str, report: Report) -> Tokens | None:
    """What `token_usage` says; None where it is not there."""
    at = "token_usage"
    if not isinstance(values.raw(at), dict):
        return None

    def count(*place: str | int) -> int | None:
        return read_stated_count(values, place, path, report).number

    agents = {}
    for entry in values.entries(at, "by_agent"):
        if isinstance(values.raw(*entry), dict):
            agents[str(entry[-1])] = AgentTokens(**{kind: count(*entry, kind) for kind in KINDS})
    tokens = Tokens(**{kind: count(at, f"total_{kind}") for kind in KINDS}, by_agent=agents)
    _check(tokens, values, path, report)
    return tokens


def _check(tokens: Tokens, values: Values, path: str, report: Report) -> None:
    """Report totals that are not the sum of what the agents used."""
    wrong = []
    for kind in KINDS:
        total = getattr(tokens, kind)
        known = [getattr(each, kind) for each in tokens.by_agent.values()]
        added = sum(each for each in known if each is not None)
        if total is not None and known and any(each is not None for each in known) and added != total:
            wrong.append(f"{total:,} {kind} where its agents used {added:,}")
    if wrong:
        line = values.line_of(("token_usage",))
        report.add("tokens-mismatch", path, line, f"`token_usage` counts {listed(wrong)} together.")
