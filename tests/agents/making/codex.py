"""A home of Codex, as its code and its observers describe it, of versions before and after turns had ordinals."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import wraps
from pathlib import Path
from random import Random
from typing import Any

from tests.agents.making import HOSTILE, NOW, Made, Truth, identity, instant, line, moment, write

OLD, NEW = "0.128.0", "0.159.0"
WINDOW = 258_400
MODELS = ("gpt-5-codex", "gpt-5.5")
PROMPTS = ("fix checkout tax", "add csv export", "review tests", "speed up search")
LIMIT = "You've hit your usage limit. Visit https://example.test/usage or try again at 3:28 PM."


@dataclass(kw_only=True)
class CodexTruth(Truth):
    """`is_found` is whether the log is one of the project's sessions; the rest of the context's size is here."""

    is_found: bool = True
    window: int | None = None
    resume: str | None = None


def make_home(at: Path, seed: int, project: str = "/srv/app", now: datetime = NOW) -> Made:
    """Write a home with one session of each scenario into the folder `at`."""
    made = Made(at, project, now)
    for number, scenario in enumerate(SCENARIOS):
        scenario(Writer(made, Random(f"{seed}.{number}"), scenario.__name__))
    day = at / "sessions" / f"{now:%Y/%m/%d}"
    write(at / "auth.json", b"never to be opened")
    write(day / f"rollout-2026-11-24T08-00-00-{identity(Random(seed))}.jsonl.zst", b"(\xb5/\xfd", now)
    write(day / "notes.jsonl", line({"type": "session_meta", "payload": {"id": "x", "cwd": project}}), now)
    write(at / "sessions" / "drafts" / "rollout-x.jsonl", line({"type": "session_meta"}), now)
    return made


class Writer:
    """Writes one rollout record by record, and notes what is true after each."""

    def __init__(self, made: Made, random: Random, scenario: str, *, version: str = NEW, minutes: float = 90) -> None:
        self.made, self.random = made, random
        self.lines: list[bytes] = []
        self.at = moment(random, made.now, minutes)
        self.total = 0
        self.turn_began: datetime | None = None
        key = identity(random)
        self.truth = CodexTruth(scenario=scenario, id=key, path="", cwd=made.project, version=version, kind="cli",
                                branch=random.choice(("main", "tax-wt", "feature/x")), resume=f"codex resume {key}",
                                started=instant(self.at), model=None)  # fmt: skip
        self.name = f"rollout-{self.at:%Y-%m-%dT%H-%M-%S}-{key}.jsonl"

    # Records

    def put(self, kind: str, payload: object) -> None:
        self.at += timedelta(milliseconds=self.random.randrange(100, 30_000))
        record: dict[str, object] = {"timestamp": instant(self.at)}
        if self.truth.version == NEW:
            record["ordinal"] = len(self.lines)
        self.lines.append(line(record | {"type": kind, "payload": payload}))
        self.truth.updated = instant(self.at)
        self.said()

    def said(self, *pieces: tuple[str, str, str | None, str | None]) -> None:
        """What the log tells: what was told before, or anew, and that something was written."""
        told = pieces or tuple(each for each in self.truth.evidence if each[0] in ("call", "turn"))
        self.truth.evidence = (*told, ("log", "written", self.truth.updated, None))

    def event(self, kind: str, **more: object) -> None:
        self.put("event_msg", {"type": kind, **more})

    def item(self, kind: str, **more: object) -> None:
        self.put("response_item", {"type": kind, **more})

    def meta(self, **more: object) -> None:
        truth = self.truth
        self.put("session_meta", {
            "id": truth.id, "timestamp": truth.started, "cwd": truth.cwd, "originator": "codex_cli_rs",
            "cli_version": truth.version, "source": truth.kind, "model_provider": "openai",
            "base_instructions": {"text": "You are an agent. " * 50},
            "git": {"commit_hash": "0" * 40, "branch": truth.branch}, **more})  # fmt: skip

    def begin_turn(self) -> None:
        self.turn_began = self.at
        started = int(self.at.timestamp())
        more: dict[str, object] = {"started_at": started, "turn_id": identity(self.random)}
        self.event("task_started", model_context_window=WINDOW, **(more if self.truth.version == NEW else {}))
        self.said(("turn", "turn-begun", instant(self.at), None))
        model = self.random.choice(MODELS)
        self.truth.model = model
        for _ in range(2):  # as often as not it is written twice
            self.put("turn_context", {"cwd": self.truth.cwd, "model": model, "approval_policy": "on-request"})

    def prompt(self, text: str) -> None:
        """What Codex adds, and the prompt: as an item of the conversation, and as the event of its version."""
        for added in (
            "<environment_context>\n  <cwd>/srv/app</cwd>",
            "# AGENTS.md instructions for /srv/app\n\nBe kind",
        ):
            self.message("user", added)
        self.message("user", text)
        if self.truth.version == NEW:
            self.event("item_completed", item={"type": "UserMessage", "content": [{"type": "text", "text": text}]})
        else:
            self.event("user_message", message=text, images=[])
        if self.truth.title is None:
            self.truth.title, self.truth.title_by = " ".join(text.split())[:120], "prompt"

    def message(self, role: str, text: str) -> None:
        kind = "input_text" if role == "user" else "output_text"
        self.item("message", role=role, content=[{"type": kind, "text": text}])

    def tokens(self, last: int | None = None, *, null: bool = False) -> None:
        if null:
            self.event("token_count", info=None, rate_limits={"primary": {"used_percent": 12.5}})
            return
        last = self.random.randrange(12_500, 200_000) if last is None else last
        self.total += last
        usage = {"input_tokens": last - 100, "cached_input_tokens": 50, "output_tokens": 100}
        self.event("token_count", rate_limits=None, info={
            "total_token_usage": usage | {"total_tokens": self.total},
            "last_token_usage": usage | {"total_tokens": last}, "model_context_window": WINDOW})  # fmt: skip
        self.truth.context, self.truth.window, self.truth.tokens = last, WINDOW, self.total

    def call(self, name: str, arguments: object, call_id: str) -> None:
        self.item("function_call", name=name, arguments=json.dumps(arguments), call_id=call_id)

    def output(self, call_id: str) -> None:
        self.item("function_call_output", call_id=call_id, output="ok")

    def plan(self, *steps: tuple[str, str]) -> None:
        call = identity(self.random)
        self.call("update_plan", {"plan": [{"step": step, "status": status} for step, status in steps]}, call)
        self.output(call)
        self.truth.todos = steps

    def ask(self, text: str, *options: str) -> str:
        call = identity(self.random)
        question = {"id": "q1", "header": "Tax", "question": text, "isOther": True,
                    "options": [{"label": each, "description": "as before"} for each in options]}  # fmt: skip
        self.call("request_user_input", {"questions": [question]}, call)
        self.truth.question = (text, options)
        self.said(("call", "question-open", instant(self.at), "question"), *self.of_turn())
        return call

    def of_turn(self) -> tuple[tuple[str, str, str | None, str | None], ...]:
        return tuple(each for each in self.truth.evidence if each[0] == "turn")

    def answer(self) -> None:
        call = identity(self.random)
        self.item("reasoning", summary=[], encrypted_content="gAAA")
        self.call("shell", {"command": ["ls"]}, call)
        self.output(call)
        self.message("assistant", "I look.")
        self.tokens()

    def work(self) -> None:
        self.begin_turn()
        self.prompt(self.random.choice(PROMPTS))
        self.answer()

    def end_turn(self, kind: str = "task_complete", **more: object) -> None:
        if self.turn_began is not None and self.truth.version == NEW:
            more["started_at"] = int(self.turn_began.timestamp())
        self.event(kind, **more)
        self.truth.question = None
        self.said(("turn", "interrupted" if kind == "turn_aborted" else "turn-ended", instant(self.at), None))

    def fails(self, info: object, kind: str, said: str, message: str, until: str | None = None) -> None:
        self.end_turn(error={"message": message, "codex_error_info": info}, last_agent_message=None)
        self.truth.failure = (kind, message if kind == "limit" else None, instant(self.at), until)
        self.said(("turn", said, instant(self.at), None))

    def put_away(self, *, archived: bool = False, torn: bytes = b"", day: datetime | None = None) -> Path:
        """Write the file, and note it among the home's sessions."""
        folder = "archived_sessions" if archived else f"sessions/{day or self.at:%Y/%m/%d}"
        path = self.made.at / folder / self.name
        write(path, b"".join(self.lines) + torn, day or self.at)
        self.truth.path = str(path)
        self.made.sessions.append(self.truth)
        return path


