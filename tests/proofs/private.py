"""What cockpit keeps is closed to others, of limited size, and forgotten on request; secrets are masked in what it
prints for others: `python -m tests.proofs.private`."""

import argparse
import contextlib
import io
import os
import shutil
import stat
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from cockpit.cli.main import main as cockpit
from cockpit.model.handoff_draft import HandoffDraft
from cockpit.model.intents import AddTodo
from cockpit.project.change import change
from cockpit.project.resuming import keep_prompt, look, waive
from cockpit.project.settings import remember_theme
from cockpit.project.workspace import Workspace
from cockpit.storage.transactions import journal
from cockpit.storage.user_files import drafts, ledger, places, readings
from cockpit.storage.user_files.ledger import Entry
from cockpit.storage.user_files.places import repository_state_dir
from cockpit.storage.user_files.store import ProjectStore
from cockpit.wording.messages import plain
from cockpit.wording.times import write_instant
from tests.proofs.away import away
from tests.proofs.scenes import TRACK
from tests.support.handoff_projects import HANDOFF, rewrite, waiting
from tests.support.sandbox import NOW, Sandbox, subject

UMASKS = (0o000, 0o022, 0o077, 0o277, 0o777)
LETTERS = "a1B2c3D4e5F6g7H8i9J0"
SECRETS = {
    "a private key": "-----BEGIN RSA PRIVATE KEY-----\\nMIIEpAIBAAKCAQEA75Xq\\n-----END RSA PRIVATE KEY-----",
    "an AWS access key": "AKIA" + "A1B2C3D4E5F6G7H8",
    "a GitHub token": "ghp_" + LETTERS * 2,
    "a GitLab token": "glpat-" + LETTERS,
    "a Slack token": "xoxb-" + LETTERS,
    "a Google API key": "AIza" + (LETTERS * 2)[:35],
    "a Stripe key": "sk_live_" + LETTERS,
    "an API key": "sk-" + LETTERS,
    "a SendGrid key": f"SG.{(LETTERS * 2)[:22]}.{(LETTERS * 3)[:43]}",
    "a Hugging Face token": "hf_" + (LETTERS * 2)[:34],
    "a Docker token": "dckr_pat_" + (LETTERS * 2)[:27],
    "a DigitalOcean token": "dop_v1_" + "0a1b2c3d4e5f6789" * 4,
    "a webhook": f"https://hooks.slack.com/services/T12345678/B12345678/{LETTERS}",
    "a bot token": f"123456789:AA{(LETTERS * 2)[:33]}",
    "an account key": f"AccountKey={LETTERS * 4}",
    "a login of a request": f"Bearer {LETTERS}",
    "a cookie": f"Cookie: session={LETTERS}",
    "an npm token": "npm_" + (LETTERS * 2)[:36],
    "a JSON web token": f"eyJ{LETTERS}.eyJ{LETTERS}.{LETTERS}",
    "a password in an address": "postgres://user:Kx7pQ2mN9@host/db",
    "a password or token": "password=" + LETTERS,
}
"""An example of each kind; nobody ever used one."""
PRINTED: tuple[tuple[str, ...], ...] = (
    ("status", "--json"), ("resume", "--json"), ("resume", "prompt"), ("handoff", "propose"),
    ("decision", "add", "@", "--dry-run", "--json"), ("todo", "add", "@", "--json"), ("log", "--json"),
    ("undo", "--dry-run", "--json"),
)  # fmt: skip
"""What leaves cockpit; `@` is a text with the secret."""


@contextlib.contextmanager
def masking(umask: int) -> Iterator[None]:
    before = os.umask(umask)
    try:
        yield
    finally:
        os.umask(before)


def keep_everything(root: Path) -> ProjectStore:
    """Lets cockpit keep all it ever keeps: journal, ledger, readings, notes, draft, prompt, preferences."""
    writer = Workspace(root=root, now=NOW)
    change(writer, None, AddTodo(text="one more"))
    draft = replace(HandoffDraft(), state="private")
    drafts.keep(writer.store, TRACK, drafts.KeptDraft(draft=draft, at=write_instant(NOW), step="state"))
    preflight = look(writer, None)
    for check in preflight.checks:
        if check.gate == "ask":
            waive(writer, preflight.track, check, "meant so")
    keep_prompt(writer, look(writer, None))
    readings.append(str(repository_state_dir(root)), NOW.timestamp(), {"session": "s", "cost": 1})
    assert remember_theme("nord") is None
    return writer.store


