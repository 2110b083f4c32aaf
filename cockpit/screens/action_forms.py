"""The form of an action: the fields that its record says it takes, and the intent that the answers make."""

from collections.abc import Mapping, Sequence

from cockpit.actions import BY_ID, Field
from cockpit.model import Track
from cockpit.project.systems import known_error_types
from cockpit.rules.intended import intended
from cockpit.rules.thresholds.metrics import typed_amount
from cockpit.screens.acting import ActionRunner, Form, FormLine
from cockpit.wording.messages import Words
from cockpit.wording.numbers import whole_number
from cockpit.wording.phrases import either

_NUMBERS = {"amount": typed_amount, "count": whole_number}
_NOTHING: Mapping[str, str] = {}


def ask_for(
    runner: ActionRunner,
    track: Track,
    action: str,
    asked: Sequence[str],
    given: Mapping[str, object] = _NOTHING,
    *,
    title: str = "",
    about: str = "",
    item: str = "",
    proposed: Mapping[str, str] = _NOTHING,
) -> None:
    """Ask for fields of an action by name, then carry it out with the answers and with what is `given` besides."""
    record = BY_ID[action]
    fields = {each.name: each for each in record.fields if each.name in asked}
    called = {"text": title or record.label}
    entries = [_line(fields[name], called.get(name, name), track, proposed.get(name, "")) for name in asked]
    form = Form(title=title or record.tooltip, entries=entries, about=about, item=item)
    runner.ask(
        track,
        form,
        lambda answers: intended(action, {**given, **{name: _value(fields[name], answers[name]) for name in asked}}),
    )


def _line(field: Field, called: str, track: Track, proposed: str) -> FormLine:
    label = called.replace("_", " ").capitalize()
    hint = field.help.replace("`", "")
    if field.kind == "file":
        hint = f"{hint}; several separated by commas"
    kinds = known_error_types(track) if field.completes == "error-type" else field.choices
    return FormLine(
        field.name,
        label,
        proposed,
        hint=", ".join(kinds) or hint,
        required=field.required,
        check=lambda typed: _wrong(label, field, typed),
    )


def _value(field: Field, typed: str) -> object:
    """What was typed as the value that is meant; None or an empty list for nothing."""
    if field.kind in _NUMBERS:
        return _NUMBERS[field.kind](typed)
    if field.choices:
        return typed.casefold()
    if field.repeat:
        parts = typed.split(",") if field.kind == "file" else [typed]
        return [part.strip() for part in parts if part.strip()]
    return typed or None


def _wrong(label: str, field: Field, typed: str) -> Words | None:
    """What is wrong with what was typed; None where it can be meant."""
    if not typed:
        return None
    if field.choices and typed.casefold() not in field.choices:
        return f"{label} must be {either(field.choices)}."
    if field.kind in _NUMBERS and _value(field, typed) is None:
        whole = "a whole number, for example 1200" if field.kind == "count" else "a number"
        return f"{label} must be {whole}."
    return None
