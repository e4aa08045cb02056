"""The kit's own tables, attached to a service's MetaData so that its migrations carry them."""

from __future__ import annotations

from sqlalchemy import MetaData, Table


def idempotency_table(metadata: MetaData) -> Table:
    """`idempotency_keys`: (caller, key) → request hash and the stored answer."""
    raise NotImplementedError


def outbox_table(metadata: MetaData) -> Table:
    """`outbox` and `outbox_deliveries`: events written with their change, and their delivery per subscriber."""
    raise NotImplementedError


def inbox_table(metadata: MetaData) -> Table:
    """`inbox`: the ids of events taken."""
    raise NotImplementedError


def counter_table(metadata: MetaData) -> Table:
    """`record_counters`: the last number per series."""
    raise NotImplementedError


def api_key_table(metadata: MetaData) -> Table:
    """`api_keys`: argon2 hashes of machines' keys with their scopes and cities."""
    raise NotImplementedError


def kit_tables(metadata: MetaData) -> tuple[Table, ...]:
    """Attach all of the above."""
    raise NotImplementedError
