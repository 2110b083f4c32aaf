"""A git repository in which no framework keeps state: the limits that a person set, and a handoff."""

from typing import TYPE_CHECKING

from cockpit.model import Track
from cockpit.model.state import PLAIN_REPOSITORY
from cockpit.systems.interface import Candidate, Files, ReadContext
from cockpit.systems.plain_repository import is_here
from cockpit.systems.shared.limits_file import LIMITS_PATH
from cockpit.systems.shared.own_limits import FOLDER, RULES, STATE_PATH, KeepsOwnLimits, read_own
from cockpit.systems.shared.report import Report
from cockpit.wording.messages import Message

if TYPE_CHECKING:
    from cockpit.model.handoff_draft import HandoffDraft

KEEPS_LIMITS = Message(
    "repository.keeps-limits", "Plain repository: no framework keeps state here, it has limits and a handoff only."
)
_LACKS = ("position", "decisions", "blockers", "todos", "questions", "phases", "plan", "task", "next", "answer",
          "retries", "session", "archive", "state")  # fmt: skip


class PlainRepository(KeepsOwnLimits):
    """The system `plain-repository`."""

    id = PLAIN_REPOSITORY
    name = "Plain repository"
    state_folders: tuple[str, ...] = (FOLDER,)
    lacking = KEEPS_LIMITS
    begins = Message(
        "repository.begins-with-limit", "The first limit begins it: `cockpit limit cost.alert=10 cost.stop=20`."
    )

    def unwritten(self, files: Files) -> Candidate | None:
        """The track that the first limit begins in a repository."""
        return _CANDIDATE if files.confirmed(STATE_PATH) is not None else None

    def detect(self, files: Files, base: str = "") -> tuple[Candidate, ...]:
        """The repository itself."""
        return (_CANDIDATE,) if is_here(files, base) else ()

    def read(self, files: Files, candidate: Candidate, context: ReadContext) -> Track:
        """What a person confirmed holds; where the files say something else, that is a finding."""
        report = Report(RULES)
        thresholds, handoffs = read_own(files, report, context, has_phases=False)
        return Track(
            system=self.id,
            path=candidate.path,
            format="limits",
            documents=handoffs.documents(),
            thresholds=thresholds,
            handoff=handoffs.waiting,
            archived_handoffs=handoffs.archived,
            extra={"unread": [*handoffs.unread]} if handoffs.unread else {},
            findings=report.findings(),
            lacks=dict.fromkeys(_LACKS, KEEPS_LIMITS),
        )

    def draft(self, files: Files, candidate: Candidate, context: ReadContext) -> "HandoffDraft":
        """What a handoff would say now: why it is left."""
        from cockpit.model.handoff_draft import HandoffDraft
        from cockpit.rules.handoff.proposal import stated_draft

        return stated_draft(HandoffDraft(), self.read(files, candidate, context))


_CANDIDATE = Candidate(system=PlainRepository.id, path=LIMITS_PATH)
