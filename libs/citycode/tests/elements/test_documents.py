"""Papers: what must stand in them, in which words, who signs, and what is done with them."""

import pytest
from citycode import Facts, UnknownElement
from citycode.results.documents import DocumentCheck, Paper, PaperError

from libs.citycode.tests.lawbooks import TODAY, shed, shed_facts

WARNING = 'YOU MUST REMOVE  THE "SHED".'
ORDER = {"what_is_wrong": True, "warning": WARNING}


def look(document: str, paper: Paper, facts: Facts | None = None) -> DocumentCheck:
    return shed().document_check(document, paper, TODAY, facts or shed_facts())


def whole_order(**changes: object) -> Paper:
    """An order with nothing lacking, but for `changes`."""
    made = {"holds": ORDER, "by": "clerk", "signed_by": frozenset({"clerk"})} | changes
    return Paper(**{"done": frozenset({"recorded", "posted"})} | made)  # type: ignore[arg-type]


def test_a_whole_paper_is_complete() -> None:
    answer = look("bf-shed-order", whole_order())

    assert (answer.complete, answer.missing, answer.unsigned, answer.not_done) == (True, (), (), ())
    assert answer.issuer_accepted is True
    assert answer.sentence == "Everything the law demands is there."


def test_everything_that_is_lacking_is_told_at_once() -> None:
    answer = look("bf-shed-order", Paper({"what_is_wrong": False}, by="owner"))

    assert answer.complete is False
    assert answer.missing == ("what is wrong", "warning")
    assert (answer.unsigned, answer.not_done) == (("clerk",), ("recorded", "posted"))
    assert answer.issuer_accepted is False
    assert answer.sentence == (
        "It lacks what is wrong and warning. It is not signed by Clerk. "
        "It is not yet recorded: with the county recorder. It is not yet posted: on the door. "
        "It must come from Clerk."
    )


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("YOU MUST REMOVE THE “SHED”.", True),
        (WARNING, True),
        (True, True),
        ("You must remove the shed.", False),
        ("", False),
    ],
)
def test_fixed_words_are_those_of_the_law(text: str | bool, held: bool) -> None:
    warning = look("bf-shed-order", whole_order(holds={**ORDER, "warning": text})).contents[1]

    assert warning.held is held
    assert (warning.wrong is not None) is (not held and bool(text))
    assert (warning.wording, warning.rule) == ("YOU MUST REMOVE THE “SHED”.", "bf-shed-warning")


@pytest.mark.parametrize(("size", "complete"), [(13.9, False), (14, True), (14.1, True), (None, None)])
def test_more_may_be_demanded_of_a_thing_than_that_it_stands_there(
    size: float | None, complete: bool | None
) -> None:
    answer = look("bf-shed-order", whole_order(), shed_facts(shed_area_sqft=size))

    assert answer.complete is complete
    assert [each.name for each in answer.missing_facts] == (["shed_area_sqft"] if size is None else [])


REQUEST = {"full_name": True, "address": True, "telephone": True, "deed": True}


@pytest.mark.parametrize(
    ("without", "missing"),
    [("telephone", ("telephone number",)), ("deed", ("proof of title",)), ("address", ("address",))],
)
def test_the_label_of_what_is_missing(without: str, missing: tuple[str, ...]) -> None:
    holds = {item: item != without for item in REQUEST}

    assert look("bf-shed-transfer-request", Paper(holds)).missing == missing


def test_of_several_things_one_will_do() -> None:
    holds = {**REQUEST, "deed": False, "lease": True}

    assert look("bf-shed-transfer-request", Paper(holds)).missing == ()


@pytest.mark.parametrize(
    ("movable", "missing", "complete"), [(False, (), True), (True, ("reason",), False), (None, (), None)]
)
def test_a_thing_that_is_needed_only_sometimes(
    movable: bool | None, missing: tuple[str, ...], complete: bool | None
) -> None:
    paper = Paper(REQUEST, signed_by=frozenset({"buyer"}))

    answer = look("bf-shed-transfer-request", paper, shed_facts(movable=movable))

    assert (answer.missing, answer.complete) == (missing, complete)


@pytest.mark.parametrize(
    ("by", "accepted"), [("owner", True), ("buyer", True), ("clerk", False), (None, None)]
)
def test_who_may_file_it(by: str | None, accepted: bool | None) -> None:
    assert look("bf-shed-transfer-request", Paper(REQUEST, by=by)).issuer_accepted is accepted


def test_the_contents_of_a_notice_are_a_paper_too() -> None:
    answer = look("bf-shed-violation", Paper({"order_to_mend_it": True}))

    assert (answer.document.kind, answer.missing) == ("notice", ("description of the violation",))


@pytest.mark.parametrize(
    ("paper", "pointer"),
    [
        (Paper({"warnings": True}), "/contains/warnings"),
        (Paper({}, signed_by=frozenset({"owner"})), "/signed_by"),
        (Paper({}, done=frozenset({"kept"})), "/done"),
    ],
)
def test_what_the_law_does_not_ask_is_refused(paper: Paper, pointer: str) -> None:
    with pytest.raises(PaperError) as refused:
        look("bf-shed-order", paper)
    assert refused.value.pointer == pointer


def test_an_unknown_paper_names_the_known() -> None:
    with pytest.raises(UnknownElement) as refused:
        look("bf-shed-placard", Paper())
    assert "bf-shed-order" in refused.value.known


@pytest.mark.parametrize(
    ("historic", "sentence"),
    [
        (False, "Does not apply: historic: no."),
        (True, "It lacks telephone number."),
        (None, "Whether it is needed is not known yet. It lacks telephone number."),
    ],
)
def test_a_paper_the_law_does_not_ask_for_is_not_said_to_lack_anything(
    historic: bool | None, sentence: str
) -> None:
    paper = Paper({**REQUEST, "telephone": False}, signed_by=frozenset({"buyer"}))

    answer = look("bf-shed-transfer-request", paper, shed_facts(historic=historic, movable=False))

    assert (answer.applies, answer.sentence) == (historic, sentence)
