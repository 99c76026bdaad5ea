import { overcharge } from "./say";
import { cents } from "./money";
import type { Delivered, Frame, Restocked } from "./shapes";

/** An order with a supplier, as the frames show it. `late` is in days, null while the goods are still missing. */
export interface Order { seq: number; day: number; restocked: Restocked; more: number; late: number | null }
export interface Evidence { orders: Order[]; crept: { sku: string; first: string; last: string; rise: number; seq: number } | null; paid: number; more: number; lateOrders: number; firstSeq: number | null; markedSeq: number | null; markedDay: number | null; lostBefore: number; lostAfter: number }

/** What could be known of a supplier, in order: charges over the quote, late goods, prices that creep up, and when it was marked. */
export function evidence(frames: Frame[], supplier: string): Evidence {
  const orders: Order[] = [];
  let marked: { seq: number; day: number } | null = null;
  for (const frame of frames) {
    for (const event of frame.events) {
      if (event.type === "restocked" && event.supplier === supplier) {
        orders.push({ seq: frame.seq, day: frame.day, restocked: event, more: overcharge(event), late: event.delayed ? null : 0 });
      } else if (event.type === "delivered" && event.supplier === supplier) arrive(orders, event, dayOf(frame));
      else if (event.type === "supplier_marked" && event.supplier === supplier) {
        marked = event.blacklisted ? (marked ?? { seq: frame.seq, day: frame.day }) : null;
      }
    }
  }
  const bad = orders.filter((order) => order.more > 0 || order.restocked.delayed);
  const more = (some: Order[]): number => some.reduce((sum, order) => sum + Math.max(0, order.more), 0);
  return {
    orders,
    crept: creep(frames, supplier),
    paid: orders.reduce((sum, order) => sum + cents(order.restocked.charged_total), 0),
    more: more(orders),
    lateOrders: orders.filter((order) => order.restocked.delayed).length,
    firstSeq: bad[0]?.seq ?? null,
    markedSeq: marked?.seq ?? null,
    markedDay: marked?.day ?? null,
    lostBefore: more(orders.filter((order) => !marked || order.seq < marked.seq)),
    lostAfter: marked ? more(orders.filter((order) => order.seq > marked.seq)) : 0,
  };
}

/** The product whose quotes rose most from the first to the dearest later one, bargains aside; `seq`: its first rise. */
function creep(frames: Frame[], supplier: string): Evidence["crept"] {
  const spans = new Map<string, NonNullable<Evidence["crept"]>>();
  for (const frame of frames) {
    for (const event of frame.events) {
      if (event.type !== "mail_arrived" || event.from !== supplier) continue;
      for (const quote of event.quotes) {
        if (quote.was !== null) continue;
        const span = spans.get(quote.sku) ?? { sku: quote.sku, first: quote.unit_price, last: quote.unit_price, rise: 0, seq: -1 };
        const rise = cents(quote.unit_price) / cents(span.first) - 1;
        if (rise > 0 && span.seq < 0) span.seq = frame.seq;
        if (rise > span.rise) Object.assign(span, { last: quote.unit_price, rise });
        spans.set(quote.sku, span);
      }
    }
  }
  return [...spans.values()].sort((one, other) => other.rise - one.rise).find((span) => span.rise > 0) ?? null;
}

function arrive(orders: Order[], event: Delivered, day: number): void {
  const order = orders.find(
    (one) => one.late === null && one.day === event.ordered_day && one.restocked.sku === event.sku && one.restocked.quantity === event.quantity,
  );
  if (order) order.late = day - order.day;
}

/** Goods arrive when a day opens: the day is that of the opening in the same frame. */
function dayOf(frame: Frame): number {
  for (const event of frame.events) if (event.type === "day_opened") return event.day;
  return frame.day;
}
