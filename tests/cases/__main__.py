"""`python -m tests.cases [SYSTEM/NAME ...]`: write anew what is said; read the difference before committing."""

import os
import sys
import tempfile
from pathlib import Path

import tests.conftest  # noqa: F401 - waiting and drawing as in the tests
from cockpit.agents.environment import AGENT_VARIABLES
from tests.cases import CASES, NO_STATE, names
from tests.cases.test_cases import GIVEN, now


def renew(name: str) -> None:
    """Write anew what is said of a case; what is said no more goes."""
    with tempfile.TemporaryDirectory() as folder:
        texts = dict(now(name, Path(folder)))
    for path in (CASES / name).iterdir():
        if path.name not in texts and path.name not in GIVEN:
            path.unlink()
    for file, text in texts.items():
        (CASES / name / file).write_text(text, "utf-8", newline="\n")


with tempfile.TemporaryDirectory() as home:
    for variable in (*AGENT_VARIABLES, "NO_COLOR"):
        os.environ.pop(variable, None)
    os.environ |= {f"COCKPIT_{name}_DIR": f"{home}/{name}" for name in ("CONFIG", "STATE", "CACHE")}
    os.environ |= {"HOME": home, "TZ": "UTC"}
    for each in sys.argv[1:] or names(NO_STATE):
        renew(each)
        print(each)  # noqa: T201 - which is done
