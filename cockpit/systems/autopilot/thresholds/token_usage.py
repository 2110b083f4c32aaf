"""token-usage.md in both of its formats: Totals or Session Totals, and Usage by Agent (docs/systems/autopilot.md)."""

from collections.abc import Mapping
from dataclasses import field

from cockpit.model import AgentTokens, Tokens
from cockpit.rules.thresholds.metrics import parse_amount
from cockpit.systems.autopilot.report import Report
from cockpit.systems.shared.folder import Folder, Page
from cockpit.systems.shared.stated_values import Labels, fields_of, plain
from cockpit.text.markdown import Row
from cockpit.values import dataclass

NAME = "token-usage.md"
TOTALS = ("Totals", "Session Totals", "Session Summary", "Token Totals")
_AGENTS = ("Usage by Agent", "By Agent", "Agents")


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenUsage:
    """What the log says in total; `line` is that of the totals."""

    path: str
    tokens: Tokens | None = None
    cost: float | None = None
    line: int | None = None
    totals: Mapping[str, str] = field(default_factory=dict)

    @property
    def spent(self) -> int | None:
        """Input and output tokens together; None where neither is known."""
        return spent(self.tokens)


def spent(tokens: Tokens | None) -> int | None:
    """Input and output tokens together; None where neither is known."""
    known = [count for count in (tokens.input, tokens.output) if count is not None] if tokens else []
    return sum(known) if known else None


def read_token_usage(folder: Folder, report: Report) -> TokenUsage | None:
    """Read the log; None where there is none."""
    page = folder.markdown(NAME)
    if page is None:
        return None
    sections = [section for name in TOTALS if (section := page.markdown.section(name))]
    totals = Labels((found for section in sections for found in fields_of(section)), page.path, report)
    tokens = Tokens(
        input=_count(totals, "Input Tokens", "Input"),
        output=_count(totals, "Output Tokens", "Output"),
        cached=_count(totals, "Cached Tokens", "Cache Read", "Cached"),
        by_agent=_agents(page),
    )
    cost = totals.get("Total Cost", "Estimated Cost", "Cost")
    return TokenUsage(
        path=page.path,
        tokens=None if tokens == Tokens() else tokens,
        cost=parse_amount(cost.text) if cost else None,
        line=sections[0].line if sections else None,
        totals=totals.all(),
    )


def _agents(page: Page) -> dict[str, AgentTokens]:
    section = page.markdown.section(*_AGENTS)
    rows = [row for table in section.tables() for row in table.rows if not row.filler] if section else []
    named = ((plain(row.get("Agent", "Name") or ""), row) for row in rows)
    return {name: _agent(row) for name, row in named if name and name.casefold() != "total"}


def _agent(row: Row) -> AgentTokens:
    return AgentTokens(
        input=_whole(row.get("Input", "Input Tokens")),
        output=_whole(row.get("Output", "Output Tokens")),
        cached=_whole(row.get("Cached", "Cache Read")),
    )


def _count(totals: Labels, *labels: str) -> int | None:
    value = totals.get(*labels)
    return _whole(value.text) if value else None


def _whole(text: str | None) -> int | None:
    amount = parse_amount(plain(text or ""))
    return None if amount is None else int(amount)
