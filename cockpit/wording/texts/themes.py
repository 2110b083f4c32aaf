"""Why a colour theme cannot be used."""

TEXTS: dict[str, str] = {
    "no-such-theme": "No theme {theme!r}. `cockpit --theme ?` lists the themes.",
    "unreadable": "The theme {file} cannot be read: {reason}.",
    "no-utf-8": "The theme {file} cannot be read: it is not UTF-8 text.",
    "nested-too-deeply": "The theme {file} cannot be read: it is nested too deeply.",
    "table-missing": "The theme {file} has no [{table}] table.",
    "colour-missing": "The theme {file} names no {name} under [colors].",
    "unknown-name": "The theme {file} names {name!r}, which is not one of {known:,}.",
    "no-colour": "The theme {file} gives {name} the colour {stated}, which is not a colour.",
}
