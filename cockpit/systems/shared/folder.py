"""The files of one project folder, each read once; what is wrong with them goes to the report."""

from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cached_property
from pathlib import PurePosixPath
from typing import Any, TypeVar, cast

from cockpit.regex import regex
from cockpit.systems.interface import FileContent, Files
from cockpit.systems.shared.document_findings import check_text
from cockpit.systems.shared.report import Report
from cockpit.text.decoding import Problem, decode, repair_mojibake
from cockpit.text.keyed import KeyedText, find_blocks, json_problems, read_keyed
from cockpit.text.keyed import Problem as KeyProblem
from cockpit.text.lines import Document
from cockpit.values import Remembering, dataclass

Made = TypeVar("Made")

_PAGE = "page"
"""Under which a page is kept with the content it was made of."""
_ELSEWHERE = regex(r"~|[A-Za-z]:(?:[\\/]|$)|[A-Za-z][\w+.-]*://")
_SURROGATE = regex("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Page(Remembering):
    """A text file as it is read: repaired for display, so only its line numbers are those of the file.

    `bad` says that nothing could be read: no permission, not a file, binary. `problems` are those of its encoding.
    """

    path: str
    text: str
    stale: bool = False
    bad: bool = False
    problems: tuple[Problem, ...] = ()
    _derived: dict[object, Any] = field(default_factory=dict, compare=False, repr=False)

    def once(self, make: "Callable[[Page], Made]") -> "Made":
        """What a function makes of the page, worked out the first time it is asked for."""
        if make not in self._derived:
            self._derived[make] = make(self)
        return cast("Made", self._derived[make])

    def once_reporting(self, report: Report, make: "Callable[..., Made]", *arguments: object) -> "Made":
        """What a function makes of the page, worked out once. What it reports, it reports each time."""
        key = (make, *arguments)
        if key not in self._derived:
            own = Report()
            self._derived[key] = make(self, *arguments, own), own
        made, own = self._derived[key]
        report.include(own)
        return cast("Made", made)

    @cached_property
    def document(self) -> Document:
        """The page in lines and sections, those of keys at its beginning blank."""
        blocks = find_blocks(self.text)
        start = blocks[-1].after if blocks else 0
        return Document("\n" * self.text.count("\n", 0, start) + self.text[start:])

    @cached_property
    def json(self) -> KeyedText:
        """The page as JSON; of what is damaged, as much as can be read."""
        return read_keyed(self.text, may_be_bare=True)

    @cached_property
    def json_problems(self) -> list[KeyProblem]:
        """What is wrong with it as JSON."""
        return json_problems(self.json)

    @cached_property
    def json_object(self) -> Mapping[str, Any]:
        """The JSON object the page holds; empty where it holds something else."""
        value = self.json.root.typed()
        return value if isinstance(value, dict) else {}


class Folder:
    """The files below one base folder of a project. Names are relative to its state folder, paths to the project."""

    def __init__(self, files: Files, base: str, report: Report, state_folder: str) -> None:
        self._files, self._base, self._report, self._state_folder = files, base, report, state_folder
        self._pages: dict[str, Page | None] = {}

    def path(self, name: str) -> str:
        """The path, relative to the project, of a file in the state folder."""
        return self.at(f"{self._state_folder}/{name}" if self._state_folder else name)

    def at(self, path: str) -> str:
        """The path, relative to the project, of a path relative to the base."""
        return f"{self._base}/{path}" if self._base else path

    def markdown(self, name: str) -> Page | None:
        """The Markdown file of that name, its problems reported; None where there is none."""
        page = self.page(name)
        if page is not None:
            check_text(page.document, page.path, self._report)
        return page

    def json(self, name: str) -> Page | None:
        """The JSON file of that name, its problems reported; None where there is none."""
        page = self.page(name)
        self._check_json(page)
        return page

    def page(self, name: str) -> Page | None:
        """The text file of that name; None where there is none."""
        if name not in self._pages:
            content = self._files.read(self.path(name))
            self._pages[name] = self._open(content) if content else None
        return self._pages[name]

    def names(self, name: str) -> tuple[str, ...]:
        """The names in a folder below the state folder, sub-folders with a trailing slash."""
        return self._files.names(self.path(name) if name else self.at(self._state_folder))

    def check_folders(self, *names: str) -> None:
        """Report what is no folder where one of that name must be: nothing below it can be read."""
        known = self.names("")
        for name in names:
            if name in known:
                path = self.path(name)
                self._report.add("not-a-folder", path, None, f"{path} is not a folder.")

    def text_at(self, path: str) -> str | None:
        """The text of a file relative to the base, such as `.cockpit/limits.toml`."""
        content = self._files.read(self.at(path))
        return self._open(content).text if content else None

    def global_json(self, path: str) -> Page | None:
        """A JSON file below the person's home folder."""
        content = self._files.read_global(path)
        page = self._open(content) if content else None
        self._check_json(page)
        return page

    def find(self, path: str) -> str | None:
        """A path that a file names, relative to the project; None where it does not exist.

        The path is text written by a language model: it is looked up by name in its parent folder, never opened here.
        """
        for tried in (path, f"{self._state_folder}/{path}") if self._state_folder else (path,):
            place = PurePosixPath(self.at(tried))
            names = self._files.names("" if str(place.parent) == "." else str(place.parent))
            if place.name in names or f"{place.name}/" in names:
                return str(place)
        return None

    def may_find(self, path: str) -> bool:
        """Whether a path that a file names stays within the project and leads to something."""
        return is_inside(path) and self.find(path) is not None

    def _check_json(self, page: Page | None) -> None:
        if page is not None and not page.bad:
            self._report.keys(page.path, page.json_problems)
            if not page.json_problems and not isinstance(page.json.root.value, dict):
                self._report.add("json-invalid", page.path, 1, "The file is not a JSON object.")

    def _open(self, content: FileContent) -> Page:
        page: Page = content.derived.get(_PAGE) or content.derived.setdefault(_PAGE, _page(content))
        self._report.take(content.finding)
        self._report.problems(content.path, page.problems)
        return page


def _page(content: FileContent) -> Page:
    if content.data is None:
        return Page(content.path, "", content.stale, bad=True)
    decoded = decode(content.data)
    codes = {problem.code for problem in decoded.problems}
    text = whole(decoded.text)
    shown = repair_mojibake(text, damaged=True) if "mojibake" in codes else text
    return Page(content.path, shown, content.stale, "binary" in codes, tuple(decoded.problems))


def is_inside(path: str) -> bool:
    """Whether a path a file names is relative and stays within the project: no `..`, no drive, no home folder."""
    parts = PurePosixPath(path.replace("\\", "/"))
    return not parts.is_absolute() and ".." not in parts.parts and not _ELSEWHERE.match(path)


def whole(text: str) -> str:
    """A text with `\ufffd` for what is no character: bytes that are not UTF-8, and halves of pairs (`\\ud83d` in JSON).

    Neither our JSON nor a terminal can take them.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text)
    return text
