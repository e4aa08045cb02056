"""Documents of an application: sent as they are, listed, given back."""

from __future__ import annotations

from caseroutes import document_routes
from caseroutes.document_routes import Filed

from licensing.usecases.keep_document import open_to
from licensing.usecases.records import visible

router = document_routes.router(
    Filed(
        path="license-applications",
        operations=("add_license_document", "list_license_documents", "get_license_document"),
        seen=visible,
        open_to=open_to,
    )
)
