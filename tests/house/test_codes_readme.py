"""The city that codes/README.md shows is one: written into a folder, it loads."""

import re
import shutil
from pathlib import Path

from citycode import load_law

ROOT = Path(__file__).parents[2]
SHOWN = re.compile(r"```yaml\n(.*?)```", re.S)


def test_the_city_shown_can_be_added(tmp_path: Path) -> None:
    codes = tmp_path / "codes"
    shutil.copytree(ROOT / "codes", codes)
    (shown,) = SHOWN.findall((ROOT / "codes" / "README.md").read_text())
    (codes / "birch-falls").mkdir()
    (codes / "birch-falls" / "city.yaml").write_text(shown)

    law = load_law(codes)

    assert law.city("birch-falls").name == "Birch Falls"
