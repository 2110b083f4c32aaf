"""Work that is under way and of which nothing was heard for longer than a person wants to wait."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from cockpit.model import Project, Silence, Track
from cockpit.rules.work import all_behind, has_failed, is_going_on
from cockpit.wording.times import parse_instant, write_instant

SILENCE = "silence"
"""What a snooze takes in place of a metric."""


class SignOfWork(NamedTuple):
    """The last sign of life of a track: when, and whether its files state it; else they were written then."""

    at: datetime
    stated: bool


def last_sign(track: Track, written: datetime | None, now: datetime) -> SignOfWork | None:
    """The newest instant that the state tells of, later ones than `now` aside; where it tells days at most, or does not
    say when it was updated, the newer of that, or of the end of the day, and of when a file was `written`. None where
    nothing is known.

    A stated update comes before the time of the file: a checkout and a copy make every file new.
    """
    stated = [found for text in _stated(track) if text and (found := parse_instant(text)) is not None]
    newest = max((each for each in stated if each.at <= now), key=lambda each: each.at, default=None)
    end = newest.at + timedelta(days=newest.date_only) if newest is not None else None
    is_exact = newest is not None and not newest.date_only and track.updated is not None
    if written is not None and not is_exact and (end is None or written > end):
        return SignOfWork(written, stated=False)
    return SignOfWork(end, stated=True) if end is not None else None


def _stated(track: Track) -> Iterator[str | None]:
    yield track.updated
    if track.position.last_activity is not None:
        yield track.position.last_activity.date
    yield from (each.read_at for each in track.thresholds)
    yield from (at for each in track.sessions for at in (each.started, each.ended))


def with_silence(project: Project, written: Mapping[str, datetime], now: datetime, minutes: int) -> Project:
    """The project with the silence of each track whose work is under way and whose last sign of life is `minutes` old.

    `written` is when the files of a track were written last, by `Track.key`; 0 minutes: no track is ever silent.
    """
    found = {track.key: _silence(track, written.get(track.key), now, minutes) for track in project.tracks}
    if not any(found.values()):
        return project
    return replace(project, tracks=tuple(replace(each, silence=found[each.key]) for each in project.tracks))


def next_silence(project: Project, written: Mapping[str, datetime], now: datetime, minutes: int) -> datetime | None:
    """When the next track will be silent if nothing is heard of it."""
    at_work = (each for each in project.tracks if minutes and each.silence is None and is_under_way(each))
    signs = (last_sign(each, written.get(each.key), now) for each in at_work)
    return min((each.at + timedelta(minutes=minutes) for each in signs if each is not None), default=None)


def _silence(track: Track, written: datetime | None, now: datetime, minutes: int) -> Silence | None:
    sign = last_sign(track, written, now) if minutes and is_under_way(track) else None
    if sign is None or now - sign.at < timedelta(minutes=minutes):
        return None
    return Silence(since=write_instant(sign.at.astimezone(UTC).replace(microsecond=0)), stated=sign.stated)


def is_under_way(track: Track) -> bool:
    """Whether somebody should be at work: not where every phase is over, nor where the present one failed and no other
    goes on; nor where the files only say how far the work has come, as those do that state no use.
    """
    if track.position.status != "in_progress" or track.counts_use or all_behind(track.position, track.phases):
        return False
    here = track.position.phase.id if track.position.phase is not None else None
    failed = any(each.id == here and has_failed(each.status) for each in track.phases if here is not None)
    return not failed or any(is_going_on(each.status) for each in track.phases)
