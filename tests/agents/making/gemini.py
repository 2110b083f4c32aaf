"""A home of Gemini CLI, as its code writes it: records that are replaced, taken back, and written all anew."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import wraps
from pathlib import Path
from random import Random

from tests.agents.making import HOSTILE, NOW, Made, Truth, identity, instant, line, moment, write

MODELS = ("gemini-3-pro-preview", "gemini-2.5-flash")
PROMPTS = ("fix checkout tax", "add csv export", "review tests", "speed up search")
SLUG = "app"
SESSION_CONTEXT = "<session_context>\nThis is the Gemini CLI.\n- **Workspace Directories:**\n  - /srv/app"


@dataclass(kw_only=True)
class GeminiTruth(Truth):
    """`is_found` is whether the log is one of the project's sessions; `total` what a reader of all lines counts."""

    is_found: bool = True
    resume: str | None = None


def make_home(at: Path, seed: int, project: str = "/srv/app", now: datetime = NOW) -> Made:
    """Write a home with one session of each scenario into the folder `at`."""
    made = Made(at, project, now)
    for number, scenario in enumerate(SCENARIOS):
        scenario(Writer(made, Random(f"{seed}.{number}"), scenario.__name__))
    registry = {"projects": {project: SLUG, f"{project}/packages/web": "web", "/srv/other": "other", "/srv/x": 7}}
    write(at / "projects.json", json.dumps(registry, indent=2).encode())
    write(at / "tmp" / SLUG / ".project_root", project.encode())
    write(at / "tmp" / "other" / ".project_root", b"/srv/other\n")
    write(at / "tmp" / "app-1" / ".project_root", f"{project}-1".encode())
    write(at / "oauth_creds.json", b"never to be opened")
    write(at / "tmp" / SLUG / "chats" / "notes.jsonl", line({"sessionId": "x", "projectHash": "y"}), now)
    old = {"sessionId": "old", "projectHash": "y", "messages": []}
    write(
        at / "tmp" / SLUG / "chats" / "session-2025-11-01T10-00-aaaaaaaa.json", json.dumps(old, indent=2).encode(), now
    )
    write(at / "tmp" / "bin" / "rg", b"\x7fELF")
    return made


