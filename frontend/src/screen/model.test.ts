import { describe, expect, it } from "vitest";
import type { Board, Frame } from "../match/shapes";
import { FLOATING, LINES, Model } from "./model";
import type { Picture } from "./shapes";

const board = (day: number): Board => ({
  day, days: 365, date: "2026-05-04", phase: "open", end: null, cash: "500.00", net_worth: "500.00", negative_days: 0, actions_left: 50,
  searches_left: 3, unread: 0, slots: [], prices: {}, stock: {}, on_the_way: [], shocks: [], suppliers: [], catalogue: [], notes: {},
}) as unknown as Board;

const picture = (): Picture => ({
  now: "2026-12-01T00:00:00Z", league: { slug: "l", name: "L", zone: "Asia/Shanghai", zone_name: "" }, season: null, board: [],
  race: [{ id: "a", agent: { slug: "a", name: "甲" }, team: "", paint: 0, day: 1, days: 365, worth: 50_000, cash: 0, practice: false, end: "", points: [] }],
  live: [{ id: "a", agent: { slug: "a", name: "甲" }, team: "", paint: 0, day: 1, days: 365, worth: 50_000, cash: 0, practice: false, end: "", seq: 0, board: board(1), latest: [] }],
});
const thought = (seq: number, more: Partial<Frame> = {}): Frame => ({ seq, day: 1, phase: "open", tool: "read_notes", thought: `想法 ${seq}`, events: [], patch: { cash: `${seq}.00` }, ...more });
const told = (frame: Frame): { match: string; frame: Frame }[] => [{ match: "a", frame }];

describe("the model of a screen", () => {
  it("takes each frame once, in order", () => {
    const model = new Model(picture());
    expect(model.take([...told(thought(1)), ...told(thought(1)), ...told(thought(2))])).toBe(true);
    expect(model.floating.map((one) => one.seq)).toEqual([1, 2]);
    expect(model.picture.live[0]!.cash).toBe(200);
  });

  it("asks for the picture when a frame is missing, and tells nothing that it cannot know", () => {
    const model = new Model(picture());
    expect(model.take(told(thought(2)))).toBe(false);
    expect(model.picture.live[0]!.seq).toBe(0);
    expect(model.lacks({ a: 2 })).toBe(true);
    expect(model.lacks({ a: 0 })).toBe(false);
  });

  it("asks when a match opens that it does not show", () => {
    expect(new Model(picture()).take([{ match: "b", frame: thought(0) }])).toBe(false);
    expect(new Model(picture()).take([{ match: "b", frame: thought(7) }])).toBe(true);
  });

  it("lets a hidden thought vanish at once, and nothing else", () => {
    const model = new Model(picture());
    model.take([...told(thought(1)), ...told(thought(2))]);
    model.hide([{ match: "a", seq: 1, kind: "thought" }]);
    expect(model.floating.map((one) => one.seq)).toEqual([2]);
  });

  it("holds the same amount after 20,000 frames as after 100", () => {
    const model = new Model(picture());
    for (let seq = 1; seq <= 20_000; seq += 1) {
      const settled = { type: "day_settled", day: seq, takings: "1.00", net_worth: "501.00", cash: "1.00", visitors: 1, cost_of_goods: "0.10", fee: "5.00" };
      model.take(told(thought(seq, { day: seq, events: [settled as never], patch: { day: seq } })));
      if (seq > 100) expect([model.floating.length, model.lines.length, model.deeds.size]).toEqual([FLOATING, LINES, 1]);
    }
    expect(model.picture.race[0]!.points.length).toBeLessThanOrEqual(400);
  });
});
