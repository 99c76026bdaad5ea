import { expect, test } from "vitest";
import { evidence } from "./evidence";
import { names, settled } from "./frames.fixture";
import { moments } from "./moments";
import type { Frame, Happening, Restocked } from "./shapes";

let seq = 0;
const frame = (day: number, ...events: Happening[]): Frame => ({ seq: (seq += 1), day, phase: "open", tool: "restock", events, patch: {} });
const order = (more: Partial<Restocked> = {}): Restocked => ({
  type: "restocked", quote_id: "q", supplier: "s1", sku: "cola", quantity: 10, unit_price: "2.40", quoted_total: "24.00",
  charged_total: "24.00", stocked: 10, wasted: 0, delayed: false, ...more,
});

test("first sale, shock, overcharge, stock-out, launch, blacklist and negative cash are marked, a run of days once", () => {
  const frames = [
    frame(1, settled(1, { sold: {} })),
    frame(2, order()),
    frame(2, settled(2), { type: "shock_began", shock: "rainstorm", name: "暴雨", factor: 0.6 }),
    frame(3, order({ charged_total: "39.00" })),
    frame(3, settled(3, { lost_to_stockout: 3 })),
    frame(4, settled(4, { lost_to_stockout: 9, negative_days: 1 })),
    frame(5, settled(5, { negative_days: 2 }), { type: "sku_launched", sku: "nuts", name: "混合坚果" }),
    frame(6, { type: "supplier_marked", supplier: "s1", blacklisted: true, reason: "" }),
    frame(6, { type: "supplier_marked", supplier: "s1", blacklisted: false, reason: "" }),
  ];
  expect(moments(frames, names).map((mark) => mark.kind)).toEqual([
    "first_sale", "shock", "overcharge", "stockout", "negative", "launch", "marked",
  ]);
});

const quoted = (price: string, was: string | null = null): Happening => ({
  type: "mail_arrived", id: "m", day: 7, from: "s1", from_name: "Bob", subject: "", body: "", kind: "reply", topic: "quote",
  quotes: [{ quote_id: "q", supplier: "s1", sku: "redbull", unit_price: price, quantity_left: 300, valid_through: 9, was }],
});

test("the evidence tells money lost before and after the mark, and how late goods were", () => {
  const frames = [
    frame(2, order({ charged_total: "39.00" })),
    frame(3, order({ delayed: true, sku: "water" })),
    frame(4, { type: "supplier_marked", supplier: "s1", blacklisted: true, reason: "" }),
    frame(5, settled(4), { type: "day_opened", day: 5, date: "", weekday: 1 }, { type: "delivered", supplier: "s1", sku: "water", quantity: 10, stocked: 10, wasted: 0, ordered_day: 3 }),
    frame(6, order({ charged_total: "30.00" })),
    frame(6, order({ supplier: "s2", charged_total: "99.00" })),
    ...["5.50", "5.94", "5.20"].map((price) => frame(7, quoted(price))),
    frame(7, quoted("9.00", "10.00")), // a bargain tells nothing of what it asks by itself
  ];
  const proof = evidence(frames, "s1");
  expect(proof.orders.map((one) => one.more)).toEqual([1500, 0, 600]);
  expect(proof.orders[1]!.late).toBe(2);
  expect([proof.lostBefore, proof.lostAfter, proof.lateOrders]).toEqual([1500, 600, 1]);
  expect(proof.crept).toMatchObject({ sku: "redbull", first: "5.50", last: "5.94", seq: frames[7]!.seq });
  expect([proof.firstSeq, proof.markedDay]).toEqual([frames[0]!.seq, 4]);
});
