"""How the agent changes its state: it takes the newest text, changes lines, and writes it whole."""

import re
from collections.abc import Sequence


class StateText:
    """The text of a state file. What a person's tool wrote into it meanwhile stays."""

    def __init__(self, text: str) -> None:
        self.text = text

    def get(self, key: str) -> str:
        """The value of a key below another one, without quotes; empty where there is none."""
        found = re.search(rf"(?m)^  {key}:[ \t]*(.*)$", self.text)
        return found[1].strip().strip('"') if found else ""

    def put(self, key: str, value: str) -> None:
        """Give a key below another one another value; nothing where there is no such key."""
        self.text = re.sub(rf"(?m)^(  {key}:).*$", lambda found: f"{found[1]} {value}", self.text, count=1)

    def number(self, key: str) -> int:
        """A number."""
        told = self.get(key)
        return int(told) if told.isdigit() else 0

    def add(self, part: str, entry: Sequence[str]) -> None:
        """Add an entry to a list at the margin, which may be empty."""
        lines = "".join(f"    {line}\n" for line in entry)
        entry_text = f"  - {lines[4:]}"
        self.text = re.sub(rf"(?m)^{part}: \[\]\n", f"{part}:\n", self.text, count=1)
        found = re.search(rf"(?m)^{part}:\n(?:[ #-].*\n|\n(?=[ ]))*", self.text)
        if found:
            end = found.start() + len(found[0].rstrip("\n")) + 1
            self.text = self.text[:end] + entry_text + self.text[end:]

    def list_under(self, key: str, entry: str) -> None:
        """Add a text to a list below another key, which may be empty."""
        self.text = re.sub(rf"(?m)^  {key}: \[\]\n", f"  {key}:\n", self.text, count=1)
        self.text = re.sub(
            rf"(?m)^(  {key}:\n(?:    .*\n)*)", lambda found: f"{found[1]}    - {entry}\n", self.text, count=1
        )

    def active(self) -> str:
        """The entry of the session that is active; empty where none is."""
        found = re.search(r"(?m)^  - id: (?:(?!^  - ).*\n)*?    status: active\n(?:    .*\n)*", self.text)
        return found[0] if found else ""

    def end_session(self, lines: Sequence[str]) -> None:
        """Say of the active session how it ended."""
        entry = self.active()
        if entry:
            told = entry.replace("    status: active\n", "").rstrip("\n") + "\n"
            self.text = self.text.replace(entry, told + "".join(f"    {line}\n" for line in lines), 1)

    def blocker(self, identity: str) -> str:
        """The state of a blocker; empty where there is none of that id."""
        found = re.search(rf'(?m)^  - id: "?{identity}"?\n(?:    .*\n)*?    status: "?(\w+)', self.text)
        return found[1] if found else ""

    def next_action(self, *lines: str) -> None:
        """Say what comes next."""
        told = "".join(f"  {line}\n" for line in lines)
        self.text = re.sub(r"(?m)^next_action:.*\n(?:  .*\n)*", lambda _: f"next_action: |\n{told}", self.text, count=1)
