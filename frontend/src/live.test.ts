import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Live, type LinkState } from "./live";
import type { Frame } from "./match/shapes";

class FakeSocket {
  static all: FakeSocket[] = [];
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  closed = false;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  close(code = 1006): void {
    this.closed = true;
    this.onclose?.({ code });
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const frame = (seq: number): Frame => ({ seq, day: 1, phase: "open", tool: "set_price", events: [], patch: {} });
let seen: number[];
let states: LinkState[];
let finished: number;
let stored: number; // frames the API has
let asked: string[];
let live: Live;
const socket = (): FakeSocket => FakeSocket.all.at(-1)!;
const soon = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  [seen, states, asked, finished, stored] = [[], [], [], 0, 0];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    const after = Number(/after=(-?\d+)/.exec(url)![1]);
    const results: Frame[] = [];
    for (let seq = after + 1; seq <= stored && results.length < 500; seq += 1) results.push(frame(seq));
    return { ok: true, json: async () => ({ next: null, results }) };
  });
  live = new Live({
    matchId: "abc", after: 10,
    onFrames: (frames) => seen.push(...frames.map((one) => one.seq)),
    onState: (state) => states.push(state),
    onFinished: () => (finished += 1),
  });
  live.start();
});
afterEach(() => {
  live.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("joins after the last frame it has, and hands on each frame once", () => {
  expect(socket().url).toContain("/ws/matches/abc?after=10");
  socket().say({ type: "hello", seq: 12, status: "open" });
  expect(states.at(-1)).toBe("behind");
  for (const seq of [9, 10, 11, 11, 12, 12]) socket().say(frame(seq));
  expect(seen).toEqual([11, 12]);
  expect(states.at(-1)).toBe("online");
});

test("a gap is closed through the API, in order, and what came early is kept", async () => {
  socket().say({ type: "hello", seq: 10, status: "open" });
  stored = 14;
  socket().say(frame(15));
  expect(seen).toEqual([]);
  expect(states.at(-1)).toBe("behind");
  await soon();
  expect(seen).toEqual([11, 12, 13, 14, 15]);
  expect(states.at(-1)).toBe("online");
});

test("told that it is behind, it fetches page after page", async () => {
  stored = 1210;
  socket().say({ type: "hello", seq: 1210, status: "open" });
  socket().say({ type: "behind", seq: 1210 });
  await soon();
  expect(seen).toHaveLength(1200);
  expect(asked).toHaveLength(3);
  expect(states.at(-1)).toBe("online");
});

test("a server that sends no backlog is asked for it", async () => {
  stored = 13;
  socket().say({ type: "hello", seq: 13, status: "open" });
  await vi.advanceTimersByTimeAsync(1_100);
  expect(seen).toEqual([11, 12, 13]);
});

test("a dropped connection comes back after growing waits, from where it was", async () => {
  socket().say(frame(11));
  socket().close();
  expect(states.at(-1)).toBe("offline");
  await vi.advanceTimersByTimeAsync(500);
  expect(FakeSocket.all).toHaveLength(2);
  expect(socket().url).toContain("after=11");
  socket().close();
  await vi.advanceTimersByTimeAsync(400);
  expect(FakeSocket.all).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(600);
  expect(FakeSocket.all).toHaveLength(3);
});

test("a page that nobody looks at hangs up, and catches up when it is looked at again", async () => {
  const visible = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(31_000);
  expect(socket().closed).toBe(true);
  expect(states.at(-1)).toBe("paused");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.all).toHaveLength(1);
  visible.mockReturnValue("visible");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(FakeSocket.all).toHaveLength(2);
  visible.mockRestore();
});

test("the end is told once, after the last frame", async () => {
  stored = 12;
  socket().say(frame(11));
  socket().say({ type: "finished", seq: 12 });
  await soon();
  expect(seen).toEqual([11, 12]);
  expect(finished).toBe(1);
  expect(states.at(-1)).toBe("finished");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test("readers of a server that restarts come back spread over seconds, not all at once", async () => {
  const chance = vi.spyOn(Math, "random").mockReturnValue(0.9);
  const before = FakeSocket.all.length;
  socket().close(1012);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(FakeSocket.all.length).toBe(before);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(FakeSocket.all.length).toBe(before + 1);
  socket().close(1006); // torn off: at once, the server is there
  await vi.advanceTimersByTimeAsync(2_000);
  expect(FakeSocket.all.length).toBe(before + 2);
  chance.mockRestore();
});
