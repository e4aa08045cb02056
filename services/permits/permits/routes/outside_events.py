"""Events from outside, told of applications and of permits."""

from __future__ import annotations

from caseroutes import reporting
from caseroutes.reporting import Telling

from permits.domain.application import PERMISSIONS as APPLICATION_PERMISSIONS
from permits.domain.permit import PERMISSIONS as PERMIT_PERMISSIONS
from permits.usecases import outside_events as told
from permits.usecases.outside_events import PRODUCED, TELL_EVENT

of_applications = reporting.router(
    Telling(
        path="applications",
        operation_id="tell_application_event",
        permission=APPLICATION_PERMISSIONS[TELL_EVENT],
        find=told.of_application,
        version_of=told.application_version,
        touch=told.touch_application,
        produced=PRODUCED,
    )
)
of_permits = reporting.router(
    Telling(
        path="permits",
        operation_id="tell_permit_event",
        permission=PERMIT_PERMISSIONS[TELL_EVENT],
        find=told.of_permit,
        version_of=told.permit_version,
        touch=told.touch_permit,
        produced=PRODUCED,
    )
)
