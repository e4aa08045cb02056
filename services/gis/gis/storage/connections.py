"""Connections as the rest of the service sees them: something to hand on, never to write SQL on."""

from sqlalchemy import Connection, Engine

__all__ = ["Connection", "Engine"]
