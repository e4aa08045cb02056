"""Why a file is not kept. Each says what would be."""

from __future__ import annotations


class FileRefused(ValueError):
    """The file is not kept and nothing of it stays. `slug` tells the reason to programs."""

    slug = "file-refused"


class FileTooLarge(FileRefused):
    """More bytes than allowed (an answer of 413)."""

    slug = "file-too-large"

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        super().__init__(f"The file is larger than {most_bytes // 2**20} MiB.")


class TypeNotAllowed(FileRefused):
    """Not of a type that is kept, by its bytes or by what the sender said (an answer of 415)."""

    slug = "file-type-not-allowed"

    def __init__(self, found: str | None, allowed: tuple[str, ...]) -> None:
        self.found = found
        self.allowed = allowed
        super().__init__(f"The file is {found or 'of no known type'}; kept are {', '.join(allowed)}.")


class NotAsClaimed(FileRefused):
    """The bytes are of another type than the sender said (an answer of 415)."""

    slug = "file-not-as-claimed"

    def __init__(self, claimed: str, found: str) -> None:
        self.claimed = claimed
        self.found = found
        super().__init__(f"The file is said to be {claimed} but is {found}.")


class FileUnsafe(FileRefused):
    """Opening it would do harm: a bomb, a broken or hostile archive or image (an answer of 422)."""

    slug = "file-unsafe"
