"""Messages about the values of the model."""

TEXTS: dict[str, str] = {
    # Refusals
    "nothing-changed": "{why}. Nothing changed.",
    "needs-confirmation": "{why:.} {way:.}",
    # Refusals of the fields of a handoff, from JSON or a form
    "no-such-handoff-field": "A handoff has no field {name!r}. Fields: {known:,}.",
    "no-such-row-field": "A row of `completed` has no field {name!r}. Fields: id, name, commit, state, files.",
    "row-not-an-object": "Each row of `completed` must be an object with id, name, commit and state.",
    "field-not-a-list": "{name} must be a list.",
    "field-not-text": "{name} must be text.",
    "field-not-one-of": "{name} must be {words:or}, not {value}.",
}
