"""How the orchestrator changes its session file: lines of the newest text, as a model's editing tool does."""

import json
import re


class SessionText:
    """The text of a session. What a person's tool wrote into it meanwhile stays."""

    def __init__(self, text: str) -> None:
        self.text = text

    def status(self, phase: int | None = None) -> str | None:
        """The status of a phase, else of the session; None where it says none."""
        block = self.text if phase is None else self._block(phase)
        found = re.search(r"^ *status: *[\"']?(\w+)", block, re.MULTILINE)
        return found[1] if found else None

    def number(self, phase: int | None, key: str) -> int:
        """A number of a phase or of the session; 0 where there is none."""
        block = self.text if phase is None else self._block(phase)
        found = re.search(rf"^ *{key}: *(\d+)", block, re.MULTILINE)
        return int(found[1]) if found else 0

    def put(self, key: str, value: object, phase: int | None = None) -> None:
        """Give a key of a phase, else of the session, another value; nothing where there is no such key."""
        block = self.text if phase is None else self._block(phase)
        line = re.compile(rf"^( *{key}:) .*$", re.MULTILINE)
        self._swap(block, line.sub(lambda found: f"{found[1]} {json.dumps(value)}", block, count=1))

    def add_error(self, phase: int, at: str, agent: str, message: str) -> None:
        """Add an error to a phase that has none."""
        block = self._block(phase)
        entry = (
            f'    errors:\n      - agent: "{agent}"\n        timestamp: "{at}"\n        type: "timeout"\n'
            f'        message: "{message}"\n        resolution: "pending"\n        resolved: false\n'
        )
        self._swap(block, block.replace("    errors: []\n", entry, 1))

    def resolve(self, phase: int, how: str) -> None:
        """Say that the errors of a phase are resolved."""
        block = self._block(phase)
        told = re.sub(r'resolution: "?pending"?', f"resolution: {json.dumps(how)}", block)
        self._swap(block, told.replace("resolved: false", "resolved: true"))

    def log(self, *lines: str) -> None:
        """Add a section to the log."""
        self.text = self.text.rstrip("\n") + "\n\n" + "\n".join(lines) + "\n"

    def _block(self, phase: int) -> str:
        found = re.search(rf"^  - id: *[\"']?{phase}\b.*?(?=^  - id:|^---|^\S)", self.text, re.MULTILINE | re.DOTALL)
        return found[0] if found else ""

    def _swap(self, before: str, after: str) -> None:
        if before:
            self.text = self.text.replace(before, after, 1)
