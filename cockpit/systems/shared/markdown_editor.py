"""A Markdown file of a draft, changed by splices at the parser's positions."""

from collections.abc import Iterable
from functools import cached_property

from cockpit.systems.shared.working_copy import Draft, unsafe
from cockpit.text.markdown import Markdown, parse
from cockpit.text.splice import Splice
from cockpit.wording.messages import Message


class MarkdownEditor:
    """One Markdown file, parsed again after each change. A file with an unresolved merge conflict is refused."""

    def __init__(self, draft: Draft, path: str) -> None:
        self.path = path
        self._draft = draft
        decoded = draft.decoded(path)
        if decoded is None:
            raise unsafe(path, Message("systems.file-gone"))
        self.newline: str = decoded.newline
        conflict = next((p for p in parse(decoded.text).problems if p.code == "conflict-marker"), None)
        if conflict is not None:
            raise unsafe(path, Message("systems.conflict-on-line", line=conflict.line))

    @property
    def text(self) -> str:
        """The text as it is to become."""
        return self.markdown.text

    @cached_property
    def markdown(self) -> Markdown:
        """The text, parsed. Its positions are those of the file: mojibake is not repaired here."""
        return parse(self._draft.text(self.path) or "")

    def change(self, splices: Iterable[Splice]) -> None:
        """Apply splices that belong to the present text."""
        self._draft.splice(self.path, splices)
        self.__dict__.pop("markdown", None)
