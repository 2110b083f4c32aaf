"""What a fresh agent is to know: files, key implementations, open questions (seed, "Context for Resume")."""

from cockpit.systems.codewalk.entry import Entry
from cockpit.values import dataclass

FILES, CLAIMS, QUESTIONS = "files_modified_this_session", "key_implementations", "open_questions"


@dataclass(frozen=True, slots=True)
class ResumeContext:
    """The three lists, as they are written."""

    files: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()


def read_resume_context(entry: Entry) -> ResumeContext:
    """The lists below `resume_context`."""
    return ResumeContext(entry.texts(FILES), entry.texts(CLAIMS), entry.texts(QUESTIONS))
