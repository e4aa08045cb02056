"""Events from outside, told of applications and of permits."""

from __future__ import annotations

from functools import partial

from caseroutes import reporting
from caseroutes.reporting import Telling
from casework.desk import docket_events
from casework.desk.reporting import TELL_EVENT

from permits.domain.application import PERMISSIONS as APPLICATION_PERMISSIONS
from permits.domain.permit import PERMISSIONS as PERMIT_PERMISSIONS
from permits.usecases import outside_events as told
from permits.usecases.docket import DOCKET
from permits.usecases.outside_events import PRODUCED

of_applications = reporting.router(
    Telling(
        path="applications",
        operation_id="tell_application_event",
        permission=APPLICATION_PERMISSIONS[TELL_EVENT],
        find=partial(docket_events.of_application, DOCKET),
        touch=partial(docket_events.touch_application, DOCKET),
        produced=PRODUCED,
    )
)
of_permits = reporting.router(
    Telling(
        path="permits",
        operation_id="tell_permit_event",
        permission=PERMIT_PERMISSIONS[TELL_EVENT],
        find=told.of_permit,
        touch=told.touch_permit,
        produced=PRODUCED,
    )
)
