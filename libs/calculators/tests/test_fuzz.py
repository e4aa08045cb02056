"""The contract under schemathesis, seeded: no 5xx, nothing undocumented, every operation succeeds once."""

import os

from fastapi import FastAPI
from servicekit.testing.fuzz import fuzz

EXAMPLES = 150 if os.environ.get("CITYCODE_SOAK") else 2


def test_whatever_is_asked_is_answered_as_the_contract_says(app: FastAPI) -> None:
    report = fuzz(
        app,
        headers={},
        values={
            "path.city": ["lake-elmo"],
            "path.program": ["wind-generator"],
            "path.rule": ["le-wind-height"],
            "body.event": ["application.completed", "ownership.transferred"],
            "body.notice": ["le-wind-notice"],
            "body.kind": ["approve", "revoke"],
            "body.pin": ["11.029.21.24.0001", "away", "strange"],
        },
        examples=EXAMPLES,
        chains=EXAMPLES,
    )

    assert report.failures == []
    assert [each for each in report.never_succeeded() if "{city}" in each] == []
    assert report.requests > 100
