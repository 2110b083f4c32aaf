"""What a handoff and its state claim about git and disk, as questions that can be answered."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import timedelta

from cockpit.model import Handoff, Track
from cockpit.model.checklist import NOTHING_MORE, Questions, Resumption
from cockpit.regex import regex
from cockpit.wording.times import parse_instant

_MOST = 200
_QUOTED = regex(r"`([^`\n]{1,300})`")
_WORD = regex(r"[\w@.+/-]+(?::\d+(?:[:-]\d+)?)?")
_PATH = regex(r"(?:\./)?(?:[\w@.+-]+/)+[\w@.+-]*[\w+-]\.[A-Za-z][\w+-]{0,9}(?::\d+(?:[:-]\d+)?)?")
_LONGEST_PATH = 300
_MOST_NAMED = 30
_UNCOMMITTED = regex(r"^Not committed: ((?:`[^`\n]{1,300}`(?:, )?)+)", re.MULTILINE)
_IN_BACKTICKS = regex(r"`([^`\n]+)`")
_LINE_NUMBER = regex(r":\d+(?:[:-]\d+)?$")
_PLANS = ("plan", "flightplan", "roadmap", "design")


def questions(track: Track, more: Resumption = NOTHING_MORE, own: Collection[str] = ()) -> Questions:
    """What has to be looked up for a track: the commits and files it names, its plans, and since when.

    `more` is what its system's own protocol asks, `own` are the instants of changes a person made with cockpit.
    """
    handoff = track.handoff
    touched = (file.path for file in more.files)
    return Questions(
        commits=_once(claimed_commits(handoff)) if handoff else (),
        files=_once((*(named_files(handoff) if handoff else ()), *track.verify.files, *touched)),
        plans=_once(plans_held(track, more)),
        since=since(track, more, own),
        base=handoff.head if handoff else None,
    )


def since(track: Track, more: Resumption = NOTHING_MORE, own: Collection[str] = ()) -> str | None:
    """When the claims were made: the handoff's instant, else the last time an agent updated the state."""
    written = next((stamp for stamp in more.stamps if not is_own(stamp, own)), None)
    return (track.handoff.created if track.handoff else None) or written or track.updated


def plans_held(track: Track, more: Resumption) -> tuple[str, ...]:
    """The plan files that can be held against what they were: by a handoff, or by the system's own protocol."""
    return plan_files(track) if track.handoff is not None else more.plans


def is_own(stamp: str, own: Collection[str]) -> bool:
    """Whether the state bears the time of a person's change; a file may give it without its seconds, or the day
    alone.
    """
    written = parse_instant(stamp)
    if written is None:
        return False
    precision = timedelta(seconds=1) if written.at.second else timedelta(minutes=1)
    end = max(written.latest, written.at + precision)
    return any(then is not None and written.at <= then.at < end for then in map(parse_instant, own))


def claimed_commits(handoff: Handoff) -> Iterator[str]:
    """The commits of finished tasks, and the one that was checked out when the handoff was written."""
    for task in handoff.completed:
        if task.commit:
            yield task.commit
    if handoff.head:
        yield handoff.head


def named_files(handoff: Handoff) -> Iterator[str]:
    """The files of finished tasks, and the paths in the text that says where the work stands.

    What remains and what comes next names files that are still to be made, so nothing is claimed there.
    """
    for task in handoff.completed:
        yield from task.files
    for text in (handoff.state, handoff.context):
        yield from paths_in(text or "")


def paths_in(text: str) -> Iterator[str]:
    """The paths a text names, `src/live/reconnect.ts` or `src/live/reconnect.ts:12`; a lone file name is none."""
    spans = [match.group(1) for match in _QUOTED.finditer(text)]
    for span in (*spans, _QUOTED.sub(" ", text)):
        for match in _candidates(span):
            if not span.endswith(("://", "//", "/", "~"), 0, match.start()):
                yield _LINE_NUMBER.sub("", match.group()).removeprefix("./")


def _candidates(text: str) -> Iterator[re.Match[str]]:
    """What may be a path. A word is looked at alone and only where it is short: that keeps the search linear."""
    for word in _WORD.finditer(text):
        start, end = word.span()
        if end - start <= _LONGEST_PATH and "/" in word[0]:
            yield from _PATH.finditer(text, start, end)


def plan_files(track: Track) -> tuple[str, ...]:
    """The documents the work follows, as the track names them: the plan that is under way (`plan`, or `plan 2` where a
    phase has several and none is known to be the one), then the flight plan.
    """
    named = {name: path for name, path in track.documents.items() if name in _PLANS or name.startswith("plan ")}
    return tuple(named[name] for name in sorted(named, key=lambda name: not name.startswith("plan")))


def _once(paths: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(path for path in paths if path))[:_MOST]


# What was not committed when a handoff was written: the sentence in its text, and the paths it names


def uncommitted_sentence(paths: Sequence[str]) -> str:
    """The sentence about these paths; empty where there are none. Of many, the first are named."""
    if not paths:
        return ""
    named = ", ".join(f"`{path}`" for path in paths[:_MOST_NAMED])
    more = f" and {len(paths) - _MOST_NAMED} more" if len(paths) > _MOST_NAMED else ""
    return f"Not committed: {named}{more}."


def uncommitted_paths(text: str | None) -> tuple[str, ...]:
    """The paths that such a sentence in a text names."""
    found = (_IN_BACKTICKS.findall(match[1]) for match in _UNCOMMITTED.finditer(text or ""))
    return tuple(dict.fromkeys(path for paths in found for path in paths))
