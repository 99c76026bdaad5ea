import type { Frame, MailArrived, Restocked } from "./shapes";

/** The thread of customers and market news. */
export const OTHERS = "others";

/** A message in a supplier's thread. `slip` puts an invoice beside what had been quoted. */
export interface Letter {
  seq: number; day: number; thread: string; mine: boolean; name: string; kind: string; subject: string; body: string;
  quotes: MailArrived["quotes"]; result: string | null; slip: Restocked | null;
}

/** The mails of a frame, the agent's own among them, in order. */
export function letters(frame: Frame): Letter[] {
  const found: Letter[] = [];
  const bought = frame.events.find((event): event is Restocked => event.type === "restocked") ?? null;
  for (const event of frame.events) {
    if (event.type === "mail_sent") {
      found.push({
        seq: frame.seq, day: frame.day, thread: event.to, mine: true, name: event.to, kind: "sent", subject: event.subject,
        body: event.body, quotes: [], result: null, slip: null,
      });
    } else if (event.type === "mail_arrived") {
      const isSupplier = event.kind === "reply" || event.kind === "invoice";
      found.push({
        seq: frame.seq, day: event.day, thread: isSupplier ? event.from : OTHERS, mine: false, name: event.from_name,
        kind: event.kind, subject: event.subject, body: event.body, quotes: event.quotes,
        result: event.outcome ?? event.topic ?? null, slip: event.kind === "invoice" ? bought : null,
      });
    }
  }
  return found;
}

/** How many of these, sorted by seq, happened by this step. */
export function countUntil(items: readonly { seq: number }[], seq: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (items[middle]!.seq <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
