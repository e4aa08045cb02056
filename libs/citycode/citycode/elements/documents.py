"""Papers: what must stand in them, and what is lacking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from citycode.elements.asking import Asked, Broken, holds, in_words, missing_names, sentence_of
from citycode.elements.cited import Cited
from citycode.elements.gates import why_not
from citycode.language import Expression, Missing
from citycode.results.documents import ContentCheck, ContentRule, DocumentRule, Paper, PaperError


@dataclass(frozen=True, slots=True)
class Content:
    """One thing a paper must hold: `when` it must, and what is further demanded of it (`require`)."""

    rule: ContentRule
    when: Expression | None
    require: Expression | None


@dataclass(frozen=True, slots=True)
class Document:
    """A paper of the law; `rule` is without its law date. Titles are those of offices and parties by name."""

    cited: Cited
    when: Expression | None
    rule: DocumentRule
    contents: tuple[Content, ...]
    titles: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Looked:
    """What was found of a paper; `facts` would tell what is open."""

    applies: bool | None
    complete: bool | None
    issuer_accepted: bool | None
    contents: tuple[ContentCheck, ...]
    missing: tuple[str, ...]
    unsigned: tuple[str, ...]
    not_done: tuple[str, ...]
    facts: tuple[str, ...]
    sentence: str


def looked_through(document: Document, paper: Paper, asked: Asked) -> Looked:
    """Everything that is lacking, not the first. Raises PaperError for what the law does not ask of it."""
    _require_known(document, paper)
    applies = holds(document.when, asked)
    checks = content_checks(document.contents, paper, asked)
    rule = document.rule
    lacking = tuple(each.label for each in checks if each.applies is not None and each.held is False)
    unsigned = tuple(each for each in rule.signed_by if each not in paper.signed_by)
    not_done = tuple(each for each, _ in rule.places if each not in paper.done)
    accepted = paper.by in rule.issued_by if paper.by is not None and rule.issued_by else None
    facts = dict.fromkeys(name for each in checks for name in each.missing)
    if isinstance(applies, Missing):
        facts |= dict.fromkeys(missing_names(applies))
    wrong = bool(lacking or unsigned or not_done) or accepted is False
    complete = False if wrong else None if any(_open(each) for each in checks) else True
    applied = None if isinstance(applies, Missing | Broken) else applies
    return Looked(
        applied,
        complete,
        accepted,
        checks,
        lacking,
        unsigned,
        not_done,
        tuple(facts),
        _told(document, applies, asked, _sentence(document, lacking, unsigned, not_done, accepted, complete)),
    )


def _told(document: Document, applies: bool | Missing | Broken, asked: Asked, found: str) -> str:
    """What was found, unless the law does not ask for the paper; where that is open, it is said first."""
    if applies is False and document.when is not None:
        return sentence_of(why_not(document.when, asked))
    return found if applies is True else f"Whether it is needed is not known yet. {found}"


def content_checks(contents: Sequence[Content], paper: Paper, asked: Asked) -> tuple[ContentCheck, ...]:
    return tuple(_content(each, paper, asked) for each in contents)


def _open(check: ContentCheck) -> bool:
    """Can it not be told whether it is lacking?"""
    return check.held is None and check.applies is not False


def _content(content: Content, paper: Paper, asked: Asked) -> ContentCheck:
    rule = content.rule
    applies = holds(content.when, asked)
    if applies is False:
        return ContentCheck(rule.item, rule.label, False, None, rule.wording, None, (), rule.rule)
    names = missing_names(applies) if isinstance(applies, Missing) else ()
    held, wrong = _held(rule, paper)
    if held and content.require is not None:
        more = holds(content.require, asked)
        if more is False:
            held, wrong = False, in_words(content.require, asked)[0]
        elif more is not True:
            held = None
            names = (*names, *(missing_names(more) if isinstance(more, Missing) else ()))
    told = True if applies is True else None
    if told is None and not held:
        held = None
    return ContentCheck(
        rule.item, rule.label, told, held, rule.wording, wrong, tuple(dict.fromkeys(names)), rule.rule
    )


def _held(rule: ContentRule, paper: Paper) -> tuple[bool | None, str | None]:
    """Whether it stands there; fixed wording is compared but for spaces and kinds of quotation marks."""
    items = [rule.item, *(item for item, _ in rule.any_of)]
    stated = [paper.holds[each] for each in items if paper.holds.get(each)]
    if not stated:
        return False, None
    if rule.wording is None or stated[0] is True:
        return True, None
    if _bare(str(stated[0])) == _bare(rule.wording):
        return True, None
    return False, "Its wording is not that of the law."


def _bare(text: str) -> str:
    return " ".join(text.translate(QUOTES).split()).strip('"')


QUOTES = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'"})


def _require_known(document: Document, paper: Paper) -> None:
    rule = document.rule
    known = tuple(item for each in rule.contents for item in (each.item, *(item for item, _ in each.any_of)))
    for item in paper.holds:
        if item not in known:
            raise PaperError(f"/contains/{item}", item, known)
    for each in sorted(paper.signed_by - set(rule.signed_by)):
        raise PaperError("/signed_by", each, rule.signed_by)
    places = tuple(each for each, _ in rule.places)
    for each in sorted(paper.done - set(places)):
        raise PaperError("/done", each, places)


def _sentence(
    document: Document,
    lacking: Sequence[str],
    unsigned: Sequence[str],
    not_done: Sequence[str],
    accepted: bool | None,
    complete: bool | None,
) -> str:
    titles = dict(document.titles)
    said = []
    if lacking:
        said.append(f"It lacks {_listed(lacking)}.")
    if unsigned:
        said.append(f"It is not signed by {_listed([titles.get(each, each) for each in unsigned])}.")
    places = dict(document.rule.places)
    said += [f"It is not yet {each}: {places[each]}." for each in not_done]
    if accepted is False:
        named = [titles.get(each, each) for each in document.rule.issued_by]
        said.append(f"It must come from {' or '.join(named)}.")
    if not said:
        said.append(
            "Everything the law demands is there."
            if complete
            else "It cannot be told yet whether something is lacking."
        )
    return " ".join(sentence_of(each) for each in said)


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
