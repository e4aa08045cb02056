"""Events from outside, told of applications and of licenses."""

from __future__ import annotations

from functools import partial

from caseroutes import reporting
from caseroutes.reporting import Telling
from casework.desk import docket_events
from casework.desk.reporting import TELL_EVENT

from licensing.domain.application import PERMISSIONS as APPLICATION_PERMISSIONS
from licensing.domain.license import PERMISSIONS as LICENSE_PERMISSIONS
from licensing.usecases import outside_events as told
from licensing.usecases.docket import DOCKET
from licensing.usecases.outside_events import PRODUCED

of_applications = reporting.router(
    Telling(
        path="license-applications",
        operation_id="tell_license_application_event",
        permission=APPLICATION_PERMISSIONS[TELL_EVENT],
        find=partial(docket_events.of_application, DOCKET),
        touch=partial(docket_events.touch_application, DOCKET),
        produced=PRODUCED,
    )
)
of_licenses = reporting.router(
    Telling(
        path="licenses",
        operation_id="tell_license_event",
        permission=LICENSE_PERMISSIONS[TELL_EVENT],
        find=told.of_license,
        touch=told.touch_license,
        produced=PRODUCED,
    )
)
