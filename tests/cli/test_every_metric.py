"""Every metric of `METRICS` works from beginning to end in a new track of Project Autopilot."""

import json
from pathlib import Path

import pytest

from cockpit.rules.thresholds.metrics import METRICS, Metric
from tests.cli.conftest import Run


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_it_is_set_read_held_at_its_stop_and_explained(run: Run, tmp_path: Path, metric: Metric) -> None:
    assert run("init", "autopilot", "--title", "Harbour", "-C", tmp_path).code == 0
    stop = metric.limits[2]
    assert run("set", f"{metric.name}={stop!s}", "-C", tmp_path).code == 0
    (track,) = json.loads(run("status", "--json", "-C", tmp_path).out)["tracks"]
    (found,) = [each for each in track["thresholds"] if each["metric"] == metric.name]
    assert (found["value"], found["level"]) == (stop, "stop")
    assert run("check", "-C", tmp_path).code == 30
    refused = run("ack", metric.name, "-C", tmp_path)
    assert (refused.code, refused.out, refused.err.count("\n")) == (1, "", 1)
    assert "stop" in run("status", metric.name, "-C", tmp_path).out
