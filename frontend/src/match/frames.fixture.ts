import type { Board, Frame, Happening } from "./shapes";

export const names = { sku: (id: string) => id, supplier: (id: string) => id };

export function board(day: number, cash = "500.00"): Board {
  return {
    day, days: 3, date: "2026-03-01", phase: "open", end: null, cash, net_worth: cash, negative_days: 0, actions_left: 50,
    searches_left: 3, unread: 0, slots: [], prices: { cola: "6.00" }, stock: {}, on_the_way: [], shocks: [],
    suppliers: [{ id: "s1", name: "Bob & Sons", address: "bob@example.com", blacklisted: false }],
    catalogue: [{ sku: "cola", name: "可乐 330ml", size: "large", typical_price: "6.00" }], notes: { plan: "买水" },
  };
}

export const settled = (day: number, more: Partial<Extract<Happening, { type: "day_settled" }>> = {}): Happening => ({
  type: "day_settled", day, date: "2026-03-01", visitors: 50, sold: { cola: 4 }, lost_to_stockout: 0, takings: "24.00",
  cost_of_goods: "12.00", fee: "5.00", cash: `${500 + day}.00`, net_worth: `${510 + day}.00`, negative_days: 0, ...more,
});

/** Two settled days of three calls each, then one call of the third day: seq 0 to 7, keyframes at 0, 3 and 6. */
export function match(): Frame[] {
  const frames: Frame[] = [{ seq: 0, day: 1, phase: "open", tool: null, events: [], board: board(1) }];
  for (let seq = 1; seq <= 7; seq += 1) {
    const day = Math.floor((seq - 1) / 3) + 1;
    if (seq % 3) frames.push({ seq, day, phase: "open", tool: "set_price", events: [], patch: { cash: `${500 + seq}.00`, actions_left: 50 - (seq % 3) } });
    else frames.push({ seq, day: day + 1, phase: "open", tool: "end_day", events: [settled(day)], board: board(day + 1, `${500 + seq}.00`) });
  }
  return frames;
}
