"""Documents of an application: sent as they are, listed, given back."""

from __future__ import annotations

from caseroutes import document_routes
from caseroutes.document_routes import Filed

from permits.usecases.keep_document import open_to
from permits.usecases.records import visible

router = document_routes.router(
    Filed(
        path="applications",
        operations=("add_document", "list_documents", "get_document"),
        seen=visible,
        open_to=open_to,
    )
)
