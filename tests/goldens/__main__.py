"""`python -m tests.goldens`: write all goldens anew; read the difference before committing it."""

import os
import tempfile

import tests.conftest  # noqa: F401 - waiting and drawing as in the tests
from cockpit.agents.environment import AGENT_VARIABLES
from tests.goldens.made import renew

with tempfile.TemporaryDirectory() as home:
    for name in (*AGENT_VARIABLES, "NO_COLOR"):
        os.environ.pop(name, None)
    os.environ |= {f"COCKPIT_{name}_DIR": f"{home}/{name}" for name in ("CONFIG", "STATE", "CACHE")}
    os.environ |= {"HOME": home, "TZ": "UTC"}
    renew(print)
