"""An implementation plan: the phases it names, with agents and what they wait for (templates of Maestro)."""

import re
from collections.abc import Collection, Iterator

from cockpit.documents.frontmatter import split
from cockpit.documents.markdown import Markdown, Section, parse
from cockpit.model.errors import Refused
from cockpit.rules.wording import listed
from cockpit.values import dataclass

_PHASE = re.compile(r"phase\s+(?P<id>\d[\w.]*|[A-Z]\d*)\s*(?:[:—–-]+\s*(?P<name>.*))?", re.IGNORECASE)
_SAYS = re.compile(
    r"[\s#>*_-]*(?P<label>agents?|parallel|blocked[ _]by|dependenc(?:y|ies)|depends[ _]on)[\s*_]*:"
    r"[\s*_]*(?P<value>[^\r\n]*)",
    re.IGNORECASE,
)
_TOPIC = re.compile(r"(?P<topic>.+?) ?[:—–-]? (?:implementation )?plan$", re.IGNORECASE)
_NOTHING = frozenset({"", "none", "n/a", "-", "—", "nothing", "no"})
_AGENT = re.compile(r"[A-Za-z][\w-]*")
_LONGEST = 300
"""Characters of a heading that are looked at."""
_ID = re.compile(r"\s*(?:phases?\s+(?P<phase>[\w.-]*\w)|(?P<bare>[\w.-]*\w)\s*$)", re.IGNORECASE)
_MARK = re.compile(r"[`*\[\]()]")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedPhase:
    """A phase as its plan has it; `line` is that of its heading."""

    id: str
    name: str
    agents: tuple[str, ...]
    parallel: bool
    blocked_by: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a plan says of a session. `total` is the number of phases it states, `design` its design document."""

    topic: str | None
    design: str | None
    total: str | None
    phases: tuple[PlannedPhase, ...]


def read_plan(path: str, text: str) -> Plan:
    """The phases of a plan. Raises Refused where it names none, or one twice."""
    front = split(text)
    data = front.data if front is not None else {}
    markdown = parse(text)
    phases = tuple(_phases(markdown, front.body_start if front is not None else 0))
    if not phases:
        raise Refused(f'{path} names no phases: each has a heading such as "## Phase 1: Name".')
    for number, phase in enumerate(phases):
        earlier = [each for each in phases[:number] if each.id == phase.id]
        if earlier:
            raise Refused(f"{path} has phase {phase.id} twice, in lines {earlier[0].line} and {phase.line}.")
    title = _text(data.get("title")) or (markdown.title.text if markdown.title else None)
    found = _TOPIC.fullmatch(_short(title or ""))
    return Plan(
        topic=found["topic"].rstrip(" :—–-") if found else title,
        design=_text(data.get("design_ref")),
        total=_text(data.get("total_phases")),
        phases=phases,
    )


def _text(value: object) -> str | None:
    """A scalar that was filled in."""
    told = value.strip() if isinstance(value, str) else str(value) if isinstance(value, int) else ""
    return told if told and not (told.startswith("<") and told.endswith(">")) and told.casefold() != "none" else None


def _short(title: str) -> str:
    return " ".join(title[:_LONGEST].split())


def _phases(markdown: Markdown, begin: int) -> Iterator[PlannedPhase]:
    headings = [each for each in markdown.sections if each.heading is not None and each.start >= begin]
    named = [(each, found) for each in headings if (found := _PHASE.fullmatch(_short(each.title)))]
    level = min((each.level for each, _ in named), default=0)
    known = {found["id"].rstrip(".") for _, found in named}
    for section, found in named:
        if section.level == level:
            said = dict(_said(section))
            yield PlannedPhase(
                id=found["id"].rstrip("."),
                name=_MARK.sub("", found["name"] or "").strip() or f"Phase {found['id']}",
                agents=tuple(_AGENT.findall(said.get("agent", ""))),
                parallel=said.get("parallel", "").casefold().startswith(("yes", "true")),
                blocked_by=tuple(
                    dict.fromkeys((*_ids(said.get("blocked by", "")), *_ids(said.get("depends on", ""), known)))
                ),
                line=section.line,
            )


def _said(section: Section) -> Iterator[tuple[str, str]]:
    """What a phase's section says of itself, in sub-headings or in lines."""
    for line in section.lines.text[section.body_start : section.end].splitlines():
        found = _SAYS.match(line)
        if found:
            label = found["label"].casefold().replace("_", " ").removesuffix("s")
            label = "depends on" if label.startswith("depend") else label
            value = _MARK.sub("", found["value"]).strip()
            yield label, "" if value.casefold() in _NOTHING else value


def _ids(told: str, known: Collection[str] | None = None) -> Iterator[str]:
    """The phases that are named: `1`, `Phase 2 (the model)`. What one depends on may be anything, packages or files, so
    that there only the `known` ones count, and what is called a phase.
    """
    for part in re.split(r",|;|\band\b|&", told):
        found = _ID.match(part)
        if found and (found["phase"] or known is None or found["bare"] in known):
            yield found["phase"] or found["bare"]


def unknown_blockers(plan: Plan) -> str | None:
    """That a phase waits for one that the plan does not have, as a sentence; None where none does."""
    known = {phase.id for phase in plan.phases}
    wrong = [f"{each.id} waits for {other}" for each in plan.phases for other in each.blocked_by if other not in known]
    return f"The plan has no such phase: {listed(wrong[:5])}." if wrong else None
