"""What can go wrong: in the text of a law, in a stated fact, or in the arithmetic."""

from collections.abc import Sequence


class LanguageError(Exception):
    """Base of every refusal of this package."""


class ExpressionError(LanguageError):
    """An expression was refused at load.

    `column` counts from 1 in the text of the expression; `mend` says what would make it pass.
    """

    def __init__(self, message: str, mend: str, column: int = 1) -> None:
        super().__init__(f"column {column}: {message}. {mend}")
        self.message = message
        self.mend = mend
        self.column = column


class TypeSpecError(LanguageError):
    """A type, unit or scope was described in a way that has no meaning."""

    def __init__(self, message: str, mend: str) -> None:
        super().__init__(f"{message}. {mend}")
        self.message = message
        self.mend = mend


class FactError(LanguageError):
    """One or more stated facts cannot be read; `problems` holds (JSON pointer, message) pairs, all of them.

    `pointer` and `message` are those of the first problem; a pointer is relative to the value handed in.
    """

    def __init__(self, pointer: str, message: str, others: Sequence[tuple[str, str]] = ()) -> None:
        super().__init__(f"{pointer or '/'}: {message}")
        self.pointer = pointer
        self.message = message
        self.problems: tuple[tuple[str, str], ...] = ((pointer, message), *others)


class EvaluationError(LanguageError):
    """The facts are known, yet they give no answer (division by zero, root of a negative)."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
