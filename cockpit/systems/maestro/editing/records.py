"""What agents report of their work: tokens, in total and by agent, and files (seed, "Token Usage", "File Manifest")."""

from cockpit.model import FileManifest, Track
from cockpit.model.errors import Refused
from cockpit.model.intents import AddTokens, ReportFiles
from cockpit.rules.numbers import whole_number
from cockpit.rules.wording import counted, listed
from cockpit.systems.editing.outcome import Outcome
from cockpit.systems.editing.texts import checked_option, checked_text
from cockpit.systems.maestro.editing.desk import Desk
from cockpit.systems.reading.scalars import text_of

_USAGE = "token_usage"
_MOST = 10**12


def add_tokens(desk: Desk, intent: AddTokens) -> Outcome:
    """Add tokens to the totals and to what the agent used."""
    agent = checked_option(intent.agent, "agent")
    used = {"input": intent.input, "output": intent.output, "cached": intent.cached}
    if any(not 0 <= number <= _MOST for number in used.values()):
        raise Refused("Tokens are counted in whole numbers from 0.")
    if not any(used.values()):
        return Outcome(sentence="No tokens were added.")
    for kind, number in used.items():
        _add(desk, (_USAGE, f"total_{kind}"), number)
    if agent is not None and not isinstance(desk.sheet.at(_USAGE, "by_agent", agent), dict):
        desk.sheet.put((_USAGE, "by_agent", agent), used)
    elif agent is not None:
        for kind, number in used.items():
            _add(desk, (_USAGE, "by_agent", agent, kind), number)
    desk.touch()
    told = listed(f"{number:,} {kind}" for kind, number in used.items() if number)
    whose = f" of {agent}" if agent is not None else ""
    alone = agent is None and desk.before.tokens is not None and desk.before.tokens.by_agent
    return Outcome(
        sentence=f"Added {told} tokens{whose}.",
        remarks=("The totals are no longer the sum of the agents: name one with --agent.",) if alone else (),
        touches=frozenset({"tokens", "updated", "findings", "sessions", "position"}),
        holds=lambda track: (
            track.tokens is not None
            and all(
                getattr(track.tokens, kind) == (getattr(desk.before.tokens, kind, None) or 0) + number
                for kind, number in used.items()
                if number
            )
        ),
    )


def _add(desk: Desk, path: tuple[str, ...], number: int) -> None:
    """Count on. A count that is missing begins at nothing; one that is no number is not overwritten."""
    stated = text_of(desk.sheet.at(*path))
    known = whole_number(stated) if stated is not None else 0
    if known is None:
        raise Refused(f"`{'.'.join(path)}` is {stated!r}, which is no number; mend it in the file first.")
    if number or stated is None:
        desk.sheet.put(path, known + number)


def report_files(desk: Desk, intent: ReportFiles) -> Outcome:
    """Files that the work created, modified or deleted, each once."""
    paths = tuple(dict.fromkeys(checked_text(path, "path") for path in intent.paths))
    entry = desk.any_phase(intent.phase)
    at = entry.at if entry is not None else ()
    known: FileManifest = entry.files if entry is not None else desk.session.files
    new = [path for path in paths if path not in getattr(known, intent.kind)]
    for path in new:
        desk.sheet.append((*at, f"files_{intent.kind}"), path)
    desk.touch()
    where = f" in {entry.label}" if entry is not None else ""

    def holds(track: Track) -> bool:
        return set(paths) <= set(getattr(track.files, intent.kind))

    return Outcome(
        sentence=f"{counted(len(paths), 'file')} {intent.kind}{where}: {listed(paths[:5])}{'…' * (len(paths) > 5)}",
        touches=frozenset({"files", "updated", "findings", "sessions", "position", "extra"}),
        holds=holds,
    )
