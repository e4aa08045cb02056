"""Documents of a case: sent as they are, listed, given back."""

from __future__ import annotations

from caseroutes import document_routes
from caseroutes.document_routes import Filed

from enforcement.usecases.keep_document import open_to, seen

router = document_routes.router(
    Filed(
        path="cases",
        operations=("add_case_document", "list_case_documents", "get_case_document"),
        seen=seen,
        open_to=open_to,
    )
)
