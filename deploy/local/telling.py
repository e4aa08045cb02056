"""Requests and answers as text: picked, compact, indented."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

INDENT = "    "


def told(
    role: str | None,
    method: str,
    path: str,
    body: Any,
    status: int,
    shown: Any,
    *,
    sent: Mapping[str, str],
    came: Mapping[str, str],
) -> str:
    """Give a request and its answer as text, with the headers `sent` and those that `came`."""
    lines = [f"  {method} {path}" + (f"   ({role.replace('_', ' ')})" if role else "")]
    lines += [f"{INDENT}{name}: {value}" for name, value in sent.items()]
    if body is not None:
        lines += indented(body)
    lines.append(f"  → {status}")
    lines += [f"{INDENT}{name}: {value}" for name, value in came.items()]
    if shown is not None:
        lines += indented(shown)
    return "\n".join(lines) + "\n\n"


def indented(value: Any) -> list[str]:
    """Give JSON in lines; what fits into one line stands in one."""
    return [INDENT + line for line in compact(value).splitlines()]


def compact(value: Any, width: int = 110) -> str:
    """Give JSON that breaks only what does not fit into `width`."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) <= width or not isinstance(value, dict | list) or not value:
        return flat
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {compact(item, width - 2)}" for key, item in value.items()]
        opening, closing = "{", "}"
    elif not any(isinstance(item, dict | list) for item in value):
        return filled([json.dumps(item, ensure_ascii=False) for item in value], width)
    else:
        parts = [compact(item, width - 2) for item in value]
        opening, closing = "[", "]"
    inside = ",\n".join(parts).replace("\n", "\n  ")
    return f"{opening}\n  {inside}\n{closing}"


def filled(items: Sequence[str], width: int) -> str:
    """Give a JSON list with as many items in each line as fit."""
    lines = [""]
    for place, item in enumerate(items):
        piece = item if place == len(items) - 1 else f"{item}, "
        if len(lines[-1]) + len(piece) > width and lines[-1]:
            lines.append("")
        lines[-1] += piece
    inside = "\n  ".join(line.rstrip() for line in lines)
    return f"[\n  {inside}\n]"


def picked(node: Any, paths: Sequence[str]) -> Any:
    """Give the members that dotted `paths` name, in that order; a list gives those of each of its items."""
    return _picked(node, [path.split(".") for path in paths])


def _picked(node: Any, paths: list[list[str]]) -> Any:
    if any(not path for path in paths):
        return node
    if isinstance(node, list):
        return [_picked(item, paths) for item in node]
    if not isinstance(node, dict):
        return node
    chosen: dict[str, list[list[str]]] = {}
    for first, *rest in paths:
        chosen.setdefault(first, []).append(rest)
    return {name: _picked(node[name], rests) for name, rests in chosen.items() if name in node}


def at(body: Any, path: str) -> Any:
    """Give what stands at a dotted path (`items.0.id`), None when nothing does."""
    for step in path.split("."):
        if isinstance(body, list) and step.isdecimal() and int(step) < len(body):
            body = body[int(step)]
        elif isinstance(body, dict):
            body = body.get(step)
        else:
            return None
    return body
