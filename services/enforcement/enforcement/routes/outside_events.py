"""Events from outside, told of cases."""

from __future__ import annotations

from caseroutes import reporting
from caseroutes.reporting import Telling
from casework.desk.reporting import TELL_EVENT

from enforcement.domain.case import PERMISSIONS
from enforcement.usecases import outside_events as told
from enforcement.usecases.outside_events import PRODUCED

router = reporting.router(
    Telling(
        path="cases",
        operation_id="tell_case_event",
        permission=PERMISSIONS[TELL_EVENT],
        find=told.of_case,
        touch=told.touch_case,
        produced=PRODUCED,
    )
)
