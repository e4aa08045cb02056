"""What is refused at load: the column, what is wrong, and the mend."""

import pytest
from citycode.language import (
    Boolean,
    Date,
    Enum,
    ExpressionError,
    ListOf,
    Number,
    Scope,
    Text,
    Type,
    TypeSpecError,
    compile_expression,
    unit_named,
)

from .scopes import NAMES, SCOPE, number, refusal

REFUSED = [
    (
        "legal_holiday(notified_at)",
        15,
        "legal_holiday takes a date, not a point in time",
        "Check the argument.",
    ),
    ("   ", 1, "the expression is empty", "State a condition or a value."),
    ("lot_area >=", 11, "the expression breaks off", "Add what is missing after the last sign."),
    (
        "lot_area >= 1 2",
        15,
        "the expression cannot be read from here on",
        "Check for a missing operator, comma or quotation mark.",
    ),
    ("(a > 1", 1, "'(' is not closed", "Add ')'."),
    ("a > 1)", 6, "')' closes nothing", "Remove it or open the bracket."),
    ("'RR", 3, "a quotation is not closed", "Add the closing quotation mark."),
    ("lot_area ≥ 40", 10, "the character '≥' is not part of the language", "Write >=."),
    ("a × b", 3, "the character '×' is not part of the language", "Write *."),
    ("a && b", 3, "'&' is not used here", "Write and."),
    ("a || b", 3, "'|' is not used here", "Write or."),
    ("!p", 1, "'!' is not used here", "Write not."),
    ("a = 1", 3, "a single '=' does not compare", "Write ==."),
    ("a => 1", 3, "the signs are turned around", "Write >= or <=."),
    ("a <> 1", 3, "'<>' is not used here", "Write !=."),
    ("a > 1; b > 1", 6, "there is one expression only", "Join conditions with and, or state two elements."),
    ("a > 1 # note", 7, "a comment cannot stand inside an expression", "Put it into the pack."),
    ("$500", 1, "'$' is not used here", "Write the bare amount; the unit is declared with the value."),
    ("15%", 3, "'%' is not used here", "Write to_unit(15, 'percent') or 0.15."),
    ("p ? a : b", 3, "'?' is not used here", "Write value_if_true if condition else value_if_false."),
    (
        "0x10",
        1,
        "'0x10' is not a number of this language",
        "Write 40, 1000 or 0.25; a unit goes into to_unit(40, 'ft').",
    ),
    (
        "1e9",
        1,
        "'1e9' is not a number of this language",
        "Write 40, 1000 or 0.25; a unit goes into to_unit(40, 'ft').",
    ),
    (
        "1_000",
        1,
        "'1_000' is not a number of this language",
        "Write 40, 1000 or 0.25; a unit goes into to_unit(40, 'ft').",
    ),
    (
        "40acres",
        1,
        "'40acres' is not a number of this language",
        "Write 40, 1000 or 0.25; a unit goes into to_unit(40, 'ft').",
    ),
    (
        "12.",
        1,
        "'12.' is not a number of this language",
        "Write 40, 1000 or 0.25; a unit goes into to_unit(40, 'ft').",
    ),
    (
        "1j",
        1,
        "'1j' is not a number of this language",
        "Write 40, 1000 or 0.25; a unit goes into to_unit(40, 'ft').",
    ),
    (
        "007",
        1,
        "'007' is not a number of this language",
        "Write 40, 1000 or 0.25; a unit goes into to_unit(40, 'ft').",
    ),
    ("a ** 2", 1, "powers are not provided for", "Write x * x."),
    ("a // 2", 1, "'//' is not used here", "Write floor(a / b)."),
    ("a % 2", 1, "'%' is not used here", "Write to_unit(15, 'percent') or 0.15."),
    ("a & 1", 1, "'&' is not used here", "Write and."),
    ("a | 1", 1, "'|' is not used here", "Write or."),
    ("a ^ 2", 1, "'^' is not used here", "Write x * x for a square."),
    ("~a", 1, "'~' is not used here", "Write not."),
    ("a << 1", 1, "'<<' is not used here", "Write < or <=."),
    ("a @ b", 1, "'@' is not used here", "Write * for a product."),
    ("lambda: 1", 1, "functions cannot be made here", "Name the part as a measure."),
    ("walls[0]", 1, "items are not picked by position", "Use any(…), all(…) or an each over the list."),
    ("{1: 2}", 1, "lookups belong in tables", "Declare a table in the pack and read it as t.name."),
    ("f'{a}'", 1, "text is not put together here", "Write the wording itself between quotation marks."),
    (
        "[x for x in walls]",
        1,
        "a list is not built here",
        "Use sum(… for x in list), count, any, all, min or max.",
    ),
    (
        "{x for x in walls}",
        1,
        "a set is not built here",
        "Use sum(… for x in list), count, any, all, min or max.",
    ),
    ("(a := 1)", 2, "names are not given here", "Name the part as a measure or as the limit."),
    ("max(*setbacks)", 5, "'*' before a name is not used here", "Hand the list itself to the function."),
    ("round(a, places=2)", 1, "arguments have no names here", "Write the arguments in order."),
    (
        "yield a",
        1,
        "the expression cannot be read from here on",
        "Check for a missing operator, comma or quotation mark.",
    ),
    ("None", 1, "there is no None", "Ask whether a fact is known: x is not known."),
    ("b'x'", 1, "this is no number, wording, true or false", "Write 40, 'RR' or true."),
    ("...", 1, "this is no number, wording, true or false", "Write 40, 'RR' or true."),
    ("lot_aera >= 1", 1, "nothing is called 'lot_aera'", "Did you mean lot_area or lot_area_acres?"),
    ("v.min_lot >= 1", 1, "there is no v.min_lot", "Did you mean v.min_lot_acres?"),
    ("v >= 1", 1, "v is a group of names", "Write one of v.area, v.factor, v.min_lot_acres, v.share."),
    ("t >= 1", 1, "t is a group of names", "Write one of t.setback."),
    ("x.__class__", 1, "'__class__' is not a name of the law", "Names have single underscores."),
    ("a.__class__", 1, "'__class__' is not a name of the law", "Names have single underscores."),
    ("__import__('os')", 1, "'__import__' is not a name of the law", "Names have single underscores."),
    ("().__class__", 1, "'__class__' is not a name of the law", "Names have single underscores."),
    ("count(walls).real", 1, "only a name has fields", "Write name.field."),
    ("walls.length > 1", 1, "walls is a list; its items have fields", "Write sum(x.length for x in walls)."),
    ("w.lenght > 1", 1, "w has no field 'lenght'", "Did you mean length?"),
    ("lot_area.size > 1", 1, "lot_area is a number of sq ft without fields", "Use the name alone."),
    ("known", 1, "known stands alone", "Write x is known."),
    (
        "lot_area >= lot_area_acres",
        13,
        "sq ft and acres are put together",
        "Write to_unit(…, 'sqft') for the second, or",
    ),
    (
        "frontage >= lot_area",
        13,
        "ft and sq ft are put together",
        "They measure different things: check the facts,",
    ),
    (
        "lot_area >= stories",
        13,
        "sq ft and a plain number are put together",
        "Declare the plain number in sqft, or multiply it",
    ),
    (
        "fee >= lot_area",
        8,
        "dollars and sq ft are put together",
        "They measure different things: check the facts,",
    ),
    (
        "a > 'RR'",
        5,
        "a plain number and the wording 'RR' stand for the same thing",
        "Leave the quotation marks off a number.",
    ),
    (
        "zoning_district > 'AG'",
        19,
        "> needs an order, and one of a list of values has none",
        "Use ==, != or in.",
    ),
    ("zoning_district == 'R1'", 20, "zoning_district is never 'R1'", "Did you mean R-1?"),
    ("zoning_district in {'RR', 'R3'}", 27, "zoning_district is never 'R3'", "Its values are AG, RR, R-1."),
    ("zoning_district == work", 20, "zoning_district is never 'deck'", "Its values are AG, RR, R-1."),
    ("work in {'RR'}", 10, "work is never 'RR'", "Its values are deck, pool."),
    ("'tennis' in works", 1, "an item of works is never 'tennis'", "Its values are deck, pool."),
    ("p > q", 5, "> needs an order, and a yes or no has none", "Use ==, != or in."),
    ("p and a", 7, "beside and stands a plain number, not a yes or no", "Compare it: >=, ==, in, is known."),
    ("a or p", 1, "beside or stands a plain number, not a yes or no", "Compare it: >=, ==, in, is known."),
    ("not a", 5, "after not stands a plain number, not a yes or no", "Compare it: >=, ==, in, is known."),
    (
        "a if b else c",
        6,
        "after if stands a plain number, not a yes or no",
        "Compare it: >=, ==, in, is known.",
    ),
    (
        "a if p else 'x'",
        13,
        "a plain number and the wording 'x' stand for the same thing",
        "Leave the quotation marks off a number.",
    ),
    (
        "a if p else notice_date",
        13,
        "a plain number and a date stand for the same thing",
        "Both must be of one type.",
    ),
    (
        "notice_date - hearing_date",
        1,
        "a date - a date has no meaning",
        "Write days_between(earlier, later).",
    ),
    (
        "notified_at - failed_at",
        1,
        "a point in time - a point in time has no meaning",
        "Write hours_between(earlier, later).",
    ),
    (
        "notice_date + 10",
        1,
        "a date + a number without a stated unit has no meaning",
        "Make a length of time of the number: days(10),",
    ),
    (
        "10 + notice_date",
        1,
        "a number without a stated unit + a date has no meaning",
        "Make a length of time of the number: days(10),",
    ),
    (
        "notice_date + hours(24)",
        1,
        "hours are counted from a point in time, not from a date",
        "Count days(…) instead.",
    ),
    (
        "notice_date + notified_at",
        1,
        "a date + a point in time has no meaning",
        "Take the civil day of the point in time with day_of(…).",
    ),
    (
        "notice_date == notified_at",
        16,
        "a date and a point in time stand for the same thing",
        "Take the civil day of the point in time with day_of(…).",
    ),
    (
        "notice_date >= '2026-01-01'",
        16,
        "a date and the wording '2026-01-01' stand for the same thing",
        "Write a date as date('2006-10-02').",
    ),
    (
        "days(3) * 2",
        1,
        "a length of time in days cannot be multiplied or divided",
        "Multiply inside: days(2 * n).",
    ),
    (
        "days(3) < months(1)",
        11,
        "lengths in hours, days and months have no fixed order",
        "Add both to a date and compare the dates.",
    ),
    (
        "months(1) + days(1) > months(1)",
        23,
        "lengths in hours, days and months have no fixed order",
        "Add both to a date and compare the dates.",
    ),
    ("fee * cost", 1, "dollars times dollars has no meaning", "One of them is a plain number or a percent."),
    (
        "1 - share",
        1,
        "it is open whether the number beside the percent is a share or a percent",
        "Write to_unit(100, 'percent') for the whole.",
    ),
    ("a / 0", 5, "division by zero", "Check the figure."),
    (
        "a + owner",
        1,
        "a plain number + a text has no meaning",
        "Numbers of one unit are added, and lengths of",
    ),
    ("owner + owner", 1, "a text + a text has no meaning", "Wording is not put together."),
    ("-notice_date", 1, "a sign before a date", "Signs stand before numbers only."),
    ("sqrt(notice_date)", 6, "sqrt takes a number, not a date", "Check the argument."),
    ("sqrt(-1)", 1, "a negative number has no square root", "Check the figures."),
    ("1 / (2 - 2)", 6, "division by zero", "Check the figure."),
    ("to_unit(lot_area, 'sqf')", 19, "there is no unit 'sqf'", "Did you mean sqft or sqm or sqyd?"),
    (
        "to_unit(lot_area, 'ft')",
        1,
        "a number of sq ft cannot become ft",
        "Units convert only within what they measure;",
    ),
    (
        "to_unit(term, 'day')",
        1,
        "a number of months cannot become days",
        "Units convert only within what they measure;",
    ),
    ("to_unit(lot_area, owner)", 19, "to_unit takes a unit in quotation marks", "Quote it."),
    (
        "number_of(fee, 'ft')",
        1,
        "a number of dollars cannot become ft",
        "Units convert only within what they measure;",
    ),
    ("ceil(p)", 6, "ceil takes a number, not a yes or no", "Check the argument."),
    (
        "round(a, 9)",
        10,
        "the number of decimals must be a written whole number from 0 to 6",
        "Write it in place.",
    ),
    (
        "round(a, b)",
        10,
        "the number of decimals must be a written whole number from 0 to 6",
        "Write it in place.",
    ),
    ("abs(a, b)", 1, "abs takes 1 argument, not 2", "Check the commas."),
    (
        "those(walls)",
        7,
        "those lists words, numbers or dates, not a record with fields",
        "Write those(w.name for w in walls if w.area > 0).",
    ),
    ("min()", 1, "min takes 1 list, not 0 arguments", "Write min(l.distance for l in lot_lines)."),
    (
        "max(a, notice_date)",
        8,
        "a plain number and a date stand for the same thing",
        "Both must be of one type.",
    ),
    (
        "min(p, q)",
        5,
        "a yes or no stands where one of several numbers, dates or lengths of time is needed",
        "Check the argument.",
    ),
    (
        "max(months(1) + days(1), days(3))",
        1,
        "lengths in hours, days and months have no fixed order",
        "Compare dates instead.",
    ),
    ("len(walls)", 1, "there is no function 'len'", "Write count(list)."),
    ("today()", 1, "there is no function 'today'", "The date asked about is a fact; name it."),
    ("pow(a, 2)", 1, "there is no function 'pow'", "Write x * x."),
    ("cont(walls)", 1, "there is no function 'cont'", "Did you mean count or months?"),
    ("lot_area(1)", 1, "there is no function 'lot_area'", "Known: abs, all, any, ceil, count, date, day_of,"),
    (
        "w.length(1)",
        1,
        "only functions of the language are called",
        "Known: abs, all, any, ceil, count, date, day_of,",
    ),
    ("sum(p for x in walls)", 4, "sum adds numbers, not a yes or no", "Write sum(f.area for f in faces)."),
    (
        "sum(a)",
        5,
        "sum goes over a list or a comprehension, not a plain number",
        "Write sum(f.area for f in faces).",
    ),
    (
        "count(x.length for x in walls)",
        6,
        "count counts items, not values",
        "Write count(w for w in walls if w.area > 0).",
    ),
    (
        "count(a)",
        7,
        "count goes over a list or a comprehension, not a plain number",
        "Write count(w for w in walls if w.area > 0).",
    ),
    (
        "any(x.length for x in walls)",
        4,
        "inside any stands a number of ft, not a yes or no",
        "Compare it: >=, ==, in, is known.",
    ),
    (
        "all(a)",
        5,
        "all goes over a list or a comprehension, not a plain number",
        "Write all(w.area <= 100 for w in walls).",
    ),
    (
        "any(x.lit for x in walls for y in walls)",
        4,
        "only one for stands in a comprehension",
        "Nest the inner one in its own any(…).",
    ),
    ("any(w.lit for w in walls)", 15, "'w' already means something here", "Choose another name."),
    (
        "any(p.lit for (p, q) in walls)",
        15,
        "the item has one name",
        "Write any(w.area > 100 for w in walls).",
    ),
    (
        "any(x.lit for x in walls if x.length)",
        29,
        "after if stands a number of ft, not a yes or no",
        "Compare it: >=, ==, in, is known.",
    ),
    (
        "any(known.lit for known in walls)",
        19,
        "'known' has its own meaning",
        "Choose another name for the item.",
    ),
    (
        "count(walls, 1)",
        1,
        "count takes 1 list, not 2 arguments",
        "Write count(w for w in walls if w.area > 0).",
    ),
    (
        "max(works)",
        5,
        "max picks from numbers, dates or lengths of time, not one of a list of values",
        "Write max(l.distance for l in lot_lines).",
    ),
    (
        "min(x for x in walls)",
        4,
        "min picks from numbers, dates or lengths of time, not a record with fields",
        "Write min(l.distance for l in lot_lines).",
    ),
    ("date('2026-13-01')", 6, "'2026-13-01' is no date", "Write year, month, day: date('2006-10-02')."),
    ("date('1066-01-01')", 6, "'1066-01-01' is no date", "Write year, month, day: date('2006-10-02')."),
    ("date(notice_date)", 6, "date takes a date in quotation marks", "Quote it."),
    ("date('2026-01-01', 1)", 1, "date takes 1 argument, not 2", "Write date('2006-10-02')."),
    (
        "days(fee)",
        6,
        "days(…) takes a number of days, not a number of dollars",
        "Use the function that fits the unit, or to_unit(…) first.",
    ),
    ("days(notice_date)", 6, "days takes a number, not a date", "Check the argument."),
    (
        "hours(waited)",
        7,
        "hours(…) takes a number of hours, not a number of days",
        "Use the function that fits the unit, or to_unit(…) first.",
    ),
    (
        "days_between(notice_date, notified_at)",
        27,
        "days_between takes a date, not a point in time",
        "Check the argument.",
    ),
    ("days_between(notice_date)", 1, "days_between takes 2 arguments, not 1", "Check the commas."),
    (
        "hours_between(notice_date, hearing_date)",
        15,
        "hours_between takes a point in time, not a date",
        "Check the argument.",
    ),
    ("day_of(notice_date)", 8, "day_of takes a point in time, not a date", "Check the argument."),
    ("year_of(notified_at)", 9, "year_of takes a date, not a point in time", "Check the argument."),
    (
        "weekday(notice_date) == 'Friday'",
        25,
        "weekday(notice_date) is never 'Friday'",
        "Did you mean friday?",
    ),
    (
        "on_time('fr-bp-refnd')",
        9,
        "there is no clock 'fr-bp-refnd' that tells when it began and when it was done",
        "Did you mean fr-bp-refund?",
    ),
    ("on_time(p)", 9, "on_time takes the id of a clock in quotation marks", "Quote it."),
    ("on_time()", 1, "on_time takes 1 argument, not 0", "Write on_time('clock-id')."),
    ("a in {}", 6, "lookups belong in tables", "Declare a table in the pack and read it as t.name."),
    ("a in []", 6, "the list is empty", "List the values."),
    ("a in b", 6, "after in stands a plain number", "Write in {'A', 'B'}, or name a list."),
    (
        "a in {1, 'x'}",
        10,
        "a plain number and the wording 'x' stand for the same thing",
        "Leave the quotation marks off a number.",
    ),
    (
        "a in {'x'}",
        7,
        "a plain number and the wording 'x' stand for the same thing",
        "Leave the quotation marks off a number.",
    ),
    ("a < b in {1}", 1, "in and is known do not chain with other comparisons", "Join them with and."),
    ("a is b", 6, "is asks only whether something is known", "Write x is known, or x == y."),
    ("a is not b", 10, "is asks only whether something is known", "Write x is known, or x == y."),
    ("a is None", 6, "is asks only whether something is known", "Write x is known, or x == y."),
    ("a is True", 6, "is asks only whether something is known", "Write x is known, or x == y."),
    ("walls == walls", 1, "a list of records is not compared as a whole", "Compare its fields."),
    ("w == w", 1, "a record with fields is not compared as a whole", "Compare its fields."),
    ("w", 1, "w is a record", "Name one of its fields."),
    ("x", 1, "nothing is called 'x'", "Declare it as a fact; or write v. before a value"),
    ("{1, 2}", 1, "this form stands in the wrong place", "Use it inside a function or after in."),
    ("(1, 2)", 1, "this form stands in the wrong place", "Use it inside a function or after in."),
    ("[1]", 1, "this form stands in the wrong place", "Use it inside a function or after in."),
    ("(x for x in walls)", 1, "this form stands in the wrong place", "Use it inside a function or after in."),
    (
        "frontage * frontage * frontage * frontage * frontage * frontage * frontage",
        1,
        "a unit of ft^7 has no meaning",
        "Check the units of the facts.",
    ),
    ("'a' 'b' == owner", 1, "wording stands between one pair of quotation marks", "Write 'wording'."),
]


