import { fold } from "../match/fold";
import { cents, money } from "../match/money";
import { namesOf } from "../match/names";
import { say } from "../match/say";
import type { Frame, Happening } from "../match/shapes";
import type { Floating, Line, Picture, Stall, Told } from "./shapes";

export const FLOATING = 9; // thoughts and mails at hand
export const LINES = 16; // of the ticker
const POINTS = 400; // of a line in the race
const WORDS = 140; // more of a thought cannot be read in passing

/**
 * What the screen shows. Everything in it is bounded. `take` answers false when something is missing, or when the
 * picture itself is another one (a match begins or ends): then it is asked for anew.
 */
export class Model {
  picture: Picture;
  floating: Floating[] = [];
  lines: Line[] = [];
  deeds = new Map<string, string>();

  constructor(first: Picture) {
    this.picture = first;
    this.begin(first);
  }

  begin(picture: Picture): void {
    this.picture = picture;
    this.floating = [];
    this.lines = [];
    const told = picture.live.flatMap((stall) => stall.latest.map((frame) => ({ stall, frame })));
    told.sort((a, b) => a.stall.latest.length - a.stall.latest.indexOf(a.frame) - (b.stall.latest.length - b.stall.latest.indexOf(b.frame)));
    for (const { stall, frame } of told.reverse()) this.tell(stall, frame);
    for (const stall of picture.live) stall.latest = [];
    const shown = new Set(picture.live.map((stall) => stall.id));
    for (const id of this.deeds.keys()) if (!shown.has(id)) this.deeds.delete(id);
  }

  /** How the picture differs from where the server says that its matches stand. */
  lacks(seqs: Record<string, number>): boolean {
    return this.picture.live.some((stall) => (seqs[stall.id] ?? -1) !== stall.seq);
  }

  take(told: { match: string; frame: Frame }[]): boolean {
    let whole = true;
    for (const { match, frame } of told) {
      const stall = this.picture.live.find((one) => one.id === match);
      this.race(match, frame);
      if (!stall) {
        if (frame.seq === 0) whole = false; // somebody opens
        continue;
      }
      if (frame.seq <= stall.seq) continue;
      if (frame.seq > stall.seq + 1 && !frame.board) {
        whole = false;
        continue;
      }
      stall.seq = frame.seq;
      stall.board = fold(stall.board, frame);
      stall.day = stall.board.day;
      stall.cash = cents(stall.board.cash);
      stall.worth = cents(stall.board.net_worth);
      this.tell(stall, frame);
      if (frame.phase === "finished") {
        stall.end = stall.board.end ?? "completed";
        whole = false;
      }
    }
    return whole;
  }

  /** Out of sight, at once. */
  hide(what: Extract<Told, { type: "hidden" }>["what"]): void {
    for (const { match, seq, kind } of what) {
      const gone = (one: { match: string; seq: number; kind?: string }): boolean =>
        one.match === match && (kind === "mail" ? one.kind !== "thought" : one.seq === seq && one.kind === "thought");
      this.floating = this.floating.filter((one) => !gone(one));
      if (kind === "mail") {
        this.lines = this.lines.filter((line) => line.match !== match);
        this.deeds.delete(match);
      }
    }
  }

  private race(match: string, frame: Frame): void {
    const racer = this.picture.race.find((one) => one.id === match);
    if (!racer) return;
    const worth = frame.board?.net_worth ?? frame.patch?.net_worth;
    if (typeof worth === "string") racer.worth = cents(worth);
    for (const event of frame.events) {
      if (event.type !== "day_settled" || event.day <= (racer.points.at(-1)?.[0] ?? 0)) continue;
      racer.points.push([event.day, cents(event.net_worth)]);
      racer.worth = cents(event.net_worth);
      racer.day = Math.min(racer.days, event.day + 1);
      if (racer.points.length > POINTS) racer.points.splice(0, racer.points.length - POINTS);
    }
  }

  private tell(stall: Stall, frame: Frame): void {
    const names = namesOf(stall.board);
    const base = { match: stall.id, seq: frame.seq, who: stall.agent.name, paint: stall.paint };
    if (frame.thought) this.float({ ...base, key: `${stall.id}-${frame.seq}-t`, kind: "thought", day: frame.day, text: clip(frame.thought), sub: "" });
    let deed = "";
    frame.events.forEach((event, at) => {
      if (event.type === "mail_sent" || (event.type === "mail_arrived" && event.kind !== "invoice")) {
        const sub = event.type === "mail_sent" ? `写给 ${names.supplier(event.to)}` : `${event.from_name} 来信`;
        this.float({ ...base, key: `${stall.id}-${frame.seq}-${at}`, kind: "mail", day: frame.day, text: clip(event.body || event.subject), sub });
      }
      const text = say(event, names);
      if (!text) return;
      deed = text;
      if (isNews(event)) this.line({ ...base, key: `${stall.id}-${frame.seq}-${at}`, text: short(event, text), tone: tone(event) });
    });
    if (deed) this.deeds.set(stall.id, deed);
  }

  private float(one: Floating): void {
    this.floating = [...this.floating.filter((other) => other.key !== one.key), one].slice(-FLOATING);
  }

  private line(one: Line): void {
    this.lines = [...this.lines.filter((other) => other.key !== one.key), one].slice(-LINES);
  }
}

const clip = (text: string): string => {
  const letters = [...text.replace(/\s+/g, " ").trim()];
  return letters.length > WORDS ? `${letters.slice(0, WORDS).join("")}…` : letters.join("");
};

const NEWS = new Set(["match_opened", "shock_began", "sku_launched", "restocked", "delivered", "scrapped", "supplier_marked", "day_settled", "match_ended"]);
const isNews = (event: Happening): boolean => NEWS.has(event.type);
const short = (event: Happening, text: string): string =>
  event.type === "day_settled" ? `第 ${event.day} 天收盘，卖出 ${money(event.takings)}，净资产 ${money(event.net_worth)}` : text;

function tone(event: Happening): Line["tone"] {
  if (event.type === "scrapped") return "bad";
  if (event.type === "restocked") return cents(event.charged_total) > cents(event.quoted_total) || event.delayed ? "bad" : "";
  if (event.type === "supplier_marked") return "bad";
  if (event.type === "day_settled") return cents(event.takings) > cents(event.cost_of_goods) + cents(event.fee) ? "good" : "";
  return "";
}
