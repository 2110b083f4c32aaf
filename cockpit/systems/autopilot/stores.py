"""The JSON files below `.autopilot/state` and token-usage.md (seed, "Three-Level Threshold State" and after): what they
state of the metrics, and what nobody reads of them."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from datetime import timedelta
from functools import cached_property

from cockpit.model import LEVELS, AgentTokens, Level, Tokens, Trigger
from cockpit.rules.thresholds.metrics import METRICS, Metric, metric_named, parse_amount
from cockpit.rules.thresholds.triggers import Frequency, TriggerConfig
from cockpit.systems.autopilot.description import (
    ACKNOWLEDGMENTS_NAME,
    THRESHOLDS_NAME,
    TRIGGERS_NAME,
    read_amount,
    read_level,
    states_nothing,
)
from cockpit.systems.shared.folder import Folder, Page
from cockpit.systems.shared.passages import Passage, passage
from cockpit.systems.shared.stated_values import instant_text
from cockpit.text.described import Field, Fields, File, Reading, Table, read
from cockpit.text.edits import Place
from cockpit.text.keyed import KeyedText, Problem, json_problems, read_keyed
from cockpit.text.records import NOTHING, clean
from cockpit.text.tree import Node
from cockpit.values import dataclass

OTHER = "thresholds"
"""Stands for a metric where something is stated that holds the agent, and nobody can tell of what."""
JSON = "thresholds.json"
_LONGEST = 200
Word = Level | str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What one place states of a metric: its `value`, a `stop limit`, the `level` of the JSON, the `status` of the
    table. What cannot be read has neither amount nor level; a level `ok` is none. `step` is what the last digit of the
    amount is worth, `at` where it stands in its file."""

    metric: str
    what: str
    text: str
    source: str
    path: str
    line: int | None
    amount: float | None = None
    level: Word = None
    step: float = 0.0
    at: Place = ()

    @property
    def is_unread(self) -> bool:
        """Whether nobody can read it."""
        return self.amount is None and self.level is None


class Store:
    """A JSON file: its keys as a tree, and which of its nodes were read."""

    def __init__(self, page: Page) -> None:
        self.path, self.stale, self.is_bad = page.path, page.stale, page.bad
        self.file: KeyedText = page.once(keys_of)
        self._told: set[int] = set()

    @property
    def root(self) -> Node:
        """The object."""
        return self.file.root

    @property
    def is_blank(self) -> bool:
        """Whether it holds nothing that could be lost: no text, `null` or `[]`."""
        return "".join(self.file.text.split()) in ("", "null", "[]")

    @cached_property
    def problems(self) -> list[Problem]:
        """What is wrong with it as a JSON file: what may be read here, and not by an agent, is wrong too."""
        return [] if self.is_bad else json_problems(self.file)

    @property
    def is_whole(self) -> bool:
        """Whether everything in it is read, so that it may be edited."""
        return isinstance(self.root.value, dict) and not self.problems and not self.file.damage

    def line(self, node: Node | None) -> int | None:
        """The line of a value."""
        return self.file.line_of(node) if node is not None else None

    def take(self, node: Node | None) -> Node | None:
        """A value that is read."""
        if node is not None:
            self._told.add(id(node))
        return node

    def text(self, node: Node | None, *keys: str) -> str | None:
        """The text of the first of some members that says something."""
        found = [child for key in keys if node is not None and (child := node.child(key)) is not None]
        for each in found:
            if not isinstance(each.value, dict | list):
                self.take(each)
        return next(filter(None, map(clean, found)), None)

    def left(self) -> Iterator[tuple[Place, Node]]:
        """What was not read: whole members of which nothing was."""
        yield from self._left(self.root, ())

    def _left(self, node: Node, at: Place) -> Iterator[tuple[Place, Node]]:
        for step, child in node.children():
            for each in (*child.earlier, child):
                if id(each) in self._told or each.value in NOTHING:
                    continue
                if self._has_told(each):
                    yield from self._left(each, (*at, step))
                else:
                    yield (*at, step), each

    def _has_told(self, node: Node) -> bool:
        return any(id(child) in self._told or self._has_told(child) for _, child in node.children())

    def passages(self) -> list[Passage]:
        """What was not read, as it is written."""
        found = [(at, node, as_written(node)) for at, node in self.left()]
        return [
            passage(self.path, self.line(node), f"{at[-1]}: {text}", ".".join(map(str, at[:-1])))
            for at, node, text in found
        ]


