"""`cockpit status METRIC`: value, limits, acknowledgment, and what the agent will do."""

import argparse

from cockpit.cli.context import local_now, project_of, taken_back, tracks_of
from cockpit.cli.output import columns, complain, say, say_json
from cockpit.model import Threshold, Track
from cockpit.model.errors import CommandError
from cockpit.project.notes import no_such_metric
from cockpit.rules.thresholds.acknowledgments import LAPSES
from cockpit.rules.thresholds.explain import UNTIL, explain, explain_conditions, label_of
from cockpit.rules.thresholds.metrics import metric_named

_ANSWERS = {True: "no", False: "yes", None: "unknown"}
"""How the JSON tells whether an acknowledgment has ended by something."""


def run(arguments: argparse.Namespace) -> int:
    """Print the reasons."""
    project = project_of(arguments)
    tracks = tracks_of(arguments, project)
    known_metric = metric_named(arguments.metric)
    name = known_metric.name if known_metric else arguments.metric
    found = [(track, each) for track in tracks for each in track.thresholds if each.metric == name]
    if not found:
        known = tuple(dict.fromkeys(each.metric for track in tracks for each in track.thresholds))
        raise CommandError(no_such_metric(arguments.metric, known))
    if lost := taken_back(arguments, project.root):
        complain(lost)
    if arguments.json:
        shown = [{"track": track.key, "metric": name, **_as_json(each, track)} for track, each in found]
        say_json(shown, secrets=arguments.secrets)
        return 0
    for number, (track, threshold) in enumerate(found):
        if number:
            say()
        _print(track, threshold)
    return 0


def _print(track: Track, threshold: Threshold) -> None:
    say(f"{threshold.metric} · {track.title or track.key}")
    columns((label_of(key), str(text)) for key, text in explain(threshold, track, local_now()))
    conditions = explain_conditions(threshold)
    if conditions:
        say(str(UNTIL))
        columns((str(condition), answer) for condition, answer in conditions)


def _as_json(threshold: Threshold, track: Track) -> dict[str, object]:
    acknowledgment = threshold.acknowledgment
    conditions = {
        LAPSES[each.name].key: _ANSWERS[each.holds] for each in (acknowledgment.conditions if acknowledgment else ())
    }
    lines = {key: str(text) for key, text in explain(threshold, track, local_now())}
    return {**lines, **({"conditions": conditions} if conditions else {})}
