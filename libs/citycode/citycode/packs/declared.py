"""The elements of a program file as declared: each with its versions, values and lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from citycode.elements.spans import Span
from citycode.packs.errors import ErrorLog
from citycode.packs.kinds import BY_KEY
from citycode.packs.models.element import Element
from citycode.packs.models.judging import TableSpec, TrackSpec
from citycode.packs.models.parts import Cite
from citycode.packs.rule_texts import RuleText
from citycode.packs.timeline import Dated, in_sequence, life_of, resolve_span
from citycode.packs.tree import Branch, Leaf, Node, Row
from citycode.packs.validation import read_as
from citycode.packs.values import Values, read_values


@dataclass(frozen=True, slots=True)
class Version:
    """One version of an element: its model, where it was read, and its values through time."""

    spec: Element | TrackSpec | TableSpec
    node: Branch
    values: Values


@dataclass(frozen=True, slots=True)
class Home:
    """The law an element comes from where it is not the program's own: how it is cited, what its offices are
    called, where its errors belong, and what a reader must know of all its elements.
    """

    law: str
    cite: Cite
    texts: Mapping[str, RuleText]
    offices: Mapping[str, str]
    notes: tuple[str, ...]
    log: ErrorLog


@dataclass(frozen=True, slots=True)
class Declared:
    """`key` is the list it stands in, `name` its id there (a table's is its name, a track's its word).

    `home` is None for the program's own elements.
    """

    key: str
    kind: str
    name: str
    line: int
    versions: tuple[Dated[Version], ...]
    home: Home | None = None

    @property
    def rule_id(self) -> str | None:
        """The id of the inventory, perhaps with dotted suffix; None for a table without one."""
        spec = self.versions[0].item.spec
        return spec.by_rule if isinstance(spec, TrackSpec) else spec.id

    @property
    def life(self) -> Span:
        return life_of(self.versions)


def read_elements(tree: Branch, amendments: Mapping[str, date], log: ErrorLog) -> list[Declared]:
    """Every element of the file in its order; those that cannot be read are in `log`."""
    declared: list[Declared] = []
    for key, node in tree.items.items():
        if key in BY_KEY:
            for name, entry in _entries(key, node, log):
                each = _declared(key, name, entry, amendments, log)
                if each is not None:
                    declared.append(each)
    _refuse_twice(declared, log)
    return declared


def _entries(key: str, node: Node, log: ErrorLog) -> Sequence[tuple[str | None, Branch]]:
    if BY_KEY[key].named:
        if isinstance(node, Branch):
            return [(name, each) for name, each in node.items.items() if _is_mapping(each, key, log)]  # type: ignore[misc]
        log.add(node.line, f"`{key}` must be a mapping of names to {key}", f"Write `{key}: {{name: {{…}}}}`.")
        return []
    if isinstance(node, Row):
        return [(None, each) for each in node.items if _is_mapping(each, key, log)]  # type: ignore[misc]
    log.add(node.line, f"`{key}` must be a list", f"Begin each {BY_KEY[key].singular} with `- id:`.")
    return []


def _is_mapping(node: Node, key: str, log: ErrorLog) -> bool:
    if isinstance(node, Branch):
        return True
    log.add(node.line, f"An entry of `{key}` must be a mapping", "Write `{id: …}` with its keys.")
    return False


def _declared(
    key: str, name: str | None, entry: Branch, amendments: Mapping[str, date], log: ErrorLog
) -> Declared | None:
    told = name or _id_of(entry) or BY_KEY[key].singular
    dated: list[Dated[Version]] = []
    nodes = _versions(entry, told, log)
    for node in nodes:
        version = _version(key, node, amendments, log)
        if version is not None:
            dated.append(version)
    if not nodes or len(dated) < len(nodes) or not in_sequence(f"`{told}`", dated, log):
        return None
    return Declared(key, BY_KEY[key].singular, told, entry.line, tuple(dated))


def _id_of(entry: Branch) -> str | None:
    node = entry.items.get("id")
    return node.value if isinstance(node, Leaf) and isinstance(node.value, str) else None


def _versions(entry: Branch, told: str, log: ErrorLog) -> list[Branch]:
    """The element once per version, with the keys that version changes."""
    node = entry.items.get("versions")
    if node is None:
        return [entry]
    line = entry.key_lines["versions"]
    if (
        not isinstance(node, Row)
        or not node.items
        or not all(isinstance(each, Branch) for each in node.items)
    ):
        log.add(
            line, f"`versions` of `{told}` must be a list", "Write - {from: …, until: …, and what differs}."
        )
        return []
    for end in ("from", "until"):
        if end in entry.items:
            log.add(
                entry.key_lines[end],
                f"`{told}` has `{end}` beside `versions`",
                f"Move `{end}` into the versions.",
            )
            return []
    base = entry.without("versions")
    merged = []
    for each in node.items:
        assert isinstance(each, Branch)  # noqa: S101 – looked at above
        if "id" in each.items:
            log.add(
                each.key_lines["id"], "A version has no id of its own", "Remove it; the element's id holds."
            )
            return []
        merged.append(base.overlaid(each))
    return merged


def _version(key: str, node: Branch, amendments: Mapping[str, date], log: ErrorLog) -> Dated[Version] | None:
    spec = read_as(BY_KEY[key].model, node, log)
    if spec is None:
        return None
    assert isinstance(spec, Element | TrackSpec | TableSpec)  # noqa: S101
    span = resolve_span(spec.since, spec.until, amendments, node.line, log)
    if span is None:
        return None
    return Dated(
        span, node.line, Version(spec, node, read_values(node.items.get("values"), span, amendments, log))
    )


def _refuse_twice(declared: Sequence[Declared], log: ErrorLog) -> None:
    seen: dict[str, int] = {}
    for each in declared:
        name = each.name if each.key not in ("tracks", "tables") else f"{each.kind} {each.name}"
        if name in seen:
            log.add(
                each.line,
                f"The id `{each.name}` stands twice (first on line {seen[name]})",
                "Give the second a dotted suffix, or make both versions of one element.",
            )
        seen.setdefault(name, each.line)
