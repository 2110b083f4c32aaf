"""What cockpit remembers for the person, `<config>/cockpit/preferences.toml`: the theme they chose in the program.

What stands in their settings, or on the command line, is stronger.
"""

from cockpit.storage import places, toml_file
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """What is remembered. `problems` are sentences about what in the file could not be used."""

    theme: str | None = None
    problems: tuple[str, ...] = ()


def load_preferences() -> Preferences:
    """What was remembered; nothing where there is no file or it cannot be read. Never raises."""
    path = places.preferences_file()
    try:
        theme = toml_file.read(path).get("theme")
    except toml_file.Unreadable as error:
        sentence = f"{path.name} cannot be read and is written anew with your next choice: {error}."
        return Preferences(problems=(sentence,))
    if theme is not None and not isinstance(theme, str):
        return Preferences(problems=(f"{path.name} gives theme {theme!r}, which is no name.",))
    return Preferences(theme=theme)


def remember_theme(name: str) -> str | None:
    """Remember the theme a person chose. The sentence to say where that cannot be done; else None."""
    from cockpit.storage.refusals import sentence

    path = places.preferences_file()
    try:
        known = toml_file.read(path)
    except toml_file.Unreadable:
        known = {}
    try:
        toml_file.write(path, {**known, "theme": name})
    except OSError as error:
        return f"{sentence(error, path.name)}; the theme is not remembered."
    return None