@pytest.mark.parametrize(("text", "column", "message", "mend"), REFUSED, ids=[row[0] for row in REFUSED])
def test_refused_with_column_reason_and_mend(text: str, column: int, message: str, mend: str) -> None:
    refused = refusal(text)

    assert (refused.column, refused.message) == (column, message)
    assert refused.mend.startswith(mend)
    assert str(refused) == f"column {column}: {message}. {refused.mend}"


def test_every_refusal_points_into_the_text() -> None:
    for text, column, *_ in REFUSED:
        assert 1 <= column <= max(1, len(text))


def test_columns_count_characters_even_after_foreign_letters() -> None:
    refused = refusal("owner == 'Žižkov – café' and lot_area")

    assert refused.column == 30
    assert refused.message == "beside and stands a number of sq ft, not a yes or no"


def test_columns_count_through_leading_space_and_line_breaks() -> None:
    refused = refusal("  p and\n  lot_area")

    assert refused.column == 11


def test_text_over_several_lines_is_one_expression() -> None:
    assert compile_expression("p\n  and q\n  or r", SCOPE).facts == {"p", "q", "r"}


@pytest.mark.parametrize(
    "text",
    ["day_of(notified_at)", "hour_of(notified_at)", "notified_at + days(1)", "notified_at - months(1)"],
)
def test_civil_time_needs_the_zone_of_the_city(text: str) -> None:
    refused = refusal(text, Scope({"notified_at": NAMES["notified_at"]}))

    assert "time zone" in refused.message


