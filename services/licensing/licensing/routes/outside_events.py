"""Events from outside, told of applications and of licenses."""

from __future__ import annotations

from caseroutes import reporting
from caseroutes.reporting import Telling

from licensing.domain.application import PERMISSIONS as APPLICATION_PERMISSIONS
from licensing.domain.license import PERMISSIONS as LICENSE_PERMISSIONS
from licensing.usecases import outside_events as told
from licensing.usecases.outside_events import PRODUCED, TELL_EVENT

of_applications = reporting.router(
    Telling(
        path="license-applications",
        operation_id="tell_license_application_event",
        permission=APPLICATION_PERMISSIONS[TELL_EVENT],
        find=told.of_application,
        version_of=told.application_version,
        touch=told.touch_application,
        produced=PRODUCED,
    )
)
of_licenses = reporting.router(
    Telling(
        path="licenses",
        operation_id="tell_license_event",
        permission=LICENSE_PERMISSIONS[TELL_EVENT],
        find=told.of_license,
        version_of=told.license_version,
        touch=told.touch_license,
        produced=PRODUCED,
    )
)
