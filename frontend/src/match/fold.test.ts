import { expect, test } from "vitest";
import { fold, merge } from "./fold";
import { board } from "./frames.fixture";

// The examples of RFC 7396, appendix A, that a board can meet.
test.each([
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])("merge %j with %j", (target, patch, result) => {
  expect(merge(target, patch)).toEqual(result);
});

test("a patch leaves the board before it as it was, or stepping back would show the future", () => {
  const before = board(1);
  const copy = structuredClone(before);
  const after = fold(before, { seq: 1, day: 1, phase: "open", tool: "note_to_self", events: [], patch: { notes: { plan: null, tip: "砍价" }, cash: "1.00" } });
  expect(before).toEqual(copy);
  expect(after.notes).toEqual({ tip: "砍价" });
  expect(after.cash).toBe("1.00");
});

test("a frame with a whole board replaces everything", () => {
  expect(fold(board(1), { seq: 3, day: 2, phase: "open", tool: "end_day", events: [], board: board(2) }).day).toBe(2);
});

test("a patch without a board before it is an error, not an empty machine", () => {
  expect(() => fold(null, { seq: 1, day: 1, phase: "open", tool: null, events: [], patch: {} })).toThrow();
});
