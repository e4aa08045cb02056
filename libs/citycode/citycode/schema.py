"""`python -m citycode.schema [codes]`: writes JSON Schema for editors to codes/schema/."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from citycode.packs.kinds import ProgramFile
from citycode.packs.models.files import (
    CasesFile,
    CityFile,
    FactsFile,
    PermissionsFile,
    VocabularyFile,
)
from citycode.packs.models.schedules import FeesFile

FILES: dict[str, type[BaseModel]] = {
    "program": ProgramFile,
    "cases": CasesFile,
    "city": CityFile,
    "facts": FactsFile,
    "fees": FeesFile,
    "permissions": PermissionsFile,
    "vocabulary": VocabularyFile,
}


def schemas() -> dict[str, str]:
    """File name → text."""
    return {f"{name}.json": _text(model) for name, model in FILES.items()}


def _text(model: type[BaseModel]) -> str:
    schema: dict[str, Any] = model.model_json_schema(by_alias=True)
    for part in schema.get("$defs", {}).values():
        if "versions" in part.get("properties", {}):
            # what is required may stand in each version instead of above them
            more = [key for key in part.get("required", ()) if key != "id"]
            part["required"] = [key for key in part.get("required", ()) if key == "id"]
            if more:
                part["anyOf"] = [{"required": more}, {"required": ["versions"]}]
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    return json.dumps(schema, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def main(arguments: Sequence[str]) -> int:
    folder = Path(arguments[0] if arguments else "codes") / "schema"
    folder.mkdir(exist_ok=True)
    for name, text in schemas().items():
        (folder / name).write_text(text, encoding="utf-8")
        print(folder / name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
