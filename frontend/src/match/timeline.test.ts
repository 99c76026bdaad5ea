import { expect, test } from "vitest";
import { Gather } from "./gather";
import { match } from "./frames.fixture";
import { Timeline } from "./timeline";

function full(): Timeline {
  const timeline = new Timeline(3);
  timeline.add(match());
  return timeline;
}

test("every step has the same board forwards, backwards and by jumping", () => {
  const forwards = full();
  const boards = Array.from({ length: 8 }, (_, seq) => forwards.boardAt(seq)?.cash);
  expect(boards).toEqual(["500.00", "501.00", "502.00", "503.00", "504.00", "505.00", "506.00", "507.00"]);
  const jumping = full();
  for (const seq of [7, 0, 5, 5, 4, 6, 1]) expect(jumping.boardAt(seq)?.cash).toBe(boards[seq]);
});

test("a live match and its replay are the same list, however the frames come in", () => {
  const timeline = new Timeline(3);
  const frames = match();
  timeline.add(frames.slice(6));
  timeline.add(frames.slice(0, 3));
  expect(timeline.complete).toBe(false);
  expect(timeline.hole).toBe(3);
  timeline.add(frames);
  expect(timeline.complete).toBe(true);
  expect(timeline.add(frames)).toBe(0);
});

test("a seek asks only for what lies after the last whole board", () => {
  const timeline = new Timeline(3);
  const frames = match();
  timeline.addLedger(full().ledger);
  timeline.add([frames[3]!, frames[6]!, frames[7]!]);
  expect(timeline.missingFor(7)).toBeNull();
  expect(timeline.missingFor(5)).toEqual([4, 5]);
  expect(timeline.missingFor(2)).toEqual([0, 2]);
  const empty = new Timeline(3);
  empty.addLedger(full().ledger);
  expect(empty.missingFor(5)).toEqual([3, 5]);
  expect(empty.missingFor(6)).toEqual([6, 6]);
  expect(timeline.boardAt(5)).toBeNull();
});

test("places on the scale of days and back", () => {
  const timeline = full();
  expect(timeline.place(0)).toBe(0);
  expect(timeline.place(3)).toBe(1);
  expect(timeline.place(6)).toBe(2);
  for (let seq = 0; seq <= 7; seq += 1) expect(timeline.seqAt(timeline.place(seq))).toBe(seq);
  expect(timeline.seqAt(99)).toBe(7);
  expect(timeline.seqAt(-1)).toBe(0);
});

test("the day of a step comes from the ledger alone, before any frame is loaded", () => {
  const timeline = new Timeline(3);
  timeline.addLedger(full().ledger);
  expect([0, 2, 3, 5, 6].map((seq) => timeline.dayAt(seq))).toEqual([1, 1, 2, 2, 3]);
  expect([0, 2, 3, 6].map((seq) => timeline.settledBy(seq))).toEqual([0, 0, 1, 2]);
});

test("what is gathered has each thing once and in order, also when a hole is filled later", () => {
  const timeline = new Timeline(3);
  const frames = match();
  const gather = new Gather(timeline, (frame) => [frame.seq]);
  timeline.add(frames.slice(4));
  expect(gather.all).toEqual([4, 5, 6, 7]);
  timeline.add(frames.slice(0, 4));
  expect(gather.all).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});
