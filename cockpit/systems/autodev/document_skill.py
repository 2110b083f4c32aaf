"""`_docs/02_document/state.json`, in which the Document skill keeps how far it is (formats/autodev.md C.4)."""

from collections.abc import Mapping
from typing import Any

from cockpit.rules.whole_numbers import whole_number
from cockpit.systems.autodev.artefacts import DOCUMENT
from cockpit.systems.autodev.report import Report
from cockpit.systems.reading.folder import Folder
from cockpit.systems.reading.scalars import text_of

NAME = f"{DOCUMENT}/state.json"


def read_document_state(folder: Folder, report: Report) -> Mapping[str, Any]:
    """What the skill's own state says; where its counts contradict each other, that is reported."""
    page = folder.json(NAME)
    if page is None or page.bad:
        return {}
    content = page.json_object
    total = whole_number(text_of(content.get("modules_total")))
    done, left = content.get("modules_documented"), content.get("modules_remaining")
    if total is not None and isinstance(done, list) and isinstance(left, list) and total != len(done) + len(left):
        message = f"modules_total is {total}; {len(done)} are documented and {len(left)} remain."
        report.add("document-state-mismatch", page.path, page.json.line_of(("modules_total",)), message)
    return dict(content)


def told_modules(content: Mapping[str, Any]) -> str | None:
    """How many modules are documented, in words; None where that is not told."""
    done, total = content.get("modules_documented"), whole_number(text_of(content.get("modules_total")))
    return f"{len(done)} of {total} modules documented" if isinstance(done, list) and total is not None else None
