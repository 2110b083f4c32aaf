"""What the conformance suite must know of a system: its fixtures, its verbs by example, and the words of its files."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from cockpit.model import Track
from cockpit.model.errors import CommandError
from cockpit.model.intents import Acknowledge, Intent
from cockpit.systems.interface import System
from cockpit.wording.messages import Message
from tests.cases import CASES, in_database, names
from tests.conformance.memory_system import Bytes, MemorySystem
from tests.support.memory_files import fixture_bytes


@dataclass(frozen=True, kw_only=True)
class Beside:
    """What cockpits and scripts write at the same time as an agent, and what such an agent takes back."""

    project: str
    """The fixture it is about."""
    adding: tuple[tuple[Callable[[str], Intent], tuple[str, ...]], ...]
    """Verbs that write a text of their own each time; and the same as a command, which takes the text last."""
    taken: Intent
    """A change that an agent's stale copy takes back."""
    stands: Callable[[Track], bool]
    """Whether it is there."""
    own: Mapping[bytes, bytes]
    """What the agent itself changes in its copy: each is in it."""


@dataclass(frozen=True, kw_only=True)
class Described:
    """One system, as the suite is told of it. A project is its files by path."""

    in_memory: MemorySystem
    """The system. Its fixtures are the projects in `tests/cases/ID`."""
    intents: tuple[Intent, ...]
    """Every verb the system has, at least once, in the forms in which a person uses it."""
    absent: tuple[tuple[Intent, Message], ...]
    """Of every verb it has not one example, and the message with which it is refused."""
    projects: Mapping[str, Bytes]
    """What the verbs are tried on, by a name; together they let every verb through."""
    tables: Mapping[str, str]
    """The tables of told changes in `tests/conformance/ID/tables`, each with the project it is about."""
    healthy: str
    """The fixture whose files all can be read and say everything: every kind of file is in it."""
    several: tuple[str, ...]
    """The fixtures that differ most: every verb is tried on them in every way; tables of told changes have more."""
    files: tuple[str, ...]
    """The paths the system reads as files, also those that the healthy project has not; the first is the main one."""
    folders: tuple[str, ...]
    """The folders in which it looks for files of any name."""
    sections: Mapping[str, tuple[str, ...]]
    """By path the sections of a file, `@` for a word like no other, `@@` for the sign itself."""
    beside: Bytes
    """What must stand beside such a file for a track to be there; the file itself takes its place."""
    shared: Beside
    """What is written by several at once."""
    head: str = ""
    """What the main file begins with in `sections`, where it is recognised by what it holds and not by its name."""
    lines: tuple[str, ...] = ()
    """Lines of its own that may stand anywhere in one, `@` as above."""
    lost_once: tuple[tuple[str, str], ...] = ()
    """Files in which a word was lost once: path and text, `@` as above."""
    opening: tuple[str, ...] = ("enter", "?", "n", "m", "L")
    """The keys that open something over its dashboard: details, help, dialogs, the ledger."""
    to_the_prompt: tuple[tuple[str, str], ...] = ()
    """The keys that lead from its dashboard over the clipboard to a prompt, each with what is seen then: in the first
    of the `hostile` projects.
    """
    once: tuple[type[Intent], ...] = ()
    """Verbs that do something each time they are used."""
    whole: tuple[type[Intent], ...] = ()
    """Verbs that write a whole new file, and so end it with a line end."""
    ending: tuple[type[Intent], ...] = ()
    """Verbs after which the track is not where it was."""
    true_findings: frozenset[str] = frozenset()
    """Findings that a verb may bring because they are true: what a person may do against a rule."""
    by_files: bool = True
    """Whether what its files say holds; else what a person wrote into them with cockpit does, whatever they say now."""
    never: tuple[Intent, ...] = ()
    """Examples that no project lets through, on purpose."""

    @property
    def system(self) -> System:
        """The system itself, which remembers."""
        return self.in_memory.system

    @property
    def id(self) -> str:
        """The system's id."""
        return self.system.id

    @property
    def main(self) -> str:
        """The path of the file that is the truth."""
        return self.files[0]

    @property
    def folder(self) -> str:
        """Where its files lie, with a slash at the end; left out where paths are printed."""
        return f"{self.system.state_folders[0]}/"

    @cached_property
    def fixtures(self) -> dict[str, Bytes]:
        """By name its cases that the program gets right and whose files say everything."""
        own = [
            name
            for name in names()
            if name.startswith(f"{self.id}/") and not (CASES / name / "begin.sh").exists() and not in_database(name)
        ]
        return {name.partition("/")[2]: fixture_bytes(name.partition("/")[2], self.id) for name in own}

    @cached_property
    def hostile(self) -> tuple[Bytes, ...]:
        """The projects into which hostile text is put: one that a person must acknowledge, and the healthy one."""
        alert = [self.projects[name] for intent, name in self.examples if isinstance(intent, Acknowledge)]
        return (*alert[-1:], self.fixtures[self.healthy])

    @cached_property
    def examples(self) -> tuple[tuple[Intent, str], ...]:
        """Each intent with the first project that lets it through and is changed by it."""
        found = []
        for intent in self.intents:
            for name, files in self.projects.items():
                tried = self.in_memory.edit_or_refusal(files, intent)
                if not isinstance(tried, CommandError) and tried.changes:
                    found.append((intent, name))
                    break
        return tuple(found)
