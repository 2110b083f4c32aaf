"""A home of Claude Code, as documented and observed on versions 2.1.131 to 2.1.308."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import wraps
from pathlib import Path
from random import Random

from tests.agents.making import HOSTILE, NOW, Made, Truth, identity, instant, line, milliseconds, moment, write

OLD, NEW = "2.1.131", "2.1.308"
"""Since 2.1.139 every process has a file."""
MODELS = ("claude-opus-4-6", "claude-sonnet-5", "claude-haiku-4-5")
SUBJECTS = ("fix checkout tax", "add csv export", "review tests", "speed up search", "rename the billing module")
SENT = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


def make_home(
    at: Path,
    seed: int,
    project: str = "/srv/app",
    now: datetime = NOW,
    begin_process: Callable[[], tuple[int, str]] | None = None,
) -> Made:
    """Write a home with one session of each scenario into the folder `at`."""
    made = Made(at, project, now, begin_process)
    for number, scenario in enumerate(SCENARIOS):
        scenario(Writer(made, Random(f"{seed}.{number}"), scenario.__name__))
    write(at / ".credentials.json", b"never to be opened")
    write(at / "projects" / slug(project) / "sessions-index.json", b"[]")
    write(at / "projects" / slug(project) / "journal.jsonl", line({"type": "user", "cwd": project}), now)
    write(at / "sessions" / "pid-77.json", line({"session_id": "old", "cwd": project}))
    return made


def slug(folder: str) -> str:
    """The name of the folder of logs; what the agent adds to a longer one is not known, and stands for itself here."""
    name = "".join("-" * (len(each.encode("utf-16-le")) // 2) if re.match(r"[^a-zA-Z0-9]", each) else each
                   for each in folder)  # fmt: skip
    return name if len(name) <= 200 else f"{name[:200]}-k3x9q1"


class Writer:
    """Writes one session record by record, and notes what is true after each."""

    def __init__(self, made: Made, random: Random, scenario: str, folder: str | None = None) -> None:
        self.made, self.random = made, random
        self.lines: list[bytes] = []
        self.at = moment(random, made.now, random.uniform(90, 100))
        cwd = folder or made.project
        key = identity(random)
        self.truth = Truth(scenario=scenario, id=key, cwd=cwd, branch=random.choice(("main", "tax-wt", "feature/x")),
                           path=str(made.at / "projects" / slug(cwd) / f"{key}.jsonl"), kind="cli",
                           version=NEW)  # fmt: skip

    # Records

    def pass_time(self) -> None:
        self.at += timedelta(milliseconds=self.random.randrange(6_000, 30_000))

    def envelope(self, kind: str, **more: object) -> dict[str, object]:
        """A record of the conversation; it begins the session if it is the first, and is the last that was heard."""
        self.pass_time()
        truth = self.truth
        truth.updated = instant(self.at)
        truth.started = truth.started or truth.updated
        return {"parentUuid": identity(self.random), "isSidechain": False, "userType": "external", "cwd": truth.cwd,
                "sessionId": truth.id, "version": truth.version, "gitBranch": truth.branch, "entrypoint": truth.kind,
                "type": kind, "uuid": identity(self.random), "timestamp": instant(self.at), **more}  # fmt: skip

    def put(self, record: Mapping[str, object]) -> None:
        self.lines.append(line(record))

    def flat(self, kind: str, **more: object) -> None:
        self.put({"type": kind, **more, "sessionId": self.truth.id})

    def titled(self, kind: str, title: str, by: str) -> None:
        key = {"ai-title": "aiTitle", "custom-title": "customTitle"}[kind]
        self.flat(kind, **{key: title})
        self.truth.title, self.truth.title_by = title, by

    def begin(self) -> None:
        """What stands before the first prompt, and the prompt."""
        self.flat("permission-mode", permissionMode="default")
        self.put({"type": "file-history-snapshot", "messageId": identity(self.random), "snapshot": {}})
        self.put(self.envelope("user", isMeta=True, message={"role": "user", "content": "Caveat: local commands"}))
        self.prompt(self.random.choice(SUBJECTS))

    def prompt(self, text: str) -> None:
        content: object = text if self.random.random() < 0.5 else [{"type": "text", "text": text}]
        self.put(self.envelope("user", message={"role": "user", "content": content}))
        if self.truth.title is None:
            self.truth.title, self.truth.title_by = text, "prompt"

    def command(self, name: str) -> None:
        text = f"<command-name>/{name}</command-name>\n<command-message>{name}</command-message>"
        self.put(self.envelope("user", message={"role": "user", "content": text}))
        self.put(self.envelope("system", subtype="local_command", content="<local-command-stdout>ok"))

    def answer(self, blocks: list[dict[str, object]] | None = None, *, side: bool = False) -> None:
        """An answer, recorded once a block, each time with a larger count; the last one is recorded twice."""
        usage = {key: self.random.randrange(1, 60_000) for key in SENT}
        output, model, message = self.random.randrange(20, 900), self.random.choice(MODELS), identity(self.random)
        blocks = blocks or [{"type": "thinking", "thinking": "…"}, {"type": "text", "text": "Done so far."}]
        for number, block in enumerate(blocks, 1):
            counted = {**usage, "output_tokens": output if number == len(blocks) else 1, "speed": "standard"}
            record = self.envelope("assistant", message={"id": message, "role": "assistant", "model": model,
                                                         "content": [block], "usage": counted})  # fmt: skip
            if side:
                record |= {"isSidechain": True, "agentId": "a1", "cwd": "/elsewhere", "gitBranch": "side"}
            self.put(record)
        self.lines.append(self.lines[-1])
        truth = self.truth
        truth.tokens = (truth.tokens or 0) + sum(usage.values()) + output
        if not side:
            truth.context, truth.model, truth.failure = sum(usage.values()), model, None

    def call(self, tool: str = "Bash", **given: object) -> str:
        key = f"toolu_{self.random.getrandbits(60):x}"
        self.answer(
            [{"type": "text", "text": "I look."}, {"type": "tool_use", "id": key, "name": tool, "input": given}]
        )
        return key

    def result(self, call: str) -> None:
        block = {"type": "tool_result", "tool_use_id": call, "content": "4 passed", "is_error": False}
        self.put(self.envelope("user", message={"role": "user", "content": [block]}, toolUseResult={"stdout": "4"}))

    def work(self, turns: int = 2) -> None:
        for _ in range(turns):
            self.result(self.call(command="run the tests"))

    def turn_ends(self) -> None:
        self.put(self.envelope("system", subtype="turn_duration", durationMs=61_000, messageCount=8))

    def error(self, word: str, status: int, text: str, kind: str, until: str | None = None) -> None:
        nothing = dict.fromkeys((*SENT, "output_tokens"), 0)
        self.put(self.envelope("assistant", isApiErrorMessage=True, error=word, apiErrorStatus=status, message={
            "id": identity(self.random), "model": "<synthetic>", "usage": nothing,
            "content": [{"type": "text", "text": text}]}))  # fmt: skip
        self.truth.failure = (kind, text if until else word, instant(self.at), until)

    def retry(self, attempt: int, status: int = 529) -> None:
        self.put(self.envelope("system", subtype="api_error", level="error", error={"status": status}, retryInMs=558.94,
                               retryAttempt=attempt, maxRetries=10))  # fmt: skip
        self.truth.failure = ("throttled" if status == 429 else "server", None, instant(self.at), None)

    def compact(self) -> None:
        self.put(self.envelope("system", subtype="compact_boundary", content="Conversation compacted",
                               compactMetadata={"trigger": "auto", "preTokens": 160_000}))  # fmt: skip
        summary = {"role": "user", "content": "This session goes on from an earlier one."}
        self.put(self.envelope("user", isCompactSummary=True, message=summary))
        self.truth.context = None

    # Files beside the log

    def register(
        self, status: str | None, waiting_for: str | None = None, process: str = "runs", **more: object
    ) -> None:
        """The file of its process."""
        truth, pid = self.truth, self.random.randrange(1000, 400_000)
        started = str(self.random.randrange(10_000, 9_999_999))
        if self.made.begin_process is not None and process != "gone":
            pid, begun = self.made.begin_process()
            started = begun if process == "runs" else started
        truth.pid, truth.process = pid, process
        entry = {"pid": pid, "sessionId": truth.id, "cwd": truth.cwd, "startedAt": milliseconds(self.at) - 9_000,
                 "procStart": started, "version": truth.version, "kind": "interactive", "entrypoint": "cli",
                 "updatedAt": milliseconds(self.at), "status": status, "waitingFor": waiting_for,
                 "statusUpdatedAt": milliseconds(self.at), **more}  # fmt: skip
        stated = {key: value for key, value in entry.items() if value is not None}
        write(self.made.at / "sessions" / f"{pid}.json", line(stated), self.at)
        truth.registered = instant(self.at) if status is not None else None

    def tasks(self, *entries: tuple[str, str]) -> None:
        """Its list; the ninth, tenth and eleventh entry come in the order of their numbers."""
        folder = self.made.at / "tasks" / self.truth.id
        write(folder / ".lock", b"")
        write(folder / ".highwatermark", b"12")
        for number, (subject, status) in enumerate(entries, 9):
            entry = {"id": str(number), "subject": subject, "description": "more", "status": status, "blocks": []}
            write(folder / f"{number}.json", line(entry))
        self.truth.todos = entries or None

    def done(self, torn: bytes = b"") -> None:
        """Write the log."""
        truth = self.truth
        write(Path(truth.path), b"".join(self.lines) + torn, self.at)
        self.made.sessions.append(truth)

    def until_now(self, minutes: float = 0.5) -> None:
        """What comes next comes about so many minutes before now."""
        self.at = max(self.at, moment(self.random, self.made.now, minutes + 1))


# One session each

SCENARIOS: list[Callable[[Writer], None]] = []


def session(
    *, work: bool = False, minutes: float | None = None, folder: str = "{}", torn: bytes = b"", **true: object
) -> Callable[[Callable[[Writer], None]], Callable[[Writer], None]]:
    """A session of which that is `true` begins in a folder, works if it shall, and goes on so many minutes ago; then
    what the function tells happens, and the log is written."""

    def scenario(tell: Callable[[Writer], None]) -> Callable[[Writer], None]:
        @wraps(tell)
        def told(writer: Writer) -> None:
            cwd = folder.format(writer.truth.cwd)
            writer.truth.cwd, writer.truth.state = cwd, "ended"
            writer.truth.path = str(writer.made.at / "projects" / slug(cwd) / f"{writer.truth.id}.jsonl")
            for name, value in true.items():
                setattr(writer.truth, name, value)
            writer.begin()
            if work:
                writer.work()
            if minutes is not None:
                writer.until_now(minutes)
            tell(writer)
            writer.done(torn)

        SCENARIOS.append(told)
        return told

    return scenario


@session(work=True, minutes=4, state="waits", waits_for="permission")
def waits_for_permission(writer: Writer) -> None:
    writer.titled("ai-title", "Reverse charge", "agent")
    writer.call(command="git push")
    writer.register("waiting", "permission prompt")


@session(minutes=4, state="waits", waits_for="question")
def waits_for_a_question(writer: Writer) -> None:
    """The question is not in the log, as since 2.1.206."""
    writer.answer()
    writer.register("waiting", "input needed")


@session(minutes=5, state="waits", waits_for="question", version=OLD)
def question_in_the_log(writer: Writer) -> None:
    """The question is in the log; no process says that it waits."""
    options = [{"label": label, "description": "more"} for label in ("7 %", "19 %")]
    asked = [{"question": "Which rate for vouchers?", "header": "Rate", "options": options, "multiSelect": False},
             {"question": "And for books?", "header": "Rate", "options": options, "multiSelect": False}]  # fmt: skip
    writer.call("AskUserQuestion", questions=asked)
    writer.answer(side=True)
    writer.truth.question = ("Which rate for vouchers?", ("7 %", "19 %"))


@session(work=True, state="works")
def works(writer: Writer) -> None:
    writer.turn_ends()
    writer.until_now()
    writer.prompt("and now the rest")
    writer.register("busy")


@session(work=True, minutes=0.5, state="your-turn")
def your_turn(writer: Writer) -> None:
    writer.answer()
    writer.turn_ends()
    writer.register("idle")


@session(work=True, minutes=0.5, state="limited")
def limited(writer: Writer) -> None:
    """The zero usage of the record that stands in for an answer is no size of the context."""
    writer.error("rate_limit", 429, "You've hit your session limit · resets 9:50pm (Asia/Saigon)", "limit",
                 "9:50pm (Asia/Saigon)")  # fmt: skip
    writer.turn_ends()
    writer.register("idle")


@session(minutes=2, state="retries")
def retrying(writer: Writer) -> None:
    writer.register("busy")
    writer.retry(1)
    writer.retry(2)


@session(minutes=0.5, state="works")
def answered_after_retries(writer: Writer) -> None:
    writer.retry(1, 429)
    writer.answer()
    writer.register("busy")


@session(minutes=0.5, state="failed")
def login_failed(writer: Writer) -> None:
    writer.error("authentication_failed", 401, "Please run /login · API Error: 401", "login")
    writer.register("idle")


@session(work=True, minutes=20, state="lost")
def lost(writer: Writer) -> None:
    writer.call(command="sleep 1000")
    writer.register("busy", process="gone")


@session(minutes=20, state="lost")
def reused_pid(writer: Writer) -> None:
    writer.answer()
    writer.register("waiting", "permission prompt", process="reused")


@session(work=True)
def ended(writer: Writer) -> None:
    writer.turn_ends()


@session(work=True, minutes=14, state="unfinished", version=OLD)
def unfinished(writer: Writer) -> None:
    """An open call of a tool, of which nobody knows whether it runs or waits for leave."""
    writer.call(command="make")


@session(minutes=0.5, state="works", kind="sdk-ts")
def run_by_a_program(writer: Writer) -> None:
    """It writes no status."""
    writer.answer()
    writer.register(None, entrypoint="sdk-ts")


@session(work=True)
def compacted(writer: Writer) -> None:
    writer.compact()


@session(work=True)
def side_chains(writer: Writer) -> None:
    """Subagents: in the log of older versions, in logs of their own in newer ones."""
    for _ in range(3):
        writer.answer(side=True)
    log = Path(writer.truth.path)
    write(log.with_suffix("") / "subagents" / "agent-a1.jsonl", writer.lines[-1], writer.at)
    writer.truth.tokens_at_least = True


@session(work=True, version=OLD)
def another_version(writer: Writer) -> None:
    """Begun with one version and gone on with another."""
    writer.truth.version = NEW
    writer.truth.branch = "renamed"
    writer.work()


@session(work=True, torn=line({"type": "custom-title", "customTitle": "too early"})[:-9])
def torn(_: Writer) -> None:
    """The last line is not written to its end."""


@session()
def damaged(writer: Writer) -> None:
    """Lines that are no objects, or too deep, between those that can be read."""
    bad = (b"{not json", b"[1]", b"NaN", b'"text"', b"[" * 5000, b'{"a":' * 5000, b'{"n":' + b"9" * 5000 + b"}",
           b"\xff\xfe{}", b"null")  # fmt: skip
    writer.lines += [each + b"\n" for each in bad]
    writer.lines += [b"\n", b"  \r\n", line({"type": "a-type-of-next-year", "value": [1]})]
    writer.work()


@session()
def after_clear(writer: Writer) -> None:
    """`/clear` begins a session of its own, with the command as its first record."""
    writer.lines.clear()
    writer.truth.title = writer.truth.title_by = writer.truth.started = None
    writer.command("clear")
    writer.prompt("the second thing")
    writer.answer()
    writer.turn_ends()
    writer.command("context")


@session()
def with_a_list(writer: Writer) -> None:
    writer.tasks(("Read the code", "completed"), ("Write the test", "in_progress"), ("Write the docs", "pending"))


@session()
def no_list(writer: Writer) -> None:
    """A model without the tools for a list: the folder is there all the same."""
    writer.tasks()


@session()
def with_a_plan(writer: Writer) -> None:
    writer.truth.plan_path = str(writer.made.at / "plans" / "quiet-green-hill.md")
    write(Path(writer.truth.plan_path), b"# Plan\n")
    record = writer.envelope("user", slug="quiet-green-hill", isMeta=True, message={"role": "user", "content": "x"})
    writer.put(record)


@session()
def plan_is_gone(writer: Writer) -> None:
    writer.put(writer.envelope("user", slug="loud-red-lake", isMeta=True, message={"role": "user", "content": "x"}))


@session()
def hostile_titles(writer: Writer) -> None:
    writer.flat("ai-title", aiTitle="made up")
    writer.flat("agent-name", agentName="named")
    cut = "\x1b]0;owned\x07\u202egnp.exe [bold]not bold[/bold] ? \x00 end" + "y" * 500
    writer.titled("custom-title", HOSTILE + "y" * 500, "user")
    writer.truth.title = cut[:120]


@session(work=True, folder="{}/packages/api")
def below_the_project(_: Writer) -> None: ...


@session(minutes=0.5, folder="{}-two", state="works", ours=False)
def beside_the_project(writer: Writer) -> None:
    """The name of its folder of logs begins like that of the project's."""
    writer.answer()
    writer.register("busy")


@session(work=True, folder="/home/somebody/scratch", state="works")
def moved_here(writer: Writer) -> None:
    """Begun elsewhere and moved by `/cd`; its log stays where it is."""
    writer.truth.cwd = writer.made.project
    writer.until_now()
    writer.answer()
    writer.register("busy")


@session(work=True)
def moved_away(writer: Writer) -> None:
    writer.truth.cwd = "/home/somebody/scratch"
    writer.work()
