"""One call to a service: pooled, timed out, repeated only when repeating cannot do a thing twice."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping
from dataclasses import dataclass

import aiohttp
from servicekit.proof import PROOF_HEADER, sign
from yarl import URL

from gateway.bodies import Body, BodyStream
from gateway.places import Place
from gateway.refusals import service_away, service_slow

CALLER = "gateway"
FIRST_PAUSE_S = 0.05
IDLE_CONNECTION_S = 4.0
"""Below the five seconds after which uvicorn closes an idle connection: none breaks while we reuse it."""

NOT_ADDED = frozenset({"User-Agent", "Accept", "Accept-Encoding", "Content-Type"})
BROKEN = aiohttp.ClientError
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True, slots=True)
class Call:
    """What is sent to a service."""

    method: str
    place: Place
    query: str
    headers: list[tuple[str, str]]
    body: Body
    keyed: bool

    def may_repeat_after(self, error: Exception) -> bool:
        """Whether sending it again does what sending it once does: nothing was sent, or it is safe or keyed.

        A body that was passed on as it came is gone and cannot be sent again.
        """
        nothing_sent = isinstance(error, aiohttp.ClientConnectorError)
        return not isinstance(self.body, BodyStream) and (nothing_sent or self.method in SAFE or self.keyed)


class Upstream:
    """The connections of one worker to all services. Open it inside the running loop."""

    def __init__(
        self,
        secret: str,
        *,
        connections_per_service: int = 100,
        connect_timeout_s: float = 1.0,
        answer_timeout_s: float = 30.0,
        retries: int = 3,
    ) -> None:
        self._secret = secret
        self._retries = retries
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(
                limit=0,
                limit_per_host=connections_per_service,
                keepalive_timeout=IDLE_CONNECTION_S,
                use_dns_cache=True,
                ttl_dns_cache=30,
            ),
            timeout=aiohttp.ClientTimeout(
                total=None,
                connect=2 * connect_timeout_s,
                sock_connect=connect_timeout_s,
                sock_read=answer_timeout_s,
            ),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            skip_auto_headers=NOT_ADDED,
            max_line_size=16_380,
            max_field_size=16_380,
        )

        # aiohttp would send again by itself what HTTP calls idempotent; here only safe or keyed requests are.
        self._session._retry_connection = False

    async def send(self, call: Call, whole_up_to: int) -> tuple[aiohttp.ClientResponse, bytes | None]:
        """Send the call; give the answer, and its body when it is known to be at most `whole_up_to` bytes.

        Whoever calls this streams and closes an answer whose body is None. Raises Unavailable when the
        service cannot be reached, breaks off before its answer could be passed on, or is too slow.
        """
        for attempt in range(self._retries + 1):
            try:
                return await self._send_once(call, whole_up_to)
            except aiohttp.ConnectionTimeoutError:
                raise service_away(call.place.service) from None
            except TimeoutError:
                raise service_slow(call.place.service) from None
            except BROKEN as error:
                if isinstance(call.body, BodyStream) and call.body.failure is not None:
                    raise call.body.failure from None
                if attempt == self._retries or not call.may_repeat_after(error):
                    raise service_away(call.place.service) from error
            await asyncio.sleep(FIRST_PAUSE_S * 2**attempt * random.uniform(0.5, 1.5))  # noqa: S311
        raise AssertionError("the last attempt returns or raises")

    async def _send_once(self, call: Call, whole_up_to: int) -> tuple[aiohttp.ClientResponse, bytes | None]:
        place = call.place
        proof = sign(self._secret, CALLER, call.method, place.path)
        target = f"{place.address}{place.path}?{call.query}" if call.query else place.address + place.path
        response = await self._session.request(
            call.method,
            URL(target, encoded=True),
            headers=[*call.headers, (PROOF_HEADER, proof)],
            data=call.body,
            allow_redirects=False,
        )
        if not _known_small(response, call.method, whole_up_to):
            return response, None
        try:
            return response, await response.read()
        finally:
            response.release()

    async def ask(self, address: str, path: str, timeout_s: float) -> tuple[int, Mapping[str, str], bytes]:
        """Ask a service something of our own (is it ready?). Raises aiohttp.ClientError or TimeoutError."""
        headers = {PROOF_HEADER: sign(self._secret, CALLER, "GET", path)}
        async with self._session.get(
            address + path,
            headers=headers,
            timeout=aiohttp.ClientTimeout(total=timeout_s),
            allow_redirects=False,
        ) as response:
            return response.status, response.headers, await response.read()

    async def close(self) -> None:
        """Close all connections."""
        await self._session.close()


def _known_small(response: aiohttp.ClientResponse, method: str, whole_up_to: int) -> bool:
    if method == "HEAD" or response.status in {204, 304}:
        return True
    length = response.content_length
    return length is not None and length <= whole_up_to