def keys_of(page: Page) -> KeyedText:
    """The keys of a JSON file."""
    return read_keyed(page.text, "current_values", "acknowledgments", "triggers", may_be_bare=True)


def as_written(node: Node) -> str:
    """A value as JSON has it; a text in quotes, a number without."""
    return json.dumps(node.typed(), ensure_ascii=False)


def known_metric(label: str) -> Metric | None:
    """The metric of a label; None for one that Project Autopilot has not."""
    metric = metric_named(label)
    return metric if metric in METRICS else None


def metric_of(key: str | int) -> Metric | None:
    """The metric of a key; none where it has a character that an agent would not find it by."""
    return known_metric(key) if isinstance(key, str) and key.isascii() else None


def _store(folder: Folder, name: str) -> Store | None:
    page = folder.page(name)
    return Store(page) if page is not None else None


# thresholds.json: the values at the last check and the levels they triggered. The values stand under long names
# (`context_percent`), the levels under short ones, and the update routine of the seed writes short ones everywhere


@dataclass(slots=True, kw_only=True)
class Checked:
    """What thresholds.json says."""

    store: Store | None = None
    said: list[Said] = field(default_factory=list)
    recorded: dict[str, list[Said]] = field(default_factory=dict)
    """The levels, also those that are none."""
    last_check: str | None = None
    unread: list[Passage] = field(default_factory=list)

    @property
    def path(self) -> str | None:
        """Its path."""
        return self.store.path if self.store is not None else None

    def level(self, metric: str) -> Level | None:
        """The worst level that is recorded of a metric."""
        named = [level for each in self.recorded.get(metric, ()) for level in LEVELS if level == each.level]
        return max(named, key=LEVELS.index, default=None)


def read_checked(folder: Folder) -> Checked:
    """Read thresholds.json; empty where there is none."""
    store = _store(folder, THRESHOLDS_NAME)
    if store is None:
        return Checked()
    checked = Checked(store=store, last_check=store.text(store.root, "last_check"))
    for key, metric, node in _entries(store, "current_values"):
        said = _said(store, metric, "value", ("current_values", key), node)
        nothing = not isinstance(node.value, dict | list) and states_nothing(clean(node))
        if not nothing:
            checked.said.append(replace(said, amount=_amount(node)))
    for key, metric, node in _entries(store, "levels_triggered"):
        level = None if isinstance(node.value, dict | list) else read_level(clean(node) or "ok")
        said = _said(store, metric, "level", ("levels_triggered", key), node)
        recorded = replace(said, level=level)
        checked.recorded.setdefault(metric.name, []).append(recorded)
        if level is None:
            checked.said.append(recorded)
    for at, node in store.left():
        if at[0] != "triggers" and _speaks(at[-1], node):
            text = f"{at[-1]}: {as_written(node)}"[:_LONGEST]
            checked.said.append(
                Said(metric=OTHER, what="limits", text=text, source=JSON, path=store.path, line=store.line(node), at=at)
            )
    checked.unread = [each for each in store.passages() if not each["text"].startswith("triggers: ")
                      and each["section"].split(".")[0] != "triggers"]  # fmt: skip
    return checked


def _entries(store: Store, name: str) -> Iterator[tuple[str, Metric, Node]]:
    """The members of a map that are metrics, those of maps and keys that come again too."""
    there = store.root.child(name)
    for whole in (*there.earlier, there) if there is not None else ():
        for key, child in whole.children():
            metric = metric_of(key)
            for each in (*child.earlier, child) if metric is not None else ():
                store.take(each)
                yield str(key), metric, each  # type: ignore[misc]  # it is not None here


