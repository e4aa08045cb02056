"""Query parameters: never silently ignored. An unknown one, or one given twice where one is meant, is 422."""

from __future__ import annotations

from collections import Counter
from difflib import get_close_matches
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from fastapi import Request
from fastapi.dependencies.models import Dependant
from pydantic import BaseModel

from servicekit.problems import FieldError, Unprocessable, pointer

# By identity of the route's dependency tree, which is kept alive beside its answer.
_KNOWN: dict[int, tuple[Dependant, dict[str, bool]]] = {}


def refuse_unknown_parameters(request: Request) -> None:
    """Raise Unprocessable naming each query parameter that the matched route does not take, or not twice."""
    given = request.scope["query_string"]
    if not given:
        return
    known = query_parameters(matched_dependant(request))
    counted = Counter(name for name, _ in request.query_params.multi_items())
    errors = [
        FieldError(pointer(name), _unknown(name, known), within="query")
        for name in counted
        if name not in known
    ]
    errors += [
        FieldError(pointer(name), "Give this parameter once.", within="query")
        for name, times in counted.items()
        if times > 1 and known.get(name) is False
    ]
    if errors:
        raise Unprocessable("The address carries parameters this operation does not take.", errors=errors)


def matched_dependant(request: Request) -> Dependant:
    """Give the dependency tree of the route that matched, included routers' dependencies too."""
    context = request.scope.get("fastapi", {}).get("effective_route_context")
    dependant: Dependant = (context or request.scope["route"]).dependant
    return dependant


def query_parameters(dependant: Dependant) -> dict[str, bool]:
    """Give the names of the query parameters a route takes, each with whether it may be repeated."""
    kept = _KNOWN.get(id(dependant))
    if kept is None or kept[0] is not dependant:
        kept = (dependant, _collected(dependant))
        _KNOWN[id(dependant)] = kept
    return kept[1]


def _collected(dependant: Dependant) -> dict[str, bool]:
    known = {}
    for field in dependant.query_params:
        annotation = field.field_info.annotation
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            for name, inner in annotation.model_fields.items():
                known[inner.alias or name] = _is_list(inner.annotation)
        else:
            known[field.alias] = _is_list(annotation)
    for dependency in dependant.dependencies:
        known |= _collected(dependency)
    return known


def _unknown(name: str, known: dict[str, bool]) -> str:
    near = get_close_matches(name, known, n=1)
    if near:
        return f"Unknown parameter; did you mean {near[0]}?"
    return f"Unknown parameter; known here: {', '.join(sorted(known)) or 'none'}."


def _is_list(annotation: Any) -> bool:
    origin = get_origin(annotation)
    if origin is Annotated:
        return _is_list(get_args(annotation)[0])
    if origin in (Union, UnionType):
        return any(_is_list(part) for part in get_args(annotation))
    return (origin or annotation) in (list, tuple, set, frozenset)
