"""A proxy that passes requests on and now and then loses the answer: the work is done, nobody hears of it."""

from __future__ import annotations

import asyncio
import random
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self

HOST = "127.0.0.1"
END_OF_HEAD = b"\r\n\r\n"


class LosingProxy:
    """Listens on `port`, in a thread of its own, while in its `with`.

    Set `target` to the port behind it. Of the answers to POST it loses `share`: it reads the whole answer,
    then cuts the caller's connection. `lost` counts them, `posts` the POSTs that came, `keyless` those
    among them without an Idempotency-Key.
    """

    def __init__(self, share: float, seed: int) -> None:
        self.share = share
        self.target: int | None = None
        self.port = 0
        self.posts = 0
        self.keyless = 0
        self.lost = 0
        self._chance = random.Random(seed)
        self._loop = asyncio.new_event_loop()
        self._listening = threading.Event()
        self._thread = threading.Thread(target=self._run, name="losing-proxy", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._listening.wait(10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._connection, HOST, 0))
        self.port = server.sockets[0].getsockname()[1]
        self._listening.set()
        self._loop.run_forever()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            back_reader, back_writer = await asyncio.open_connection(HOST, self.target)
        except OSError:
            writer.close()
            return
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                request = await read_message(reader)
                back_writer.write(request)
                answer = await read_message(back_reader)
                if self._is_lost(request):
                    self.lost += 1
                    break
                writer.write(answer)
                await writer.drain()
        writer.close()
        back_writer.close()

    def _is_lost(self, request: bytes) -> bool:
        if not request.startswith(b"POST "):
            return False
        self.posts += 1
        self.keyless += b"\r\nidempotency-key:" not in request.partition(END_OF_HEAD)[0].lower()
        return self._chance.random() < self.share


async def read_message(reader: asyncio.StreamReader) -> bytes:
    """One request or answer, by its Content-Length or its chunks. Raises IncompleteReadError at the end."""
    head = await reader.readuntil(END_OF_HEAD)
    fields = dict(line.lower().split(b":", 1) for line in head.split(b"\r\n")[1:] if b":" in line)
    if b"chunked" in fields.get(b"transfer-encoding", b""):
        body = b""
        while True:
            size = await reader.readline()
            piece = await reader.readexactly(int(size, 16) + 2)
            body += size + piece
            if int(size, 16) == 0:
                return head + body
    return head + await reader.readexactly(int(fields.get(b"content-length", b"0")))