def _said(store: Store, metric: Metric, what: str, at: Place, node: Node) -> Said:
    text = clean(node) if isinstance(node.value, str) else None
    shown = (text if text is not None else as_written(node))[:_LONGEST]
    return Said(metric=metric.name, what=what, text=shown, source=JSON, path=store.path, line=store.line(node), at=at)


def _amount(node: Node) -> float | None:
    """A number of JSON, or the amount that a text is."""
    value = node.typed()
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value) if abs(value) < 1e15 else None
    return read_amount(value) if isinstance(value, str) else None


def _speaks(key: str | int, node: Node) -> bool:
    """Whether something that nobody reads speaks of metrics or levels: by its key, or by one below it."""
    if metric_of(key) is not None or key in LEVELS or key in ("current_values", "levels_triggered"):
        return True
    if isinstance(node.value, dict | list):
        return any(_speaks(step, child) for step, child in node.children())
    return (clean(node) or "").casefold() in ("alert", "stop")


# acknowledgments.json, in both of its shapes (seed, "Acknowledgment Storage"; docs/systems/autopilot.md)

MAPS = ("acknowledgments", "acknowledged")
HISTORY = "acknowledgment_history"
VALUE_KEYS = ("value_at_acknowledgment", "value_at_ack", "value")


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """One acknowledgment as recorded. The second shape has no level and no note."""

    at: str | None = None
    value: float | None = None
    level: Level | None = None
    session_id: str | None = None
    note: str | None = None
    expires: str | None = None
    line: int | None = None


@dataclass(slots=True, kw_only=True)
class Acknowledgments:
    """What acknowledgments.json says. `map_at` is where the map of types stands; `wrong` are lines with what is wrong
    there; it is `complete` unless an acknowledgment may stand in it that cannot be read."""

    store: Store | None = None
    map_at: Place = (MAPS[0],)
    recorded: dict[str, Recorded] = field(default_factory=dict)
    history: tuple[Mapping[str, object], ...] = ()
    last_reset: str | None = None
    last_reset_line: int | None = None
    complete: bool = True
    wrong: list[tuple[str, int | None, str]] = field(default_factory=list)
    unread: list[Passage] = field(default_factory=list)

    @property
    def path(self) -> str | None:
        """Its path."""
        return self.store.path if self.store is not None else None


def read_acknowledgments(folder: Folder) -> Acknowledgments:
    """Read the file; empty where there is none."""
    store = _store(folder, ACKNOWLEDGMENTS_NAME)
    if store is None:
        return Acknowledgments()
    found = Acknowledgments(store=store)
    if store.is_blank and not store.is_bad:
        found.wrong.append(("acknowledgments-empty", 1, "The file is empty. Expected a JSON object."))
        return found
    found.complete = not store.is_bad and store.is_whole
    entries = _find_map(store, found)
    beside = [(key, node) for key, node in store.root.children() if found.map_at and _is_entry(key, node)]
    if beside:
        is_one = len(beside) == 1
        told = (
            f"{len(beside)} acknowledgment{'' if is_one else 's'} outside {found.map_at[0]} {'is' if is_one else 'are'}"
        )
        found.wrong.append(("acknowledgments-misplaced", None, f"{told} ignored by cockpit and the agent."))
    for key, node in entries.children() if entries is not None else ():
        metric = metric_of(key)
        if metric is not None and (recorded := _recorded(store, metric, node, found)) is not None:
            found.recorded.setdefault(metric.name, recorded)
    _read_history(store, found)
    reset = store.take(store.root.child("last_reset"))
    if reset is not None and reset.value not in (*NOTHING, "false"):
        found.last_reset, found.last_reset_line = clean(reset) or as_written(reset), store.line(reset)
    found.unread = store.passages()
    return found


