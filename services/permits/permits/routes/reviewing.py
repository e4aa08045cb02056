"""Applications for permits: reviewed, and paid for, as applications are everywhere."""

from __future__ import annotations

from caseroutes import accounts, reviewing
from caseroutes.applications import Applications

from permits.routes.applications import answered
from permits.schemas.applications import ApplicationView
from permits.usecases.docket import DOCKET
from permits.usecases.records import visible

APPLICATIONS = Applications(
    docket=DOCKET,
    path="applications",
    view=ApplicationView,
    answered=answered,
    visible=visible,
    operations={
        "receive_submittal": "receive_submittal",
        "declare_incomplete": "declare_incomplete",
        "declare_complete": "declare_complete",
        "start_review": "start_review",
        "answer_judgment": "answer_judgment",
        "make_recommendation": "make_recommendation",
        "get_charges": "get_charges",
        "record_payment": "record_payment",
    },
)

router = reviewing.router(APPLICATIONS)
account_router = accounts.router(APPLICATIONS)
