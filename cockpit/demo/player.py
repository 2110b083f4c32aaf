"""Plays a script on a project: the agent, without its process.

The agent takes the newest text of a file for every change and replaces only what its script means, so that what a
person has written beside stays. What is not found any more is left alone and told. A handoff ends its session, as its
script says; nothing else that a person writes ends the agent.
"""

import json
import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from uuid import uuid4

from cockpit.demo import repository
from cockpit.demo.processes import Processes
from cockpit.demo.sample import filled
from cockpit.demo.script import Command, Script, changed, edits
from cockpit.regex import regex

_NEXT = regex(r"\{next (?P<start>[^{}\n]+)\}")
_OF_AGENTS = regex(r"\{(?:(?P<what>pid|started|root|slug) (?P<name>\w+)|uuid)\}")


class Player:
    """An agent at work on the project at `root`. `now` is its clock; `tell` hears what it has to say.

    `processes` are those that its script names; whoever made the player ends them. `claude` acts as a session of Claude
    Code, and yields as long as something holds that; without it there is none.
    """

    def __init__(self, root: Path, script: Script, *, now: Callable[[], datetime], tell: Callable[[str], None]) -> None:
        self.root, self.script, self.now, self.tell = root, script, now, tell
        self.claude: Callable[[str], Iterator[str]] = lambda _: iter(())
        self.commits: dict[str, str] = {}
        self.processes = Processes(root.parent)
        self._works_in: dict[str, Path] = {}
        """The folders of agents' sessions by their names."""
        self._begun = self._waits_since = now()
        self._seen: dict[str, str] = {}
        self._changes: dict[str, list[Command]] = {}

    def play(self) -> Iterator[float | str]:
        """Perform the script. Yields the seconds that pass, and a condition as long as it has to wait for it."""
        yield from self._perform(self.script.commands)
        self._change()

    def _perform(self, commands: tuple[Command, ...]) -> Iterator[float | str]:
        for command in commands:
            if command.name in ("edit", "append"):
                self._changes[command.rest] = [*self._changes.pop(command.rest, []), command]
                continue
            if command.name != "say":
                self._change()
            match command.name:
                case "wait":
                    yield float(command.rest)
                    yield from self.heed()
                case "when":
                    self._waits_since = self.now()
                    while not self.holds(command.rest):
                        yield command.rest
                        yield from self.heed()
                case "claude":
                    yield from self.claude(command.rest)
                case "if" | "unless":
                    if self.holds(command.rest) == (command.name == "if"):
                        yield from self._perform(command.inner)
                case _:
                    self._do(command)

    def heed(self) -> Iterator[float | str]:
        """Perform what is called for by values that became other ones during a pause."""
        for name, commands in self.script.upon.items():
            value = self._value(name)
            if value is not None and value != self._seen.get(name):
                self._seen[name] = value
                yield from self._perform(commands)

    def _do(self, command: Command) -> None:
        match command.name:
            case "say":
                self.tell(self._filled(command.rest))
            case "write":
                self._write(self._filled(command.rest), self._filled(command.text))
            case "session":
                self._begin_session(*command.rest.split(" ", 3), text=self._filled(command.text))
            case "repository":
                self._begin_repository(self.root.parent / command.rest, self._filled(command.text))
            case "log":
                self._log(self._filled(command.rest), command.lines)
            case "commit":
                message = self._filled(command.lines[0])
                made = repository.commit(self.root, command.rest.split(), message, at=self.now())
                self.commits |= {message: made} if made else {}
            case name:
                raise ValueError(name)

    def _begin_session(self, name: str, folder: str, program: str = "", title: str = "", *, text: str) -> None:
        works_in = self._works_in[name] = self.root.parent / folder
        if program:
            self.processes.open_pane(name, program, works_in, title, text, asks=name in self.script.values)

    def _begin_repository(self, folder: Path, readme: str) -> None:
        self._write(f"../{folder.name}/README.md", readme)
        if repository.available() and folder.is_dir():
            repository.begin(folder, "", lambda part, _: part, at=self.now())
            repository.commit(folder, ["README.md"], "Begin", at=self.now())

    def _change(self) -> None:
        """Make the changes that are due, each file in one write; the one that was mentioned last comes last."""
        due, self._changes = self._changes, {}
        for file, commands in due.items():
            try:
                before = self._text(file)
            except (OSError, UnicodeDecodeError) as error:
                self.tell(f"{file} is left as it is: {error}")
                continue
            text = before
            for command in commands:
                text = self._changed(text, command)
            if text != before:
                self._write(file, text)

    def _changed(self, text: str, command: Command) -> str:
        if command.name == "append":
            return f"{text.rstrip()}\n{self._filled(command.text, text)}"
        for change in edits(command.lines):
            tried = [changed(text, tuple(self._filled(line, text) for line in lines)) for lines in change]
            after = next((each for each in tried if each is not None), None)
            if after is None:
                self.tell(f"{command.rest} is left as it is where it does not read {' / '.join(change[0])}")
            else:
                text = after
        return text

    def _text(self, file: str) -> str:
        return (self.root / file).read_bytes().decode("utf-8")

    def _write(self, file: str, text: str) -> None:
        """Replace a file, as careful tools do: nobody meets half of it."""
        target = self.root / file
        temporary = target.with_name(f"{target.name}.tmp")
        try:
            self.root.stat()  # a project that is gone is not made anew
            target.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(text.encode("utf-8"))
            temporary.replace(target)
        except OSError as error:
            self.tell(f"{file} is left as it is: {error}")

    def _log(self, file: str, lines: tuple[str, ...]) -> None:
        target = self.root / file
        try:
            self.root.stat()  # as above
            target.parent.mkdir(parents=True, exist_ok=True)
            there = target.read_bytes().count(b"\n") if target.exists() else 0
            texts = [self._filled(line).replace("{line}", str(number)) for number, line in enumerate(lines, there)]
            with target.open("ab") as log:
                log.write("".join(f"{text}\n" for text in texts).encode("utf-8"))
        except OSError as error:
            self.tell(f"{file} is left as it is: {error}")

    def _filled(self, text: str, of: str = "") -> str:
        def number(found: re.Match[str]) -> str:
            return f"{sum(line.startswith(found['start']) for line in of.splitlines()) + 1:03}"

        text = _OF_AGENTS.sub(self._of_agents, _NEXT.sub(number, text))
        for name in self.script.values:
            if f"{{{name}}}" in text:
                text = text.replace(f"{{{name}}}", self._value(name) or "—")
        return filled(text, self.now(), self.commits, self._begun)

    def _of_agents(self, found: re.Match[str]) -> str:
        match found["what"] or found[0]:
            case "pid":
                return str(self.processes.pid(found["name"]))
            case "started":
                return self.processes.started(found["name"])
            case "root":
                return json.dumps(str(self._works_in[found["name"]]))[1:-1]
            case "slug":
                return re.sub(r"[^a-zA-Z0-9]", "-", str(self._works_in[found["name"]]))[:200]
            case _:
                return str(uuid4())

    def _value(self, name: str) -> str | None:
        file, pattern = self.script.values[name]
        found = re.search(pattern, self._text_or_nothing(file), re.MULTILINE)
        return found[1] if found else None

    def _text_or_nothing(self, file: str) -> str:
        try:
            return self._text(file)
        except (OSError, UnicodeDecodeError):
            return ""

    def holds(self, condition: str) -> bool:
        """Whether a condition holds now. Raises ValueError for what is none."""
        if condition in self.script.conditions:
            return any(self.holds(each) for each in self.script.conditions[condition])
        of, verb, rest = condition.split(" ", 2)
        match verb:
            case "has":
                holds = self._has(of, rest.split("."))
            case "seconds":
                holds = self.now() - self._waits_since >= timedelta(seconds=float(of))
            case "<":
                holds = self._number(of) < self._number(rest)
            case "is" if rest.startswith("no older than "):
                holds = self._written(of) >= self._written(rest.removeprefix("no older than "))
            case "is" if rest in ("there", "gone"):
                holds = (self.root / of).exists() == (rest == "there")
            case "is":
                holds = (self._value(of) == rest.removeprefix("not ")) != rest.startswith("not ")
            case _:
                raise ValueError(condition)
        return holds

    def _written(self, file: str) -> int:
        """When a file was written, in nanoseconds; 0 of one that is not there."""
        try:
            return (self.root / file).stat().st_mtime_ns
        except OSError:
            return 0

    def _number(self, name: str) -> float:
        """A value as a number, whatever its currency; not a number where there is none: every comparison fails."""
        digits = re.sub(r"[^\d.]", "", self._value(name) or "")
        return float(digits) if re.fullmatch(r"\d+(\.\d+)?", digits) else float("nan")

    def _has(self, file: str, keys: list[str]) -> bool:
        try:
            value = json.loads(self._text_or_nothing(file) or "null")
        except (ValueError, RecursionError):
            return False
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
        return bool(value)