def closed(folder: Path, umask: int, *, opened: bool = False) -> int:
    """How many files and folders are for one person only, with that umask; `opened`: they were there, open to all."""
    root = waiting(folder / "p", blocked=True)
    with masking(umask):
        store = keep_everything(root)
        if opened:
            for path in (store.folder, *store.folder.rglob("*")):
                path.chmod(0o777 if path.is_dir() else 0o666)
            keep_everything(root)
    kept = [store.folder, *store.folder.rglob("*"), places.preferences_file()]
    assert {path.name for path in kept} >= {
        "journal",
        "ledger.jsonl",
        "readings.jsonl",
        "notes.json",
        "drafts",
        "prompts",
        "lock",
    }
    for path in kept:
        old = opened and path.parent == store.journal and path.name.startswith("00000001")  # behind closed doors
        expected = 0o700 if path.is_dir() else 0o600
        assert old or stat.S_IMODE(path.stat().st_mode) == expected, (path, oct(path.stat().st_mode), oct(umask))
    return len(kept)


def within_size(folder: Path, changes: int) -> tuple[float, float]:
    """How much of their size journal and ledger take at most, as parts of one. Fails where the newest are not there."""
    made = Sandbox.create(folder, {"a": b"0"})
    workspace = Sandbox(made.root, replace(made.store, journal_bytes=20_000, ledger_bytes=10_000))
    store, worst = workspace.store, [0.0, 0.0]
    for turn in range(changes):
        workspace.commit({"a": b"%d" % turn * 200}, f"Deed {turn}", subject=subject())
        sizes = (
            sum(each.stat().st_size for each in store.journal.iterdir()),
            sum(each.stat().st_size for each in (store.ledger, store.older_ledger) if each.exists()),
        )
        worst = [max(worst[0], sizes[0] / store.journal_bytes), max(worst[1], sizes[1] / store.ledger_bytes)]
        assert ledger.read(store)[-1].sentence == journal.read(store).entries[-1].sentence == f"Deed {turn}"
    numbers = [int(each.sentence.split()[1]) for each in ledger.read(store)]
    assert numbers == list(range(numbers[0], changes)), "only the oldest went"
    return worst[0], worst[1]


def forgotten(root: Path) -> bool:
    """Whether `purge` leaves nothing of what was kept about a project."""
    store = keep_everything(waiting(root, blocked=True))
    ledger.append(store, Entry(at="2026-01-29T14:30:00Z", actor="person", verb="move", message=plain("x")))
    shutil.copy(store.ledger, store.older_ledger)
    assert spoken(root, ("config", "purge", "--yes"))[0]
    return not store.folder.exists()


def spoken(root: Path, words: tuple[str, ...]) -> tuple[str, str]:
    """What a command prints on its two outputs."""
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        cockpit(["-C", str(root), *words])
    return out.getvalue(), err.getvalue()


def masked(folder: Path, kind: str) -> int:
    """How many outputs tell everything but the secret, and it too where it is asked for."""
    secret = SECRETS[kind]
    root = waiting(folder / "p")
    bare = secret.partition("=")[2] or secret.partition("user:")[2].partition("@")[0] or secret
    bare = bare.partition("\\n")[2].partition("\\n")[0] or bare
    told = secret.replace("\\n", " ")
    rewrite(root, ".autopilot/TRANSPONDER.md", "### Pending Todos\n", f"### Pending Todos\n- [ ] use {told} now\n")
    rewrite(root, HANDOFF, "Write render_pdf()", f"Use {told} for render_pdf()")
    count = 0
    for words in PRINTED:
        line = tuple(word.replace("@", f"use {told} again") for word in words)
        out, err = spoken(root, line)
        assert bare not in out + err, (kind, words)
        shown, _ = spoken(root, (*line, "--secrets", *(("--dry-run",) if line[0] == "todo" else ())))
        if bare in shown:
            assert f"[{kind}, masked]" in out, (kind, words)
            assert "--secrets" in err
            count += 1
    saved = folder / "prompt.md"
    spoken(root, ("resume", "prompt", "--save", str(saved)))
    assert bare not in saved.read_text("utf-8")
    return count + 1


def main() -> None:
    """Print the figures."""
    argparse.ArgumentParser().parse_args()
    count = outputs = 0
    for umask in UMASKS:
        for opened in (False, True):
            with away() as folder:
                count += closed(folder, umask, opened=opened)
    with away() as folder:
        in_journal, in_ledger = within_size(folder, 400)
    with away() as folder:
        assert forgotten(folder / "p")
    for kind in SECRETS:
        with away() as folder:
            outputs += masked(folder, kind)
    print(  # noqa: T201 - the figures are what it is for
        f"{count:,} files and folders kept with {len(UMASKS)} umasks, new and open to all before: each 0600 or 0700\n"
        f"400 deeds: the journal took at most {in_journal:.0%} of its size, the ledger {in_ledger:.0%}; "
        f"only the oldest went; purge leaves nothing\n"
        f"{len(SECRETS)} kinds of secrets in {outputs} outputs: masked, and told only with --secrets"
    )


if __name__ == "__main__":
    main()
