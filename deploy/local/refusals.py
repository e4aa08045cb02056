"""What a command refuses: the text tells a person what to do."""

from __future__ import annotations


class Refused(Exception):
    """A command cannot do what it was asked."""


class StartFailed(Refused):
    """Something could not be started; the text says what, and shows the last lines of its log."""


class AlreadyRunning(Refused):
    """Another process holds the folder."""


class UnknownRole(Refused):
    """There is no such role, city, or office in that city; the text lists what there is."""