def _find_map(store: Store, found: Acknowledgments) -> Node | None:
    """The map from types to acknowledgments: under its key, or in the second shape the whole file."""
    for key in MAPS:
        node = store.root.child(key)
        if node is not None and isinstance(node.value, dict):
            found.map_at = (key,)
            return node
        if node is not None and node.value in NOTHING:
            told = f"{key} is empty. Expected an object."
            found.wrong.append(("acknowledgments-empty", store.line(node), told))
            return None
        if node is not None:
            told = f"{key} is not an object. Its content was not read."
            found.wrong.append(("acknowledgments-unreadable", store.line(node), told))
            found.complete = False
            return None
    if any(_is_entry(key, node) and node.child("value_at_ack") is not None for key, node in store.root.children()):
        found.map_at = ()
        return store.root
    return None


def _is_entry(key: str | int, node: Node) -> bool:
    known = any(node.child(name) is not None for name in (*VALUE_KEYS, "acknowledged_at"))
    return metric_of(key) is not None and known


def _recorded(store: Store, metric: Metric, node: Node, found: Acknowledgments) -> Recorded | None:
    """An acknowledgment; None for what acknowledges nothing."""
    store.take(node) if not isinstance(node.value, dict) else None
    line = store.line(node)
    if clean(node) == "true" and node.style == "plain":
        return Recorded(line=line)
    if not isinstance(node.value, dict):
        if node.value is not None:
            told = f"The acknowledgment of {metric.name} is not an object: {as_written(node)[:60]}."
            found.wrong.append(("value-unreadable", line, told))
        return None
    texts = {name: store.text(node, *names) for name, names in _ENTRY.items()}
    amount = read_amount(texts["value"]) if texts["value"] is not None else None
    value = next((child for key in VALUE_KEYS if (child := node.child(key)) is not None), None)
    if value is not None and value.value is not None and amount is None:
        told = f"The value at which {metric.name} was acknowledged is not an amount: {as_written(value)[:60]}."
        found.wrong.append(("value-unreadable", store.line(value), told))
    level, word = node.child("threshold_level"), (texts["level"] or "").casefold()
    void = [key for key in ("acknowledged", "revoked_at", "revoked") if _is_void(key, node.child(key))]
    if word and word not in LEVELS:
        shown = as_written(level)[:60] if level is not None else ""
        told = f"The level at which {metric.name} was acknowledged is not a known level: {shown}."
        found.wrong.append(("level-unreadable", store.line(level), told))
    elif void:
        told = f"{metric.name} is not acknowledged: {void[0]} says so."
        found.wrong.append(("acknowledgment-void", store.line(node.child(void[0])), told))
    if void or (word and word not in LEVELS):
        return None
    if not found.complete and texts["at"] is None:
        return None  # the file breaks off in it, and nothing says that an alert was acknowledged
    return Recorded(
        at=texts["at"],
        value=amount,
        level=next((level for level in LEVELS if level == word), None),
        session_id=texts["session_id"],
        note=texts["note"],
        expires=texts["expires"],
        line=line,
    )


_ENTRY = {
    "at": ("acknowledged_at",),
    "value": VALUE_KEYS,
    "level": ("threshold_level",),
    "session_id": ("session_id",),
    "note": ("user_note", "note"),
    "expires": ("expires_at",),
}


def _is_void(key: str, node: Node | None) -> bool:
    """Whether a member of an acknowledgment says that there is none."""
    if node is None or node.value in NOTHING:
        return False
    return clean(node) == "false" if key == "acknowledged" else clean(node) != "false"


def _read_history(store: Store, found: Acknowledgments) -> None:
    history = store.root.child(HISTORY)
    if history is None:
        return
    store.take(history)
    if not isinstance(history.value, list):
        if history.value is not None:
            told = f"The acknowledgment history is not a list: {as_written(history)[:60]}."
            found.wrong.append(("value-unreadable", store.line(history), told))
        return
    entries = ({str(key): child.typed() for key, child in each.children()} for _, each in history.children()
               if isinstance(each.value, dict))  # fmt: skip
    found.history = tuple(entries)


