import type { Board, Frame } from "../match/shapes";

/** What league/pages/screen.py tells. Money in cents. */
export interface Who {
  id: string; agent: { slug: string; name: string }; team: string; paint: number;
  day: number; days: number; worth: number; cash: number; practice: boolean; end: string;
}
export type Racer = Who & { points: [number, number][] };
export type Stall = Who & { seq: number; board: Board; latest: Frame[] };
export interface Standing { rank: number; agent: string; team: string; slug: string; paint: number; worth: number | null; n: number }
export interface SeasonNow {
  slug: string; name: string; state: string; days: number; frozen: boolean; rounds: number; round: number | null;
  closes_at: string | null; opens_at: string | null;
}
export interface Picture {
  now: string; league: { slug: string; name: string; zone: string; zone_name: string };
  season: SeasonNow | null; board: Standing[]; race: Racer[]; live: Stall[];
}
export interface Wishes { theme: string; pace: number; matches: number; thoughts: boolean; season: string; notes: string[] }

export type Told =
  | { type: "hello"; build: string; seqs: Record<string, number> }
  | { type: "frames"; frames: { match: string; frame: Frame }[] }
  | { type: "hidden"; what: { match: string; seq: number; kind: string }[] }
  | { type: "again" } | { type: "gone" } | { type: "pulse" };

/** A thought or a mail that floats up. */
export interface Floating { key: string; match: string; seq: number; kind: "thought" | "mail"; who: string; paint: number; day: number; text: string; sub: string }
export interface Line { key: string; match: string; seq: number; who: string; paint: number; text: string; tone: "" | "good" | "bad" }
