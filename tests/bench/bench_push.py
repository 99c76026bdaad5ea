"""Pushing one match to its spectators: our rooms against a plain consumer that joins the group for each
socket (push_server.py), both in one server process on the in-memory layer, in the same run. The server's own
processor time is counted, the clients' is not.

Targets: at least 8 times the deliveries a core second; 3,000 spectators at 10 frames a second with p99 under
300 ms and none lost; those who come late or do not read are told where they stand, and hold no memory."""

import asyncio
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from tests.realservices import free_port  # noqa: E402

RATE = 10.0
PLAIN, SPECTATORS, LATE, SLOW = 400, 3_000, 200, 20
ASK = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Client(asyncio.Protocol):
    """The least that reads a socket: counts frames, sees gaps, keeps every 20th latency."""

    def __init__(self, path: str) -> None:
        self.path, self.rest, self.open = path, b"", False
        self.seqs: list[int] = []
        self.late: list[tuple[int, float]] = []
        self.words: list[dict[str, object]] = []
        self.hello = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(ASK.format(path=self.path).encode())

    def data_received(self, data: bytes) -> None:
        data = self.rest + data
        at = 0
        if not self.open:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self.rest = data
                return
            self.open, at = True, end + 4
        now = time.monotonic_ns()
        while len(data) - at >= 2:
            size, head = data[at + 1], 2
            if size == 126:
                if len(data) - at < 4:
                    break
                size, head = int.from_bytes(data[at + 2 : at + 4]), 4
            if len(data) - at < head + size:
                break
            text = data[at + head : at + head + size]
            at += head + size
            if text.startswith(b'{"seq":0'):
                seq = int(text[7:17])
                self.seqs.append(seq)
                if seq % 20 == id(self) // 64 % 20:
                    self.late.append((seq, (now - int(text[22:42])) / 1e6))
            elif text.startswith(b'{"type"'):
                self.words.append(json.loads(text))
                if not self.hello.done():
                    self.hello.set_result(None)
        self.rest = data[at:]

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.hello.done():
            self.hello.set_exception(ConnectionError(self.path))


class Server:
    def __init__(self, folder: str) -> None:
        self.port = free_port()
        values = {**os.environ, "CLAWVEND_DATA": folder, "DATABASE_URL": "", "REDIS_URL": ""}
        command = [sys.executable, "-m", "tests.bench.push_server", str(self.port)]
        self.process = subprocess.Popen(command, cwd=ROOT, env=values, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.matches: list[str] = json.loads(self.process.stdout.readline())
        self.look = psutil.Process(self.process.pid)

    def cpu(self) -> float:
        times = self.look.cpu_times()
        return float(times.user + times.system)

    def memory(self) -> float:
        return float(self.look.memory_info().rss) / 2**20

    async def client(self, path: str) -> Client:
        loop = asyncio.get_running_loop()
        for _ in range(50):
            try:
                _, client = await loop.create_connection(lambda: Client(path), "127.0.0.1", self.port)
                break
            except OSError:
                await asyncio.sleep(0.1)
        await client.hello
        return client

    async def clients(self, path: str, count: int) -> list[Client]:
        found: list[Client] = []
        while len(found) < count:
            more = min(50, count - len(found))
            found += await asyncio.gather(*(self.client(path) for _ in range(more)))
        return found

    async def feed(self, kind: str, match: str, frames: int, rate: float) -> None:
        import websockets

        async with websockets.connect(f"ws://127.0.0.1:{self.port}/hand", ping_interval=None) as hand:
            await hand.send(json.dumps({"kind": kind, "match_id": match, "frames": frames, "rate": rate}))
            await hand.recv()


async def measure(server: Server, kind: str, match: str, count: int, frames: int, late: int = 0) -> float:
    """Deliveries a core second of the server."""
    path = f"/plain/{match}" if kind == "plain" else f"/ws/matches/{match}"
    before = server.memory()
    watching = await server.clients(path, count)
    filled = server.memory()
    cpu, start = server.cpu(), time.monotonic()
    feeding = asyncio.create_task(server.feed(kind, match, frames, RATE))
    joined: list[Client] = []
    if late:
        await asyncio.sleep(frames / RATE / 2)
        joined = await server.clients(f"{path}?after=0", late)
    await feeding
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and any(len(one.seqs) < frames for one in (*watching, *joined)):
        await asyncio.sleep(0.1)
    spent, took = server.cpu() - cpu, time.monotonic() - start
    told = sum(len(one.seqs) for one in (*watching, *joined))
    lost = sum(frames - len(set(one.seqs)) for one in (*watching, *joined))
    disorder = sum(one.seqs != sorted(set(one.seqs)) for one in (*watching, *joined))
    times = sorted(took_ for one in watching for _, took_ in one.late)
    first = sorted(took_ for one in watching for seq, took_ in one.late if seq <= frames / 2)
    p50, p99 = statistics.median(times), times[int(len(times) * 0.99)]
    others = f" and {late} late" if late else ""
    print(
        f"{kind:6} {count:5} spectators{others:14} {told / took:7,.0f} deliveries/s, "
        f"{1e6 * spent / told:6.1f} ms CPU per 1,000, p50 {p50:.0f} ms, p99 {p99:.0f} ms "
        f"({first[int(len(first) * 0.99)]:.0f} before others came), lost {lost}, "
        f"out of order {disorder}, {1024 * (filled - before) / count:.0f} KiB a socket"
    )
    for one in (*watching, *joined):
        one.transport.close()
    await asyncio.sleep(1)
    return told / spent


async def slow(server: Server, match: str) -> None:
    """Twenty do not read while 12,000 frames go by: the server keeps a bounded share of each and says so."""
    readers = await server.clients(f"/ws/matches/{match}", SLOW)
    for one in readers:
        one.transport.pause_reading()
    brisk = await server.client(f"/ws/matches/{match}")
    before = server.memory()
    await server.feed("ours", match, 12_000, 100_000.0)
    held = server.memory() - before
    for one in readers:
        one.transport.resume_reading()
    await server.feed("ours", match, 5, RATE)
    await asyncio.sleep(3)
    told = sum(any(word["type"] == "behind" for word in one.words) for one in readers)
    last = {one.seqs[-1] for one in readers}
    silent = 0
    for one in readers:  # every hole must end at what a "behind" said
        said = {word["seq"] for word in one.words if word["type"] == "behind"}
        silent += sum(b != a + 1 and b - 1 not in said for a, b in zip(one.seqs, one.seqs[1:], strict=False))
    print(
        f"slow   {SLOW} of them, 12,005 frames: {told} told that they are behind, {silent} silent holes, "
        f"all at {last}; the brisk one got {len(brisk.seqs)}; {held:.1f} MiB held for all"
    )


async def main() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 16_384) if soft < 16_384 else soft, hard))
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            one, two, three, four = server.matches
            plain = await measure(server, "plain", one, PLAIN, 50)
            ours = await measure(server, "ours", two, PLAIN, 50)
            print(f"ratio at {PLAIN}: {ours / plain:.1f} (target: at least 8)")
            many = await measure(server, "ours", three, SPECTATORS, 150, LATE)
            print(f"ratio at {SPECTATORS} against plain at {PLAIN}: {many / plain:.1f}")
            await slow(server, four)
        finally:
            server.process.terminate()
            server.process.wait(10)


if __name__ == "__main__":
    asyncio.run(main())
