"""The small law of tests/load/made_up_law.py as a zen-engine decision table: evaluations a second, printed.

Run by the bench in an environment that has zen-engine. Binary floats, no citations, no explanation.
"""

import json
import statistics
import time

import zen

FACTS = {"zone": "R-1", "shoreland": True, "lot_area_sqft": 14000, "lot_width_ft": 82}
ROWS = [
    ('"R-1"', "true", ">= 15000", ">= 75", "true"),
    ('"R-1"', "false", ">= 9000", ">= 75", "true"),
    ('"R-2"', "true", ">= 12000", ">= 80", "true"),
    ('"R-2"', "false", ">= 10500", ">= 75", "true"),
    ("", "", "", "", "false"),
]
FIELDS = [("a", "zone"), ("b", "shoreland"), ("c", "lot_area_sqft"), ("d", "lot_width_ft")]


def node(name, kind, content=None):
    return {"id": name, "type": kind, "name": name, "position": {"x": 0, "y": 0}, "content": content or {}}


def edge(before, after):
    return {"id": f"{before}{after}", "sourceId": before, "targetId": after, "type": "edge"}


TABLE = {
    "hitPolicy": "first",
    "passThrough": True,
    "inputs": [{"id": key, "name": key, "field": field} for key, field in FIELDS],
    "outputs": [{"id": "o", "name": "allowed", "field": "allowed"}],
    "rules": [{"_id": str(place), **dict(zip("abcdo", row, strict=True))} for place, row in enumerate(ROWS)],
}
FEE = {"passThrough": True, "expressions": [{"id": "1", "key": "fee", "value": "shoreland ? 250 : 125"}]}
DECISION = {
    "nodes": [
        node("in", "inputNode"),
        node("table", "decisionTableNode", TABLE),
        node("fee", "expressionNode", FEE),
        node("out", "outputNode"),
    ],
    "edges": [edge("in", "table"), edge("table", "fee"), edge("fee", "out")],
}


def main():
    decision = zen.ZenEngine().create_decision(json.dumps(DECISION))
    answer = decision.evaluate(FACTS)["result"]
    assert (answer["allowed"], answer["fee"]) == (False, 250), answer
    rates = []
    for _ in range(5):
        began = time.process_time()
        for _ in range(2000):
            decision.evaluate(FACTS)
        rates.append(2000 / (time.process_time() - began))
    print(statistics.median(rates))


main()