# triggers.json, or a `triggers` key in thresholds.json (seed, "Checkpoint Trigger State"); the seed names no file

TIME = "time_elapsed"
"""The trigger that suggests a checkpoint once a session has lasted."""


def _of_metric(metric: str, limit: float, frequency: Frequency = "once_per_session") -> TriggerConfig:
    return TriggerConfig(frequency=frequency, metric=metric, limit=limit)


BUILT_IN: Mapping[str, TriggerConfig] = {
    "task_complete": TriggerConfig(),
    "phase_complete": TriggerConfig(),
    "context_warning": _of_metric("context", 30),
    "context_alert": _of_metric("context", 40),
    "context_stop": _of_metric("context", 50, "every"),
    "cost_warning": _of_metric("cost", 10),
    "cost_alert": _of_metric("cost", 25),
    "cost_stop": _of_metric("cost", 50, "every"),
    "error_threshold": _of_metric("errors", 3, "every"),
    TIME: TriggerConfig(cooldown=timedelta(minutes=30), metric="time", limit=30),
    "user_interrupt": TriggerConfig(),
}
"""The triggers that the commands of Project Autopilot know. Only the first two have a stated frequency. The others are
ours: warnings and alerts once per session, so that they do not nag; a stop, errors and an interrupt every time, so that
they hold."""


def config_of(name: str) -> TriggerConfig:
    """How often a trigger may fire; one of a level that is not listed as the listed ones of its level."""
    quiet = name.endswith(("_warning", "_alert"))
    return BUILT_IN.get(name) or TriggerConfig(frequency="once_per_session" if quiet else "every")


@dataclass(slots=True, kw_only=True)
class Triggers:
    """The recorded triggers by name, their lines, and where they stand in which file."""

    store: Store | None = None
    map_at: Place = ()
    triggers: dict[str, Trigger] = field(default_factory=dict)
    lines: dict[str, int | None] = field(default_factory=dict)
    times: list[tuple[str, str, int | None]] = field(default_factory=list)
    wrong: list[tuple[str, int | None, str]] = field(default_factory=list)
    differing: list[tuple[str, str, int | None]] = field(default_factory=list)
    unread: list[Passage] = field(default_factory=list)

    @property
    def path(self) -> str | None:
        """The path of the file."""
        return self.store.path if self.store is not None else None

    @property
    def session_start(self) -> str | None:
        """When the present agent session began, as the time trigger records it."""
        return next((each.session_start for each in self.triggers.values() if each.session_start), None)

    def acknowledged(self, metric: str) -> bool | None:
        """Whether the metric's alert trigger is marked as acknowledged; None where nothing says so."""
        trigger = self.triggers.get(f"{metric}_alert")
        return trigger.acknowledged if trigger else None


def read_triggers(folder: Folder) -> Triggers:
    """Read the triggers from their own file, else from thresholds.json; empty where there are none."""
    own, beside = _store(folder, TRIGGERS_NAME), _store(folder, THRESHOLDS_NAME)
    store = own or beside
    if store is None:
        return Triggers()
    is_bare = own is not None and own.root.child("triggers") is None
    found = Triggers(store=store, map_at=() if is_bare else ("triggers",))
    node = store.root.at(found.map_at)
    if node is None:
        return found
    if not isinstance(node.value, dict):
        if node.value is not None and found.map_at:
            told = f"triggers is not an object: {as_written(node)[:60]}."
            found.wrong.append(("value-unreadable", store.line(node), told))
        found.unread = store.passages() if own is not None else []
        return found
    for key, child in node.children():
        if isinstance(child.value, dict):
            found.triggers[str(key)] = _trigger(store, str(key), child, found)
            found.lines[str(key)] = store.line(child)
        elif found.map_at and child.value is not None:
            told = f"The trigger {key} is not an object: {as_written(child)[:60]}."
            found.wrong.append(("value-unreadable", store.line(child), told))
    if own is not None and beside is not None and (others := beside.root.child("triggers")) is not None:
        found.differing = [
            (beside.path, str(key), beside.line(other))
            for key, other in others.children()
            if (mine := node.child(key)) is None or mine.data() != other.data()
        ]
    found.unread = [each for each in store.passages() if own is not None or each["section"].split(".")[0] == "triggers"]
    return found


