"""A repository that tries to run something at every opportunity git gives it: each trap leaves a mark by its name."""

import os
from pathlib import Path

from tests.support.repositories import run

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
    "log.showSignature": "true", "protocol.allow": "always", "protocol.ext.allow": "always",
    "core.fsmonitorHookVersion": "1",
    "filter.trap.required": "true", "filter.long.required": "true", "filter.a=b.required": "true",
    "diff.trap.cachetextconv": "true", "status.submoduleSummary": "true", "diff.submodule": "log",
    "submodule.recurse": "true",
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


def hostile(folder: Path, marks: Path) -> tuple[str, Path]:
    """A repository with all the traps, a submodule with its own, and objects it says another repository has.

    The id of its one commit, and its folder.
    """
    root, inner = folder / "hostile", folder / "inner"
    for each in (root, inner):
        each.mkdir(parents=True)
        run(each, "init", "-q", "-b", "trunk")
    for ending in ("one", "two", "three", "four"):
        (root / f"a.{ending}").write_text("abc\n")
        (inner / f"a.{ending}").write_text("abc\n")
    run(inner, "add", "-A")
    run(inner, "commit", "-q", "-m", "inner")
    run(root, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner), "sub")
    run(root, "add", "-A")
    run(root, "commit", "-q", "-m", "one")
    commit = signed(root)
    set_traps(root, marks)
    for name in ("core.fsmonitor", "filter.trap.clean", "diff.external"):
        run(root / "sub", "config", name, str(trap(marks, f"sub.{name}")))
    touched(root)
    touched(root / "sub")
    for name, value in {"remote.origin.url": str(inner), "remote.origin.promisor": "true",
                        "extensions.partialClone": "origin", "core.repositoryFormatVersion": "1"}.items():  # fmt: skip
        run(root, "config", name, value)
    for mark in marks.iterdir():
        mark.unlink()
    return commit, root


def set_traps(folder: Path, marks: Path) -> None:
    """Let the repository in `folder` run something wherever it can; what is committed is so already."""
    hidden = folder / ".git" / "more"
    programs = {name: trap(marks, name) for name in PROGRAMS}
    hidden.write_text("".join(_setting(name, f"'{file}' %f") for name, file in list(programs.items())[::3]))
    settings = {name: f"'{file}' %f" for name, file in programs.items()} | {
        name: str(programs[name])
        for name in ("core.fsmonitor", "core.pager", "gpg.program", "remote.origin.uploadpack")
    }
    for name in list(programs)[::3]:
        if name not in ("core.fsmonitor", "core.pager"):
            del settings[name]  # it stands in the file that is included
    settings |= {f"alias.{name}": f"!{trap(marks, f'alias.{name}')}" for name in ALIASES} | SWITCHES
    with (folder / ".git" / "config").open("a") as config:
        config.writelines(_setting(name, value) for name, value in settings.items())
        config.write(_setting("include.path", str(hidden)) + _setting("includeIf.gitdir:/.path", str(hidden)))
    for name in HOOKS:
        hook = folder / ".git" / "hooks" / name
        hook.parent.mkdir(exist_ok=True)
        hook.write_bytes(trap(marks, f"hook.{name}").read_bytes())
        hook.chmod(0o755)
    (folder / ".git" / "info").mkdir(exist_ok=True)
    (folder / ".git" / "info" / "attributes").write_text(ATTRIBUTES)
    (folder / ".gitattributes").write_text(ATTRIBUTES)


def _setting(name: str, value: str) -> str:
    """A setting as it stands in a configuration."""
    section, _, rest = name.partition(".")
    inner, _, key = rest.rpartition(".")
    return f'[{section} "{inner}"]\n\t{key} = "{value}"\n' if inner else f'[{section}]\n\t{key} = "{value}"\n'


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
        os.utime(file, (1_000_000_000 + number,) * 2)
