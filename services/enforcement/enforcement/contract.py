"""`python -m enforcement.contract`: write the committed contract, `openapi.json`, anew."""

from pathlib import Path
from typing import Any

from servicekit.contract import written

from enforcement.app import build

COMMITTED = Path(__file__).parents[1] / "openapi.json"


def contract() -> dict[str, Any]:
    """Give the contract as the app describes itself."""
    return build().openapi()


def main() -> None:
    """Write it."""
    COMMITTED.write_text(written(contract()), encoding="utf-8")
    print(f"wrote {COMMITTED.name}")


if __name__ == "__main__":
    main()
