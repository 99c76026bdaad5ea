import { overcharge } from "./say";
import { cents } from "./money";
import type { Delivered, Frame, Restocked } from "./shapes";

/** An order with a supplier, as the frames show it. `late` is in days, null while the goods are still missing. */
export interface Order { seq: number; day: number; restocked: Restocked; more: number; late: number | null }
export interface Evidence { orders: Order[]; crept: { sku: string; first: string; last: string; rise: number } | null; paid: number; more: number; lateOrders: number; firstSeq: number | null; markedSeq: number | null; markedDay: number | null; lostBefore: number; lostAfter: number }

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
    crept: creep(orders),
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

/** The product whose unit price rose most from its first order to its last: rise 0.26 is 26 % dearer. */
function creep(orders: Order[]): Evidence["crept"] {
  const spans = new Map<string, { sku: string; first: string; last: string; rise: number }>();
  for (const { restocked } of orders) {
    const span = spans.get(restocked.sku) ?? { sku: restocked.sku, first: restocked.unit_price, last: "", rise: 0 };
    span.last = restocked.unit_price;
    span.rise = cents(span.last) / cents(span.first) - 1;
    spans.set(restocked.sku, span);
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
