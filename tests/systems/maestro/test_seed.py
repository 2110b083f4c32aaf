"""The examples of the seed document, with the values it gives."""

import re

import pytest

from cockpit.model import AgentTokens, Phase, Tokens
from tests.support.maestro_sessions import HEAD, PHASES, SHARED, read, session

SEED = SHARED / "seeds" / "maestro-session-management.md"
TOKENS = """token_usage:
  total_input: 15000
  total_output: 8000
  total_cached: 3000
  by_agent:
    coder:
      input: 8000
      output: 4000
      cached: 2000
    tester:
      input: 7000
      output: 4000
      cached: 1000
"""


def test_token_usage() -> None:
    track = read(session(HEAD + TOKENS + PHASES))
    assert track.tokens == Tokens(
        input=15000,
        output=8000,
        cached=3000,
        by_agent={
            "coder": AgentTokens(input=8000, output=4000, cached=2000),
            "tester": AgentTokens(input=7000, output=4000, cached=1000),
        },
    )
    assert track.findings == ()


def test_an_error_entry() -> None:
    entry = '    errors:\n      - agent: "a"\n        timestamp: "2026-02-09T10:00:00Z"\n        type: "dependency"\n'
    entry += '        message: "b"\n        resolution: "pending"\n        resolved: false\n    retry_count: 1\n'
    track = read(session(HEAD + PHASES.replace("    blocked_by: [1]\n", f"    blocked_by: [1]\n{entry}")))
    (error,) = track.errors
    assert (error.phase, error.agent, error.type, error.message) == ("2", "a", "dependency", "b")
    assert (error.resolution, error.resolved, error.at) == ("pending", False, "2026-02-09T10:00:00Z")
    assert track.phases[1].retry_count == 1


@pytest.mark.skipif(not SEED.exists(), reason="the seed documents do not lie beside the checkout")
def test_the_initial_template() -> None:
    found = re.search(r"### Initial State Template\s+```yaml\n(.*?)```", SEED.read_text("utf-8"), re.DOTALL)
    assert found is not None
    track = read(found[1].encode())
    assert (track.position.status_text, track.position.phase and track.position.phase.id) == ("in_progress", "1")
    assert track.phases == (
        Phase(id="1", name="<phase name from impl plan>", status="pending", parallel=False, retry_count=0),
    )
    assert track.tokens == Tokens(input=0, output=0, cached=0)
    assert track.resume_at is not None
    assert track.resume_at.phase == "1"
    assert track.extra["tier_by_rule"] is True
    assert track.title == "<Topic>"
