"""Images: their real kind and size in pixels, from their headers alone."""

from __future__ import annotations

import warnings
from pathlib import Path

from casework.files.refusals import FileUnsafe
from casework.files.tiff_directories import MOST_DIRECTORIES, require_fair_directories

TIFF = "image/tiff"
_FORMATS = {"image/png": "PNG", "image/jpeg": "JPEG", "image/tiff": "TIFF"}
MOST_FRAMES = MOST_DIRECTORIES


def require_drawable(path: Path, media_type: str, most_pixels: int) -> None:
    """Raises FileUnsafe: broken, of more pixels in all its pages than a viewer can hold, of endless pages."""
    from PIL import Image, UnidentifiedImageError  # loaded at the first image: services start lean

    if media_type == TIFF:
        require_fair_directories(path)
    pixels, frames = 0, 0
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(path, formats=[_FORMATS[media_type]]) as image:
                while True:
                    pixels += image.width * image.height
                    frames += 1
                    if pixels > most_pixels or frames > MOST_FRAMES:
                        raise FileUnsafe(
                            f"The image has more than {most_pixels:,} pixels or {MOST_FRAMES} pages."
                        )
                    try:
                        image.seek(frames)
                    except EOFError:
                        return
    except FileUnsafe:
        raise
    except (UnidentifiedImageError, Image.DecompressionBombError) as error:
        raise FileUnsafe("The image is broken, or too large to be drawn.") from error
    except Exception as error:  # a hostile header can raise anything in an image reader
        raise FileUnsafe("The image is broken.") from error
