"""A map server written by hand: one flat table, JSON built in SQL. The level that can be reached, no rival.

Run by the bench in an environment that has asyncpg. It knows no cities, days, overlays or suppressed people,
measures in the grid and freezes nothing.
"""

import os
from contextlib import asynccontextmanager

import asyncpg
from fastapi import FastAPI, Response

AT = """
SELECT coalesce(json_agg(json_build_object('pin', pin, 'zone', zone, 'owner', owner)), '[]')::text FROM plain.parcels
WHERE ST_Intersects(geom, ST_Transform(ST_SetSRID(ST_MakePoint($1, $2), 4326), 26915))
"""
NEAR = """
SELECT coalesce(json_agg(json_build_object('pin', near.pin, 'owner', near.owner, 'mailing', near.mailing)
  ORDER BY near.pin), '[]')::text
FROM plain.parcels here JOIN plain.parcels near ON ST_DWithin(near.geom, here.geom, $2 * 0.3048)
WHERE here.pin = $1 AND near.id <> here.id
"""


@asynccontextmanager
async def connected(app):
    app.state.pool = await asyncpg.create_pool(os.environ["PLAIN_MAP_DATABASE_URL"], min_size=1, max_size=10)
    yield
    await app.state.pool.close()


app = FastAPI(lifespan=connected)


@app.get("/at")
async def at(lon: float, lat: float):
    return Response(await app.state.pool.fetchval(AT, lon, lat), media_type="application/json")


@app.get("/near/{pin}")
async def near(pin: str, ft: float = 500):
    return Response(await app.state.pool.fetchval(NEAR, pin, ft), media_type="application/json")