class Writer:
    """Writes one chat record by record, and notes what is true after each."""

    def __init__(self, made: Made, random: Random, scenario: str, folder: str = SLUG) -> None:
        self.made, self.random, self.folder = made, random, folder
        self.lines: list[bytes] = []
        self.messages: dict[str, dict[str, object]] = {}
        self.spent: dict[str, int] = {}
        self.at = moment(random, made.now, 90)
        key = identity(random)
        self.truth = GeminiTruth(scenario=scenario, id=key, path="", cwd=made.project, kind="main",
                                 resume=f"gemini --resume {key}")  # fmt: skip
        self.name = f"session-{self.at:%Y-%m-%dT%H-%M}-{key[:8]}.jsonl"

    # Records

    def put(self, record: dict[str, object]) -> None:
        self.lines.append(line(record))

    def time(self) -> str:
        self.at += timedelta(milliseconds=self.random.randrange(100, 30_000))
        self.truth.updated = instant(self.at)
        return self.truth.updated

    def begin(self, **more: object) -> None:
        at = self.time()
        self.truth.started = at
        self.put({"sessionId": self.truth.id, "projectHash": SLUG, "startTime": at, "lastUpdated": at,
                  "kind": self.truth.kind, **more})  # fmt: skip
        self.stated()

    def stated(self, said: str | None = None, kind: str = "turn", waits_for: str | None = None) -> None:
        """What the last message tells, and that something was written."""
        first = ((kind, said, self.last_message_at(), waits_for),) if said is not None else ()
        self.truth.evidence = (*first, ("log", "written", self.truth.updated, None))

    def still_stated(self) -> None:
        self.truth.evidence = (*self.truth.evidence[:-1], ("log", "written", self.truth.updated, None))

    def last_message_at(self) -> str | None:
        return str(next(reversed(self.messages.values()))["timestamp"]) if self.messages else None

    def set(self, **changed: object) -> None:
        self.put({"$set": {**changed, "lastUpdated": self.time()}})
        self.still_stated()

    def message(self, kind: str, content: object, key: str | None = None, **more: object) -> str:
        """A message, new or rewritten under its id, and the update that follows a new one."""
        is_new, key = key is None, key or identity(self.random)
        at = self.time() if is_new else self.messages[key]["timestamp"]
        self.messages[key] = {"id": key, "timestamp": at, "type": kind, "content": content, **more}
        self.put(self.messages[key])
        if is_new and self.random.random() < 0.5:
            self.put({"$set": {"lastUpdated": self.time()}})
        return key

    def prompt(self, text: str | None = None) -> str:
        text = text or self.random.choice(PROMPTS)
        content: object = text if self.random.random() < 0.5 else [{"text": text}]
        key = self.message("user", content)
        if self.truth.title is None:
            self.truth.title, self.truth.title_by = " ".join(text.split())[:120], "prompt"
        self.stated("turn-begun")
        return key

    def usage(self) -> dict[str, object]:
        into, out = self.random.randrange(5_000, 200_000), self.random.randrange(20, 900)
        return {"input": into, "output": out, "cached": into // 2, "thoughts": 7, "tool": 0, "total": into + out + 7}

    def answer(self, text: str = "Done so far.", calls: list[dict[str, object]] | None = None) -> str:
        """An answer, written first without its tokens, then with them, then with its calls."""
        model = self.random.choice(MODELS)
        key = self.message("gemini", text, thoughts=[], tokens=None, model=model)
        usage = self.usage()
        self.message("gemini", text, key, thoughts=[], tokens=usage, model=model)
        if calls is not None:
            self.message("gemini", text, key, thoughts=[], tokens=usage, model=model, toolCalls=calls)
        self.truth.model, self.truth.context = model, int(str(usage["input"]))
        self.spent[key] = int(str(usage["total"]))
        self.truth.tokens = sum(self.spent.values())
        self.stated("turn-begun" if calls is not None or not text else None)
        return key

    def call(self, name: str, status: str, **args: object) -> dict[str, object]:
        return {"id": identity(self.random), "name": name, "args": args, "status": status, "timestamp": self.time(),
                "result": [{"functionResponse": {"name": name}}]}  # fmt: skip

    def work(self) -> None:
        self.prompt()
        self.answer("", [self.call("read_file", "success", path="a.py")])
        self.answer("I look.", [self.call("run_shell_command", "error", command="false")])

    def summary(self, content: object) -> dict[str, object]:
        """What the agent sends in a person's name."""
        return {"id": identity(self.random), "timestamp": self.time(), "type": "user", "content": content}

    def all_anew(self, *messages: dict[str, object]) -> None:
        self.messages = {str(each["id"]): each for each in messages}
        self.set(messages=list(messages))

    def put_away(self, torn: bytes = b"", at: datetime | None = None) -> Path:
        """Write the file, and note it among the home's sessions."""
        path = self.made.at / "tmp" / self.folder / "chats" / self.name
        write(path, b"".join(self.lines) + torn, at or self.at)
        self.truth.path = str(path)
        self.made.sessions.append(self.truth)
        return path


# Scenarios

SCENARIOS: list[Callable[[Writer], None]] = []


def chat(
    *, work: bool = False, folder: str = "", below: str = "", **true: object
) -> Callable[[Callable[[Writer], None]], Callable[[Writer], None]]:
    """A chat of which that is `true` begins, and works once if it shall; then what the function tells happens, and the
    file is written."""

    def scenario(tell: Callable[[Writer], None]) -> Callable[[Writer], None]:
        @wraps(tell)
        def told(writer: Writer) -> None:
            writer.folder, writer.truth.cwd = folder or writer.folder, f"{writer.truth.cwd}{below}"
            for name, value in true.items():
                setattr(writer.truth, name, value)
            writer.begin()
            if work:
                writer.work()
            tell(writer)
            if not writer.truth.path:
                writer.put_away()

        SCENARIOS.append(told)
        return told

    return scenario


@chat()
def prompted(writer: Writer) -> None:
    writer.prompt()


@chat(work=True)
def works(writer: Writer) -> None: ...


@chat(work=True)
def answered(writer: Writer) -> None:
    """Text alone may be followed by a call that is not done yet: nothing tells whether the turn has ended."""
    writer.answer("All tests pass.")


@chat()
def calls_are_cancelled(writer: Writer) -> None:
    writer.prompt()
    writer.answer("I look.", [writer.call("run_shell_command", "cancelled", command="rm x")])
    writer.stated("turn-ended")


@chat(work=True)
def command_last(writer: Writer) -> None:
    writer.message("user", "/stats model")
    writer.stated()


@chat(work=True)
def informed_last(writer: Writer) -> None:
    writer.message("error", [{"text": "Something went wrong"}])
    writer.stated()


@chat()
def waits_for_answer(writer: Writer) -> None:
    writer.prompt()
    options = [{"label": label, "description": "as before"} for label in ("7 %", "19 %")]
    questions = [{"question": "Which rate for vouchers?", "header": "Rate", "type": "choice", "options": options}]
    writer.answer("", [writer.call("ask_user", "awaiting_approval", questions=questions)])
    writer.truth.question = ("Which rate for vouchers?", ("7 %", "19 %"))
    writer.stated("question-open", "call", "question")


@chat()
def question_answered(writer: Writer) -> None:
    writer.prompt()
    writer.answer("", [writer.call("ask_user", "success", questions=[{"question": "Which?"}])])


@chat()
def two_lists(writer: Writer) -> None:
    writer.prompt()
    writer.answer("", [writer.call("write_todos", "success", todos=[{"description": "Read", "status": "pending"}])])
    todos = [("Read", "completed"), ("Write", "in_progress"), ("Ask", "blocked"), ("Print", "cancelled")]
    listed = [{"description": text, "status": status} for text, status in todos]
    writer.answer("", [writer.call("write_todos", "success", todos=listed)])
    writer.answer("", [writer.call("write_todos", "error", todos=[])])
    writer.truth.todos = tuple(todos)


@chat()
def rewound(writer: Writer) -> None:
    """The message goes with all that followed it; their tokens are spent."""
    writer.prompt("the first prompt")
    writer.answer("", [writer.call("write_todos", "success", todos=[{"description": "Read", "status": "pending"}])])
    truth = writer.truth
    context, model = truth.context, truth.model
    again = writer.prompt("the second prompt")
    writer.answer("", [writer.call("write_todos", "success", todos=[])])
    writer.put({"$rewindTo": again})
    kept = list(writer.messages)[: list(writer.messages).index(again)]
    writer.messages = {key: writer.messages[key] for key in kept}
    truth.context, truth.model, truth.todos = context, model, (("Read", "pending"),)
    writer.stated("turn-begun")


@chat(work=True)
def rewound_to_nothing(writer: Writer) -> None:
    writer.put({"$rewindTo": "unknown"})
    writer.messages = {}
    writer.truth.context = writer.truth.model = None
    writer.stated()


@chat()
def written_anew_each_turn(writer: Writer) -> None:
    context = writer.summary([{"text": SESSION_CONTEXT}])
    writer.put({"$set": {"messages": [context]}})
    writer.work()
    writer.message("info", "Update available")
    said = [each for each in writer.messages.values() if each["type"] != "info"]
    writer.all_anew(context, *said)
    writer.stated("turn-begun")


@chat()
def compressed(writer: Writer) -> None:
    """Answers are gone for a summary: what went into those that are left does not tell the context's size."""
    writer.prompt()
    writer.answer("", [writer.call("write_todos", "success", todos=[{"description": "Read", "status": "pending"}])])
    writer.work()
    last = list(writer.messages.values())[-1]
    writer.all_anew(writer.summary([{"text": "So far"}]), last)
    writer.truth.todos, writer.truth.context = (("Read", "pending"),), None
    writer.stated("turn-begun")


@chat(work=True)
def goes_on_after_compression(writer: Writer) -> None:
    kept = list(writer.messages.values())[-1]
    writer.all_anew(writer.summary("So far"), kept)
    writer.answer()


@chat(work=True)
def summarised(writer: Writer) -> None:
    writer.set(summary="Fix the tax\nof vouchers", directories=["/srv/more"])
    writer.truth.title, writer.truth.title_by = "Fix the tax of vouchers", "agent"


@chat(work=True)
def resumed(writer: Writer) -> None:
    writer.set(sessionId=writer.truth.id)
    writer.work()


@chat()
def typed_short(writer: Writer) -> None:
    """What was typed, though more was sent."""
    writer.message("user", [{"text": "see @a.py\n--- a.py ---\nimport os"}], displayContent=[{"text": "see @a.py"}])
    writer.truth.title, writer.truth.title_by = "see @a.py", "prompt"
    writer.stated("turn-begun")


@chat(work=True)
def torn(writer: Writer) -> None:
    writer.put_away(torn=b'{"id":"x","timestamp":"2026-11-24T12:59:0')


@chat(work=True)
def doubled(writer: Writer) -> None:
    writer.lines = [each for record in writer.lines for each in (record, record)]


@chat()
def hostile(writer: Writer) -> None:
    writer.prompt(HOSTILE)
    writer.truth.title = " ".join(HOSTILE.replace("\ud800", "?").split())[:120]


@chat(work=True, folder="web", below="/packages/web")
def below_the_project(writer: Writer) -> None: ...


@chat(work=True, cwd=None)
def of_an_old_version(writer: Writer) -> None:
    """The project's folder has the hash of its path for a name."""
    writer.folder = hashlib.sha256(writer.made.project.encode()).hexdigest()
    writer.put_away()


@chat(work=True, folder="other", cwd="/srv/other", is_found=False)
def of_another_project(writer: Writer) -> None: ...


@chat(work=True, folder="app-1", below="-1", is_found=False)
def of_a_like_named_project(writer: Writer) -> None: ...


@chat(work=True, kind="subagent", is_found=False)
def of_a_subagent(writer: Writer) -> None: ...


@chat(work=True, is_found=False)
def of_last_month(writer: Writer) -> None:
    writer.put_away(at=writer.made.now - timedelta(days=40))
