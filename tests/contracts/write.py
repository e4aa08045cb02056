"""`make contract`: write every contract, and a row of the authorization matrix for each new operation."""

from __future__ import annotations

import gateway.contract
from servicekit.contract import written

from tests.authorization.matrix import MATRIX_FILE, read_matrix, rendered, with_skeletons
from tests.contracts.apps import CONTRACTS, described


def main() -> None:
    """Write them, and say what is left to be decided."""
    for service, module in CONTRACTS.items():
        module.COMMITTED.write_text(written(described(service)), encoding="utf-8")
    gateway.contract.main(["write"])
    print(f"wrote the contracts of {', '.join(CONTRACTS)} and of the gateway")
    before = read_matrix()
    after = with_skeletons(before, {service: described(service) for service in CONTRACTS})
    if after != before:
        MATRIX_FILE.write_text(rendered(after), encoding="utf-8")
        print(f"{MATRIX_FILE.name} changed: decide every cell that is `?`")


if __name__ == "__main__":
    main()
