"""How the agent changes its state file: it takes the newest text, changes lines and rows, and writes it whole."""

import re


class StateText:
    """The text of a state file. What a person's tool wrote into it meanwhile stays."""

    def __init__(self, text: str) -> None:
        self.text = text

    def get(self, key: str) -> str:
        """The value of a line; empty where there is none."""
        found = re.search(rf"(?m)^{key}:[ \t]*(.*)$", self.text)
        return found[1].strip() if found else ""

    @property
    def retries(self) -> int:
        """How often the present step was tried again."""
        told = self.get("retry_count")
        return int(told) if told.isdigit() else 0

    def put(self, key: str, value: str) -> None:
        """Give a line another value; nothing where there is no such line."""
        self.text = re.sub(rf"(?m)^({key}:).*$", lambda found: f"{found[1]} {value}", self.text, count=1)

    def sub_step(self, value: str | None) -> None:
        """Say in which sub-step the step is; None where it is in none."""
        self.text = re.sub(r"(?m)^sub_step:.*\n", "", self.text, count=1)
        if value is not None:
            self.text = re.sub(
                r"(?m)^(status:.*\n)", lambda found: f"{found[1]}sub_step: {value}\n", self.text, count=1
            )

    def step(self, number: str, name: str, status: str) -> None:
        """Go to a step: none of its sub-steps is begun, and nothing was tried again."""
        for key, value in (("step", number), ("name", name), ("status", status), ("retry_count", "0")):
            self.put(key, value)
        self.sub_step(None)
        self._rows("Retry Log", [])

    def completed(self, number: str, name: str, at: str, outcome: str) -> None:
        """Add a row for a step that is behind."""
        self._rows("Completed Steps", [*self._listed("Completed Steps"), f"| {number} | {name} | {at} | {outcome} |"])

    def failed(self, row: str) -> None:
        """Add a row for a retry that failed, and count it."""
        self.put("retry_count", str(self.retries + 1))
        self._rows("Retry Log", [*self._listed("Retry Log"), row])

    def session(self, date: str, ended_at: str, reason: str, notes: str) -> None:
        """Say how the last session ended."""
        for key, value in (("date", date), ("ended_at", ended_at), ("reason", reason), ("notes", notes)):
            self.put(key, value)

    def block(self, text: str) -> None:
        """Add a blocker."""
        before = self._section("Blockers")
        entries = [line for line in before.splitlines() if line.startswith("- ") and line != "- None"]
        self._swap("Blockers", "\n".join([*entries, f"- {text}"]) + "\n")

    def _section(self, title: str) -> str:
        found = re.search(rf"(?ms)^## {title}\n(.*?)(?=^## |\Z)", self.text)
        return found[1] if found else ""

    def _swap(self, title: str, body: str) -> None:
        self.text = re.sub(
            rf"(?ms)^(## {title}\n)(.*?)(?=^## |\Z)", lambda found: f"{found[1]}{body}", self.text, count=1
        )

    def _listed(self, title: str) -> list[str]:
        return [line for line in self._section(title).splitlines() if line.startswith("|")][2:]

    def _rows(self, title: str, rows: list[str]) -> None:
        body = self._section(title)
        head = [line for line in body.splitlines() if line.startswith("|")][:2]
        lead = "\n" if body.startswith("\n") else ""
        self._swap(title, lead + "\n".join([*head, *rows]) + "\n\n")
