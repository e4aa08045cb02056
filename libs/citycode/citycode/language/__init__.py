"""The language of the law: exact, typed, three-valued expressions. Pure, without I/O.

area = Number(unit_named("acre"))
rule = compile_expression("lot_area >= v.least", Scope(names={"lot_area": area}, constants={"v.least": …}))
rule.evaluate({"lot_area": Fraction(399, 10)})     # Known(False)
rule.evaluate({})                                  # Missing(frozenset({"lot_area"}))
explain(rule.trace({…}), {"lot_area": "lot area"}) # lot area 39.9 acres is less than 40 acres
"""

from .errors import EvaluationError, ExpressionError, FactError, LanguageError, TypeSpecError
from .expression import Expression, compile_expression
from .facts import value_from_json
from .scope import Constant, Scope, TableKeys, clock_fact
from .trace import Trace
from .types import BARE, Boolean, Date, Duration, Enum, Instant, ListOf, Number, Record, Text, Type
from .units import PLAIN, Unit, conversion, converts, unit_named
from .unstated import unstated
from .values import Binding, Exact, Item, Known, Missing, TimeSpan, Value
from .wire import Json, json_writer, rounded_text, type_from_spec, value_to_json
from .words import Wording, explain, fact_label, render, value_words

__all__ = [
    "BARE",
    "PLAIN",
    "Binding",
    "Boolean",
    "Constant",
    "Date",
    "Duration",
    "Enum",
    "EvaluationError",
    "Exact",
    "Expression",
    "ExpressionError",
    "FactError",
    "Instant",
    "Item",
    "Json",
    "Known",
    "LanguageError",
    "ListOf",
    "Missing",
    "Number",
    "Record",
    "Scope",
    "TableKeys",
    "Text",
    "TimeSpan",
    "Trace",
    "Type",
    "TypeSpecError",
    "Unit",
    "Value",
    "Wording",
    "clock_fact",
    "compile_expression",
    "conversion",
    "converts",
    "explain",
    "fact_label",
    "json_writer",
    "render",
    "rounded_text",
    "type_from_spec",
    "unit_named",
    "unstated",
    "value_from_json",
    "value_to_json",
    "value_words",
]
