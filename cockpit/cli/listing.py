"""`cockpit blocker`, `decision`, `todo`, `phase`, `session` and `track` without a verb: what there is."""

import argparse

from cockpit.cli.context import project_of, tracks_of
from cockpit.cli.output import columns, say, say_json
from cockpit.model import Track
from cockpit.rules.attention import blocker_key
from cockpit.rules.work import is_done

_LISTS = {
    "blocker": ("blockers",),
    "decision": ("decisions",),
    "todo": ("todos", "open_questions"),
    "phase": ("phases",),
    "session": ("sessions",),
}
"""By noun the lists of a track, as the JSON calls them."""


def run(arguments: argparse.Namespace) -> int:
    """Print the list of each track, or all tracks."""
    noun = arguments.action.partition(".")[0]
    project = project_of(arguments)
    tracks = tracks_of(arguments, project)
    if noun == "track":
        return _tracks(tracks, arguments)
    if arguments.json:
        shown = [{"track": track.key, **{name: getattr(track, name) for name in _LISTS[noun]}} for track in tracks]
        say_json(shown, secrets=arguments.secrets)
        return 0
    for track in tracks:
        rows = _rows(noun, track)
        if len(tracks) > 1:
            say(f"{track.title or track.key}  --track {track.key}")
        if not rows:
            lacking = next((track.lacks[name] for name in _LISTS[noun] if name in track.lacks), None)
            say(str(lacking or f"No {noun}s."))
        columns(rows, indent="  " if len(tracks) > 1 else "")
    return 0


def _tracks(tracks: tuple[Track, ...], arguments: argparse.Namespace) -> int:
    rows = [(track.key, track.system, track.position.status.replace("_", " "), track.title or "") for track in tracks]
    if arguments.json:
        names = ("track", "system", "status", "title")
        say_json([dict(zip(names, row, strict=True)) for row in rows], secrets=arguments.secrets)
    else:
        columns(rows, indent="")
    return 0


def _rows(noun: str, track: Track) -> list[tuple[str, ...]]:
    match noun:
        case "blocker":
            return [(each.status, blocker_key(each) if each.id else "", each.text) for each in track.blockers]
        case "decision":
            return [(each.id or "", each.date or "", each.text) for each in track.decisions]
        case "todo":
            todos = [("[x]" if each.done else "[ ]", each.text) for each in track.todos]
            return [*todos, *(("[ ]", each) for each in track.open_questions)]
        case "phase":
            return [(each.id or "", "done" if is_done(each.status) else str(each.status or ""), each.name or "")
                    for each in track.phases]  # fmt: skip
    return [(each.id or "", each.started or "", each.status or "", each.working_on or "") for each in track.sessions]