@pytest.mark.parametrize(
    ("text", "expects", "message"),
    [
        ("lot_area", number("acre"), "a number of acres is needed here, not a number of sq ft"),
        ("lot_area > 1", number("sqft"), "a number of sq ft is needed here, not a yes or no"),
        ("lot_area", Boolean(), "a yes or no is needed here, not a number of sq ft"),
        ("stories", number("ft"), "a number of ft is needed here, not a plain number"),
        (
            "zoning_district",
            Enum(("AG", "RR")),
            "one of a list of values is needed here, not one of a list of values",
        ),
        ("notice_date", Text(), "a text is needed here, not a date"),
        (
            "setbacks",
            ListOf(number("in")),
            "a list of numbers of in is needed here, not a list of numbers of ft",
        ),
    ],
)
def test_another_type_than_expected_is_refused(text: str, expects: Type, message: str) -> None:
    with pytest.raises(ExpressionError) as refused:
        compile_expression(text, SCOPE, expects)

    assert refused.value.message == message


@pytest.mark.parametrize(
    ("text", "expects"),
    [
        ("zoning_district", Text()),
        ("'AG' if p else 'RR'", Enum(("AG", "RR", "R-1"))),
        ("setbacks", ListOf(Number(unit_named("ft")))),
        ("notice_date", Date()),
        ("lot_area", Number(bare=True)),
    ],
)
def test_a_narrower_type_than_expected_is_taken(text: str, expects: Type) -> None:
    assert compile_expression(text, SCOPE, expects).text == text


@pytest.mark.parametrize("name", ["for", "known", "true", "a__b", "lot-area", "é", "v..x", "1a", "", "v.if"])
def test_a_name_the_language_cannot_read_is_refused(name: str) -> None:
    with pytest.raises(TypeSpecError, match="cannot be used as a name"):
        Scope({name: Boolean()})


def test_a_name_cannot_mean_two_things() -> None:
    with pytest.raises(TypeSpecError, match="two things"):
        SCOPE.with_definitions({"lot_area": compile_expression("1", SCOPE)})
