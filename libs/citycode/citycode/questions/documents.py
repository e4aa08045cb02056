"""What papers the law demands, and what is lacking in one."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from citycode.elements.documents import Document, looked_through
from citycode.facts import Facts
from citycode.questions.errors import UnknownElement
from citycode.questions.ground import asked, missing_facts
from citycode.results.documents import DocumentCheck, DocumentRule, Paper

if TYPE_CHECKING:
    from citycode.program import Program


def documents(program: Program, on: date) -> tuple[DocumentRule, ...]:
    """Documents proper, and submittals and notices whose contents the law names."""
    return tuple(replace(each.rule, law_date=on) for each in program.edition(on).all(Document))


def document(program: Program, document_id: str, on: date) -> Document:
    """With its rule dated. Raises UnknownElement."""
    in_force = program.edition(on).all(Document)
    for each in in_force:
        if each.rule.id == document_id:
            return replace(each, rule=replace(each.rule, law_date=on))
    raise UnknownElement(document_id, (each.rule.id for each in in_force))


def document_check(
    program: Program, document_id: str, paper: Paper, on: date, facts: Facts | None
) -> DocumentCheck:
    found = document(program, document_id, on)
    _, question = asked(program, facts, on)
    looked = looked_through(found, paper, question)
    return DocumentCheck(
        document=found.rule,
        applies=looked.applies,
        complete=looked.complete,
        issuer_accepted=looked.issuer_accepted,
        contents=looked.contents,
        missing=looked.missing,
        unsigned=looked.unsigned,
        not_done=looked.not_done,
        missing_facts=missing_facts(program, looked.facts),
        sentence=looked.sentence,
    )