def _trigger(store: Store, name: str, node: Node, found: Triggers) -> Trigger:
    times = {}
    for key in ("last_triggered", "session_start"):
        times[key] = store.text(node, key)
        if times[key] is not None:
            found.times.append((f"{key} of {name}", times[key] or "", store.line(node.child(key))))
    count, stated = node.child("count"), store.text(node, "count")
    number = read_amount(stated) if stated is not None else None
    if count is not None and count.value is not None and number is None:
        told = f"The count of the trigger {name} is not an amount: {as_written(count)[:60]}."
        found.wrong.append(("value-unreadable", store.line(count), told))
    flags = {key: _flag(store.text(node, key)) for key in ("acknowledged", "suggested_checkpoint")}
    return Trigger(
        last_triggered=instant_text(times["last_triggered"]),
        count=int(number) if number is not None else None,
        acknowledged=flags["acknowledged"],
        session_start=instant_text(times["session_start"]),
        suggested_checkpoint=flags["suggested_checkpoint"],
    )


def _flag(text: str | None) -> bool | None:
    return {"true": True, "yes": True, "false": False, "no": False}.get((text or "").casefold())


# token-usage.md, in both of its formats (docs/systems/autopilot.md)

USAGE = "token-usage.md"
_LOG = File(
    titles=("Token Usage",),
    parts=(
        Fields("totals", ("Totals", "Session Totals", "Session Summary", "Token Totals"), (
            Field("Input Tokens", also=("input",)),
            Field("Output Tokens", also=("output",)),
            Field("Cached Tokens", also=("cache read", "cached")),
            Field("Total Cost", also=("estimated cost", "cost")),
        ), open=True),
        Table("agents", ("Usage by Agent", "By Agent", "Agents"), {
            "agent": ("Agent", "Name"),
            "input": ("Input", "Input Tokens"),
            "output": ("Output", "Output Tokens"),
            "cached": ("Cached", "Cache Read"),
        }),
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenUsage:
    """What the log says in total; `line` is that of the totals."""

    path: str
    tokens: Tokens | None = None
    cost: float | None = None
    line: int | None = None
    totals: Mapping[str, str] = field(default_factory=dict)


def spent(tokens: Tokens | None) -> int | None:
    """Input and output tokens together; None where neither is known."""
    known = [count for count in (tokens.input, tokens.output) if count is not None] if tokens else []
    return sum(known) if known else None


def read_token_usage(folder: Folder) -> TokenUsage | None:
    """The log; None where there is none."""
    page = folder.page(USAGE)
    if page is None:
        return None
    reading = page.once(_log)
    labels = [str(at[1]) for at in reading.places if at[0] == "totals"]
    totals = {label: stated.text for label in labels if (stated := reading.get("totals", label)) is not None}
    rows = {row["agent"]: row for row in reading.said["agents"] if row.get("agent", "Total").casefold() != "total"}
    tokens = Tokens(
        input=_whole(totals.get("Input Tokens")),
        output=_whole(totals.get("Output Tokens")),
        cached=_whole(totals.get("Cached Tokens")),
        by_agent={
            name: AgentTokens(**{key: _whole(row.get(key)) for key in ("input", "output", "cached")})
            for name, row in rows.items()
        },
    )
    return TokenUsage(
        path=page.path,
        tokens=None if tokens == Tokens() else tokens,
        cost=parse_amount(totals.get("Total Cost")),
        line=next((each.line for each in reading.sections["totals"]), None),
        totals=totals,
    )


def _log(page: Page) -> Reading:
    return read(_LOG, page.text)


def _whole(text: str | None) -> int | None:
    amount = parse_amount(text)
    return None if amount is None else int(amount)
