"""A proxy before a neighbor that makes it slow, or lets it answer nonsense, as a test says."""

from __future__ import annotations

import asyncio
import random
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self

from tests.faults.losing_proxy import END_OF_HEAD, HOST, read_message


class UnwellNeighbor:
    """Listens on `port`, in a thread of its own, while in its `with`. Set `target` to the port behind it.

    Of the requests below `path`, `share` are answered only after `delay_s`; with `nonsense` they are answered
    at once with these bytes as the body of a 200. `asked` counts the requests that were treated so.
    """

    def __init__(self, path: bytes, seed: int) -> None:
        self.port = 0
        self.target: int | None = None
        self.share = 0.0
        self.delay_s = 0.0
        self.nonsense: bytes | None = None
        self.asked = 0
        self._path = path
        self._chance = random.Random(seed)
        self._loop = asyncio.new_event_loop()
        self._listening = threading.Event()
        self._thread = threading.Thread(target=self._run, name="unwell-neighbor", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._listening.wait(10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def well(self) -> None:
        """Let it be as good as what is behind it."""
        self.share, self.delay_s, self.nonsense = 0.0, 0.0, None

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
        with suppress(asyncio.IncompleteReadError, OSError):
            back_reader, back_writer = await asyncio.open_connection(HOST, self.target)
            with suppress(asyncio.IncompleteReadError, OSError):
                while True:
                    request = await read_message(reader)
                    answer = await self._odd_answer(request)
                    if answer is None:
                        back_writer.write(request)
                        answer = await read_message(back_reader)
                    writer.write(answer)
                    await writer.drain()
            back_writer.close()
        writer.close()

    async def _odd_answer(self, request: bytes) -> bytes | None:
        target = request.partition(END_OF_HEAD)[0].split(b" ", 2)[1]
        if self._path not in target or self._chance.random() >= self.share:
            return None
        self.asked += 1
        if self.nonsense is not None:
            head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
            return head % len(self.nonsense) + self.nonsense
        await asyncio.sleep(self.delay_s)
        return None
