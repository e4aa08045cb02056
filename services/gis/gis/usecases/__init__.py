"""The verbs of gis.

Those that touch shapes are loaded when they are first needed, as attributes of this package: shapely, numpy
and pyproj cost 27 MB of memory, which a service that nobody asks about places does without. Loading them
takes the first question about a tenth of a second longer.
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gis.usecases import answer_facts as answer_facts
    from gis.usecases import follow_permit as follow_permit
    from gis.usecases import locate as locate
    from gis.usecases import make_notice_list as make_notice_list
    from gis.usecases import notice_subject as notice_subject

_ON_SHAPES = frozenset({"answer_facts", "follow_permit", "locate", "make_notice_list", "notice_subject"})


def __getattr__(name: str) -> ModuleType:
    if name not in _ON_SHAPES:
        raise AttributeError(name)
    return import_module(f"{__name__}.{name}")
