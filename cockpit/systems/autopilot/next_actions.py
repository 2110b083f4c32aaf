"""What comes next, where a section of its own says it: a command in a code fence, or the first of its entries."""

from cockpit.documents.markdown import Section
from cockpit.documents.text import split_lines
from cockpit.systems.autopilot.vocabulary import command_in
from cockpit.systems.reading.entry_lists import texts_in
from cockpit.systems.reading.outline import Outline
from cockpit.systems.reading.values import Value


def next_action_in(section: Section | None, outline: Outline) -> Value | None:
    """The first command of the section's fences, else its first entry; the others stay unread."""
    if section is None:
        return None
    for fence in section.fences():
        for offset, line in enumerate(split_lines(fence.text), start=1):
            if command := command_in(line.partition("#")[0]):
                outline.taken.take_if(command == line.strip(), fence.line + offset)
                return Value(command, fence.line + offset)
    found = texts_in(section, outline)
    for value in found[1:]:
        outline.taken.keep(value.line)
    return found[0] if found else None