# Scenarios

SCENARIOS: list[Callable[[Writer], None]] = []


def session(*, work: bool = True, below: str = "", **true: object) -> Callable[[Callable[[Writer], None]], Any]:
    """A session of which that is `true` works once, unless it shall not; then what the function tells happens, and the
    log is written."""

    def scenario(tell: Callable[[Writer], None]) -> Callable[[Writer], None]:
        @wraps(tell)
        def told(writer: Writer) -> None:
            for name, value in true.items():
                setattr(writer.truth, name, value)
            writer.truth.cwd = f"{writer.truth.cwd}{below}"
            if work:
                writer.meta()
                writer.work()
            tell(writer)
            if not writer.truth.path:
                writer.put_away()

        SCENARIOS.append(told)
        return told

    return scenario


@session()
def works(writer: Writer) -> None: ...


@session(work=False)
def your_turn(writer: Writer) -> None:
    writer.meta()
    for _ in range(2):
        writer.work()
        writer.end_turn()


@session(version=OLD)
def old_version(writer: Writer) -> None:
    writer.end_turn()


@session()
def interrupted(writer: Writer) -> None:
    writer.end_turn("turn_aborted", reason="interrupted")


@session()
def waits_for_answer(writer: Writer) -> None:
    writer.output(writer.ask("Round for each line?", "Yes", "No"))
    writer.truth.question = None
    writer.said(*(each for each in writer.of_turn() if each[1] == "turn-begun"))
    writer.ask("Which rate for vouchers?", "7 %", "19 %")
    writer.tokens(null=True)


