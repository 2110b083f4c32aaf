"""A repository that tries to run something at every opportunity git gives it: each trap leaves a mark by its name."""

from pathlib import Path

from tests.storage.repositories import run

PROGRAMS = (
    "core.fsmonitor", "core.pager", "pager.status", "pager.log", "core.editor", "sequence.editor", "core.sshCommand",
    "core.askPass", "core.gitProxy", "core.alternateRefsCommand", "credential.helper", "gpg.program", "gpg.ssh.program",
    "diff.external", "diff.trap.command", "diff.trap.textconv", "merge.trap.driver", "interactive.diffFilter",
    "uploadpack.packObjectsHook", "filter.trap.clean", "filter.trap.smudge", "filter.long.process", "filter.a=b.clean",
    "filter.Ünï x.clean", "remote.origin.uploadpack", "remote.origin.receivepack", "man.trap.cmd", "browser.trap.cmd",
)  # fmt: skip
"""Every setting by which a repository names a program."""
HOOKS = (
    "post-index-change", "fsmonitor-watchman", "reference-transaction", "pre-auto-gc", "post-checkout", "pre-commit",
    "query-watchman",
)  # fmt: skip
ALIASES = ("status", "log", "rev-parse", "cat-file", "rev-list", "symbolic-ref", "check-ignore", "config")
SWITCHES = {
    "log.showSignature": "true", "protocol.allow": "always", "protocol.ext.allow": "always", "core.fsmonitorHookVersion": "1",
    "filter.trap.required": "true", "filter.long.required": "true", "filter.a=b.required": "true",
    "diff.trap.cachetextconv": "true", "status.submoduleSummary": "true", "diff.submodule": "log", "submodule.recurse": "true",
}  # fmt: skip
ATTRIBUTES = """\
*.one filter=trap diff=trap merge=trap
*.two filter=long diff=trap
*.three filter=a=b
*.four filter="Ünï x"
*.md filter=trap diff=trap
"""


def trap(marks: Path, name: str) -> Path:
    """A program that leaves a mark."""
    marks.mkdir(exist_ok=True)
    file = marks.parent / "traps" / name.replace("/", "-")
    file.parent.mkdir(exist_ok=True)
    file.write_text(f"#!/bin/sh\ntouch '{marks}/{file.name}'\ncat\n")
    file.chmod(0o755)
    return file


def sprung(marks: Path) -> list[str]:
    """The traps that were sprung."""
    return sorted(path.name for path in marks.iterdir())


def set_traps(folder: Path, marks: Path, *, prefix: str = "") -> None:
    """Let the repository in `folder` run something wherever it can; what is committed is so already."""
    hidden = folder / ".git" / "more"
    for number, name in enumerate(PROGRAMS):
        file = () if number % 3 else ("--file", str(hidden))  # a third of them by inclusion
        run(folder, "config", *file, name, f"'{trap(marks, prefix + name)}' %f")
    for name in ("core.fsmonitor", "core.pager", "gpg.program", "remote.origin.uploadpack"):
        run(folder, "config", name, str(trap(marks, prefix + name)))
    for name in ALIASES:
        run(folder, "config", f"alias.{name}", f"!{trap(marks, f'{prefix}alias.{name}')}")
    for name, value in SWITCHES.items():
        run(folder, "config", name, value)
    run(folder, "config", "includeIf.gitdir:/.path", str(hidden))
    run(folder, "config", "include.path", str(hidden))
    for name in HOOKS:
        hook = folder / ".git" / "hooks" / name
        hook.parent.mkdir(exist_ok=True)
        hook.write_bytes(trap(marks, f"{prefix}hook.{name}").read_bytes())
        hook.chmod(0o755)
    (folder / ".git" / "info").mkdir(exist_ok=True)
    (folder / ".git" / "info" / "attributes").write_text(ATTRIBUTES)
    (folder / ".gitattributes").write_text(ATTRIBUTES)


def signed(folder: Path) -> str:
    """A commit that says it is signed, which only a program can tell."""
    whole = run(folder, "cat-file", "commit", "HEAD")
    head, _, message = whole.partition("\n\n")
    signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----"
    file = folder.parent / "signed"
    file.write_text(f"{head}\n{signature}\n\n{message}\n")
    commit = run(folder, "hash-object", "-t", "commit", "-w", str(file))
    run(folder, "update-ref", "HEAD", commit)
    return commit


def touched(folder: Path) -> None:
    """Files whose time changed and whose content did not: git must compare them, through the filters."""
    for number, ending in enumerate(("one", "two", "three", "four")):
        file = folder / f"a.{ending}"
        file.write_text(file.read_text().swapcase())
        import os

        os.utime(file, (1_000_000_000 + number,) * 2)
