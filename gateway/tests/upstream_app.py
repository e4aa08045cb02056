"""A service to stand behind the gateway in tests: it tells what reached it, and misbehaves when asked to."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from typing import Any

CALLS: Counter[str] = Counter()


def build() -> Any:
    return serve


async def serve(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "lifespan":
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})
        return
    parts = scope["path"].split("/")
    kind = parts[2] if len(parts) > 2 else parts[1]
    await ANSWERS.get(kind, echo)(scope, receive, send)


async def body_of(receive: Any) -> bytes:
    body = b""
    while True:
        message = await receive()
        body += bytes(message.get("body", b""))
        if not message.get("more_body"):
            return body


async def whole(send: Any, status: int, body: bytes, *headers: tuple[bytes, bytes]) -> None:
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [length, *headers]})
    await send({"type": "http.response.body", "body": body})


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Tells what arrived."""
    body = await body_of(receive)
    told = {
        "method": scope["method"],
        "raw_path": scope["raw_path"].decode("latin-1"),
        "query": scope["query_string"].decode("latin-1"),
        "headers": [[name.decode("latin-1"), value.decode("latin-1")] for name, value in scope["headers"]],
        "body_bytes": len(body),
        "body": body[:2000].decode("latin-1"),
    }
    await whole(send, 200, json.dumps(told).encode(), (b"content-type", b"application/json"))


async def mirror(_scope: Any, receive: Any, send: Any) -> None:
    """Gives the body back, byte for byte."""
    await whole(send, 200, await body_of(receive), (b"content-type", b"application/octet-stream"))


async def headers(_scope: Any, _receive: Any, send: Any) -> None:
    """Answers with headers that pass, that do not, and with addresses of its own."""
    await whole(
        send,
        201,
        b"{}",
        (b"location", b"/v1/here/things/7"),
        (b"link", b'</v1/here/things?cursor=x>; rel="next"'),
        (b"etag", b'"3"'),
        (b"x-request-id", b"of-the-service"),
        (b"set-cookie", b"a=1"),
        (b"set-cookie", b"b=2"),
        (b"keep-alive", b"timeout=5"),
    )


async def pieces(_scope: Any, _receive: Any, send: Any) -> None:
    """Answers in pieces, with pauses, without saying how long it will be."""
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]})
    for number in range(5):
        await send({"type": "http.response.body", "body": f"piece {number}\n".encode(), "more_body": True})
        await asyncio.sleep(0.1)
    await send({"type": "http.response.body", "body": b""})


async def large(_scope: Any, _receive: Any, send: Any) -> None:
    """Answers with 5 MB of known length."""
    await whole(send, 200, bytes(range(256)) * 20_000)


async def huge(_scope: Any, _receive: Any, send: Any) -> None:
    """Answers with 40 MB, more than all buffers on the way hold."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(40):
        await send({"type": "http.response.body", "body": bytes(1_000_000), "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def breaks(_scope: Any, _receive: Any, send: Any) -> None:
    """Breaks off after 400,000 of the 1,000,000 bytes it announced."""
    CALLS["breaks"] += 1
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"1000000")]})
    await send({"type": "http.response.body", "body": b"x" * 400_000, "more_body": True})
    await asyncio.sleep(0.2)


async def breaks_small(_scope: Any, receive: Any, send: Any) -> None:
    """Breaks off in a small answer, twice; the third time it is whole. Tells how often it was called."""
    await body_of(receive)
    CALLS["breaks-small"] += 1
    if CALLS["breaks-small"] < 3:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"100")]})
        await send({"type": "http.response.body", "body": b"half", "more_body": True})
        return
    await whole(send, 200, b"whole")


async def calls(_scope: Any, _receive: Any, send: Any) -> None:
    """Tells how often the misbehaving ones were called, and starts counting anew."""
    told = json.dumps(CALLS).encode()
    CALLS.clear()
    await whole(send, 200, told, (b"content-type", b"application/json"))


async def slow(_scope: Any, _receive: Any, send: Any) -> None:
    """Answers after three seconds."""
    await asyncio.sleep(3)
    await whole(send, 200, b"late")


async def readyz(_scope: Any, _receive: Any, send: Any) -> None:
    await whole(send, 200, b'{"status": "ready", "version": "9.9.9", "code_version": "0123abcd"}')


ANSWERS = {
    "echo": echo,
    "mirror": mirror,
    "headers": headers,
    "pieces": pieces,
    "large": large,
    "huge": huge,
    "breaks": breaks,
    "breaks-small": breaks_small,
    "calls": calls,
    "slow": slow,
    "readyz": readyz,
}
