"""Applications for licenses: reviewed, and paid for, as applications are everywhere."""

from __future__ import annotations

from caseroutes import accounts, reviewing
from caseroutes.applications import Applications

from licensing.routes.applications import answered
from licensing.schemas.applications import ApplicationView
from licensing.usecases.docket import DOCKET
from licensing.usecases.records import visible

APPLICATIONS = Applications(
    docket=DOCKET,
    path="license-applications",
    view=ApplicationView,
    answered=answered,
    visible=visible,
    operations={
        "receive_submittal": "receive_license_submittal",
        "declare_incomplete": "declare_license_application_incomplete",
        "declare_complete": "declare_license_application_complete",
        "answer_judgment": "answer_license_judgment",
        "make_recommendation": "make_license_recommendation",
        "get_charges": "get_license_charges",
        "record_payment": "record_license_payment",
    },
)

router = reviewing.router(APPLICATIONS)
account_router = accounts.router(APPLICATIONS)
