"""What a service that nobody asks about places does without."""

import subprocess
import sys


def test_the_app_is_put_together_without_the_geometry_libraries() -> None:
    program = (
        "import sys, gis.app\n"
        "from gis import usecases\n"
        "heavy = {'numpy', 'shapely', 'pyproj'}\n"
        "before = heavy & set(sys.modules)\n"
        "usecases.locate\n"
        "print(sorted(before), sorted(heavy & set(sys.modules)))"
    )

    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert printed.stdout.strip() == "[] ['numpy', 'pyproj', 'shapely']"