@session()
def question_given_up(writer: Writer) -> None:
    writer.ask("Which rate?", "7 %")
    writer.end_turn("turn_aborted", reason="interrupted")


@session()
def two_plans(writer: Writer) -> None:
    writer.plan(("Read the code", "in_progress"), ("Write it", "pending"))
    writer.plan(("Read the code", "completed"), ("Write it", "in_progress"), ("Test it", "pending"))
    writer.tokens(null=True)


@session()
def limited(writer: Writer) -> None:
    writer.fails("usage_limit_exceeded", "limit", "limited", LIMIT, "3:28 PM")
    writer.tokens(null=True)


@session()
def logged_out(writer: Writer) -> None:
    writer.fails("unauthorized", "login", "failed", "Log out and sign in again.")


@session()
def connection_lost(writer: Writer) -> None:
    writer.fails({"http_connection_failed": {"http_status_code": 503}}, "server", "turn-ended", "stream error")


@session()
def recovered(writer: Writer) -> None:
    writer.fails("usage_limit_exceeded", "limit", "limited", LIMIT, "3:28 PM")
    writer.begin_turn()
    writer.answer()
    writer.truth.failure = None
    writer.end_turn()


@session()
def goes_on_after_limit(writer: Writer) -> None:
    writer.fails("usage_limit_exceeded", "limit", "limited", LIMIT, "3:28 PM")
    writer.begin_turn()
    writer.answer()
    writer.truth.failure = None


