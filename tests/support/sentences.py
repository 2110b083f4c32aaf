"""All that the program says, read from its code: `{}` stands for a value, as in `{} exists.`."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_TEXT_AT = {"Message": 1, "CommandError": 1, "ThemeError": 1, "Problem": 2, "say": 0, "complain": 0, "runnable": 0}
"""Who says something: the place of the sentence among what is given."""


@cache
def _nodes() -> tuple[tuple[str, ast.Call | ast.Tuple | ast.ClassDef], ...]:
    """Every node of the program that may say something, or whose class is one that does, with the path of its module;
    the rest of a module is not kept."""
    paths = [path for top in ("cockpit", "widgets", "themes") for path in sorted((ROOT / top).rglob("*.py"))]
    trees = ((path.relative_to(ROOT).as_posix(), ast.parse(path.read_text("utf-8"))) for path in paths)
    return tuple((path, node) for path, tree in trees for node in ast.walk(tree)
                 if isinstance(node, ast.Call | ast.Tuple | ast.ClassDef))  # fmt: skip


def calls() -> Iterator[tuple[str, str, ast.Call]]:
    """Each call in the program: where, and of what."""
    for path, node in _nodes():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield f"{path}:{node.lineno}", node.func.id, node


@cache
def sentences() -> Mapping[str, str]:
    """The sentences in the code, by their place."""
    speakers = {**_TEXT_AT, **dict.fromkeys(_kinds_of("CommandError"), 1)}
    found: dict[str, str] = {}
    for place, name, call in calls():
        said = call.args[speakers[name] :][:1] if name in speakers else []
        said += [keyword.value for keyword in call.keywords if keyword.arg == "hint"]
        for text in (words for each in said for words in _written(each)):
            found[f"{place} {text}"] = text
    for path, node in _nodes():
        match node:
            case ast.Tuple(elts=[ast.Constant(value=str(code)), text]) if _is_code(code):
                found |= {f"{path}:{node.lineno} {words}": words for words in _written(text)}
    return found


def _kinds_of(base: str) -> set[str]:
    """The names of the classes below this one."""
    classes = [node for _, node in _nodes() if isinstance(node, ast.ClassDef)]
    below = {each.name for each in classes if any(isinstance(of, ast.Name) and of.id == base for of in each.bases)}
    return below | {name for each in below for name in _kinds_of(each)}


def _is_code(text: str) -> bool:
    group, dot, name = text.partition(".")
    return bool(dot) and group.isidentifier() and name.replace("-", "a").isalnum()


def _written(node: ast.expr) -> Iterator[str]:
    """What an expression says: the two of a choice, and nothing where it is said elsewhere."""
    match node:
        case ast.IfExp():
            yield from _written(node.body)
            yield from _written(node.orelse)
        case ast.Constant(value=str(text)) if text:
            yield text
        case ast.JoinedStr(values=parts):
            yield "".join(map(_part, parts))


def _part(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.FormattedValue(value=ast.Call(func=ast.Name(id="command"), args=words)):
            return f"`cockpit {' '.join(map(_part, words))}`"
    return "{}"
