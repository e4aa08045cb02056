"""Generation counters: the number of the last change per city and collection.

Numbers come from a sequence, so no two changes share one, not even where one was rolled back. Caches (trees,
tiles, pages) are right as long as the number is the same.
"""

from sqlalchemy import Connection, bindparam, select
from sqlalchemy.dialects.postgresql import insert

from gis.storage.tables import generation_numbers, generations

_CURRENT = select(generations.c.city, generations.c.generation).where(
    generations.c.collection == bindparam("of")
)
_ALL = select(generations.c.city, generations.c.collection, generations.c.generation)


def advance(connection: Connection, city: str, collection: str) -> int:
    """Give the collection a new generation in the running transaction, and return it."""
    number = connection.scalar(select(generation_numbers.next_value()))
    row = insert(generations).values(city=city, collection=collection, generation=number)
    connection.execute(
        row.on_conflict_do_update(
            index_elements=["city", "collection"], set_={"generation": row.excluded.generation}
        )
    )
    return int(number or 0)


def current(connection: Connection, collection: str) -> dict[str, int]:
    """Give the generation of the collection per city that has it."""
    rows = connection.execute(_CURRENT, {"of": collection}).all()
    return {row.city: row.generation for row in rows}


def all_current(connection: Connection) -> dict[tuple[str, str], int]:
    """Give the generation of every collection, by city and collection."""
    rows = connection.execute(_ALL).all()
    return {(city, collection): generation for city, collection, generation in rows}