@session()
def tries_again_at_limit(writer: Writer) -> None:
    """A new turn is no answer yet."""
    writer.fails("usage_limit_exceeded", "limit", "limited", LIMIT, "3:28 PM")
    writer.begin_turn()
    writer.tokens(null=True)


@session()
def compacted(writer: Writer) -> None:
    writer.put("compacted", {"message": "", "replacement_history": []})
    writer.truth.context = writer.truth.window = None


@session()
def goes_on_after_compaction(writer: Writer) -> None:
    writer.put("compacted", {"message": ""})
    writer.event("context_compacted")
    writer.tokens(15_000)


@session(work=False)
def forked(writer: Writer) -> None:
    """The parent's records come again, with the time of the fork and the parent's `started_at`."""
    parent = writer.truth.started
    created = writer.at
    writer.meta(forked_from_id=identity(writer.random))
    writer.meta(id=identity(writer.random), timestamp=parent, cwd="/srv/parent")
    writer.turn_began = created - timedelta(hours=3)
    writer.event("task_started", started_at=int(writer.turn_began.timestamp()), model_context_window=WINDOW)
    writer.prompt("what the parent was asked")
    writer.tokens(150_000)
    writer.event("task_complete", started_at=int(writer.turn_began.timestamp()))
    writer.truth.evidence = ()
    of_parent = writer.total
    writer.begin_turn()
    writer.prompt("and now this")
    writer.tokens()
    writer.truth.tokens = writer.total - of_parent


@session(work=False)
def forked_by_reference(writer: Writer) -> None:
    """What the parent used is not in this file, so what this one used is not known."""
    writer.meta(forked_from_id=identity(writer.random), history_base={"thread_id": "x", "end_ordinal_exclusive": 42})
    writer.total = 500_000
    writer.work()
    writer.truth.tokens = None


@session(work=False, version=OLD)
def forked_by_old_version(writer: Writer) -> None:
    """Without `started_at` nothing tells where the parent's records end."""
    writer.meta(forked_from_id=identity(writer.random))
    writer.work()
    writer.end_turn()
    writer.work()
    writer.truth.tokens = None


@session()
def moved_to_archive(writer: Writer) -> None:
    """Put away while a copy stays behind: the one written last is the session."""
    left_behind = writer.put_away()
    writer.made.sessions.pop()
    writer.end_turn()
    writer.put_away(archived=True)
    assert left_behind.exists()


@session()
def torn(writer: Writer) -> None:
    writer.put_away(torn=b'{"timestamp":"2026-11-24T12:59:00.000Z","type":"event_msg","payl')


@session()
def doubled(writer: Writer) -> None:
    writer.plan(("Read", "completed"))
    writer.lines = [each for record in writer.lines for each in (record, record)]


@session(work=False)
def hostile(writer: Writer) -> None:
    writer.meta()
    writer.begin_turn()
    writer.prompt(HOSTILE)
    writer.truth.title = " ".join(HOSTILE.replace("\ud800", "?").split())[:120]
    writer.plan((f"step {'x' * 300}", "pending"))
    writer.truth.todos = ((f"step {'x' * 300}"[:120], "pending"),)


@session(work=False, kind="vscode")
def from_an_editor(writer: Writer) -> None:
    writer.meta()
    writer.begin_turn()
    writer.prompt("# Context from my IDE setup:\n\n## Open tabs:\n- tax.py\n\n## My request for Codex:\nfix the tax\n")
    writer.truth.title = "fix the tax"


@session(below="/packages/web")
def below_the_project(writer: Writer) -> None: ...


@session(below="-old", is_found=False)
def of_another_project(writer: Writer) -> None: ...


@session(work=False, kind="subagent", is_found=False)
def of_a_subagent(writer: Writer) -> None:
    writer.meta(source={"subagent": {"thread_spawn": {"parent_thread_id": "x"}}}, parent_thread_id="x")
    writer.work()
    writer.truth.tokens = writer.total


@session(is_found=False)
def of_last_month(writer: Writer) -> None:
    writer.put_away(day=writer.made.now - timedelta(days=40))
