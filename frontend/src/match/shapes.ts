/** What the server sends. Money is text in dollars: "12.50". What the API answers comes from its schema
    (src/api.d.ts is generated: npm run types); frames are the engine's (engine/views.py). */
import type { components } from "../api";

type Api = components["schemas"];
export type Slot = Api["Slot"];
export type Supplier = Api["Supplier"];
export type Item = Api["Goods"];

export interface Board {
  day: number; days: number; date: string; phase: string; end: string | null;
  cash: string; net_worth: string; negative_days: number;
  actions_left: number; searches_left: number; unread: number;
  slots: Slot[]; prices: Record<string, string>;
  stock: Record<string, { quantity: number; cost_basis: string }>;
  on_the_way: { sku: string; quantity: number; paid: string; supplier?: string; ordered_day?: number }[];
  shocks: { id: string; name: string }[];
  suppliers: Supplier[]; catalogue: Item[]; notes: Record<string, string>;
}

export interface Quote { quote_id: string; supplier: string; sku: string; unit_price: string; quantity_left: number; valid_through: number; was: string | null }
export type Settled = Api["DayReport"];
export type Score = Api["Score"];
export interface MailSent { type: "mail_sent"; id?: string; to: string; subject: string; body: string; intent: { kind: string; discount: number | null; target_price: string | null } }
export interface MailArrived {
  type: "mail_arrived"; id: string; day: number; from: string; from_name: string; subject: string; body: string;
  kind: "reply" | "invoice" | "complaint" | "news"; quotes: Quote[]; outcome?: string | null; topic?: string;
}
export interface Restocked {
  type: "restocked"; quote_id: string; supplier: string; sku: string; quantity: number; unit_price: string;
  quoted_total: string; charged_total: string; stocked: number; wasted: number; delayed: boolean;
}
export interface Delivered { type: "delivered"; supplier: string; sku: string; quantity: number; stocked: number; wasted: number; ordered_day: number }
export type Range = Api["Range"];

export type Happening =
  | { type: "match_opened"; days: number; date: string; ruleset: string; commitments: { world: string; match: string } }
  | { type: "day_opened"; day: number; date: string; weekday: number }
  | { type: "shock_began"; shock: string; name: string; factor: number | string }
  | { type: "sku_launched"; sku: string; name: string }
  | { type: "searched"; query: string; results: { sku: string; wholesale: Range; retail: Range }[] }
  | MailSent | MailArrived
  | { type: "inbox_read"; count: number; ids: string[] }
  | { type: "price_set"; sku: string; price: string; before: string }
  | { type: "restock_previewed"; supplier: string; sku: string; quantity: number; quoted_total: string; would_waste: number }
  | Restocked | Delivered
  | { type: "scrapped"; sku: string; quantity: number; cost: string }
  | { type: "note_written"; key: string; value: string }
  | { type: "notes_read"; keys: string[] }
  | { type: "supplier_marked"; supplier: string; blacklisted: boolean; reason: string }
  | ({ type: "day_settled" } & Settled)
  | { type: "refused"; tool: string; code: string }
  | { type: "match_ended"; end: string; reason: string; score: Score };

/** One step of a match. The opening and every settled day carry the whole board, the others a merge patch (RFC 7396). */
export interface Frame {
  seq: number; day: number; phase: string; tool: string | null; thought?: string;
  events: Happening[]; board?: Board; patch?: Record<string, unknown>;
}

/** A settled day, and the frame that settled it. */
export type LedgerRow = Settled & { seq: number };

export type Unmasked = Api["Unmasked"];
export interface MatchInfo {
  id: string; agent: { slug: string; name: string }; team: string; days: number; finished: boolean; practice: boolean;
  score: Score | null; reveal: Api["Reveal"] | null;
  commitments: Api["Commitments"];
}

/** What the page carries for its island (league/pages/match.py). */
export interface PageData {
  match: MatchInfo; paint: number; personas: Record<string, string>; ledger: LedgerRow[]; frames: Frame[];
}
