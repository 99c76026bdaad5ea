import { fold } from "./fold";
import type { Board, Frame, LedgerRow } from "./shapes";

/**
 * The frames of a match by seq, perhaps with holes: a finished match and a live one are the same list, whose end may
 * still move. Boards are folded from the nearest frame that carries a whole one, so a seek costs one day at most.
 */
export class Timeline {
  private frames: (Frame | undefined)[] = [];
  private rows = new Map<number, LedgerRow>(); // by day
  private whole = new Set([0]); // seqs known to carry a whole board
  private folded: { seq: number; board: Board } | null = null;
  private count = 0;
  last = -1; // the highest seq known
  filled = 0; // grows when a frame fills a hole before others
  private top = -1;

  constructor(readonly days: number) {}

  add(frames: Iterable<Frame>): number {
    let fresh = 0;
    for (const frame of frames) {
      if (this.frames[frame.seq]) continue;
      this.frames[frame.seq] = frame;
      if (frame.seq <= Math.max(this.top, this.last)) this.filled += 1;
      this.top = Math.max(this.top, frame.seq);
      this.last = Math.max(this.last, frame.seq);
      fresh += 1;
      for (const event of frame.events) {
        if (event.type === "day_settled") this.settle({ ...event, seq: frame.seq });
      }
    }
    this.count += fresh;
    return fresh;
  }

  addLedger(rows: Iterable<LedgerRow>): void {
    for (const row of rows) {
      if (!this.rows.has(row.day)) this.settle(row);
      this.last = Math.max(this.last, row.seq);
    }
  }

  private settle(row: LedgerRow): void {
    this.rows.set(row.day, row);
    this.whole.add(row.seq);
  }

  frame(seq: number): Frame | undefined {
    return this.frames[seq];
  }

  /** Frames from one seq to another, those that are here. */
  slice(from: number, to: number): Frame[] {
    const found: Frame[] = [];
    for (let seq = Math.max(0, from); seq <= to; seq += 1) {
      const frame = this.frames[seq];
      if (frame) found.push(frame);
    }
    return found;
  }

  get complete(): boolean {
    return this.count === this.last + 1;
  }

  /** The first seq that is missing, or null. */
  get hole(): number | null {
    if (this.complete) return null;
    for (let seq = 0; seq <= this.last; seq += 1) if (!this.frames[seq]) return seq;
    return null;
  }

  /** The highest seq up to which nothing is missing after `seq`. */
  reachFrom(seq: number): number {
    while (this.frames[seq + 1]) seq += 1;
    return seq;
  }

  get ledger(): LedgerRow[] {
    return [...this.rows.values()].sort((one, other) => one.day - other.day);
  }

  row(day: number): LedgerRow | undefined {
    return this.rows.get(day);
  }

  /** The seq at which a day begins: that of the frame which settled the day before. */
  startOf(day: number): number | null {
    return day <= 1 ? 0 : (this.rows.get(day - 1)?.seq ?? null);
  }

  /** The day that is open after this step, from the ledger alone: needs no frame. */
  dayAt(seq: number): number {
    let low = 0;
    let high = this.rows.size; // days are settled without gaps
    while (low < high) {
      const middle = (low + high) >> 1;
      const row = this.rows.get(middle + 1);
      if (row && row.seq <= seq) low = middle + 1;
      else high = middle;
    }
    return Math.min(low + 1, this.days);
  }

  /** Where a step stands on the scale of days: 3.5 is the middle of the fourth day's calls. */
  place(seq: number): number {
    const settled = this.settledBy(seq);
    const start = this.startOf(settled + 1) ?? 0;
    const next = this.rows.get(settled + 1)?.seq ?? Math.max(this.last, start) + 1;
    return Math.min(this.days, settled + (seq - start) / Math.max(1, next - start));
  }

  /** The step at a place on the scale of days. */
  seqAt(place: number): number {
    const settled = Math.min(Math.max(0, Math.floor(place)), this.rows.size);
    const start = this.startOf(settled + 1) ?? 0;
    const next = this.rows.get(settled + 1)?.seq ?? this.last + 1;
    return Math.max(0, Math.min(this.last, start + Math.floor((place - settled) * (next - start) + 1e-9)));
  }

  /** How many days are settled by this step. */
  settledBy(seq: number): number {
    const day = this.dayAt(seq);
    return this.rows.get(day) && this.rows.get(day)!.seq <= seq ? day : day - 1;
  }

  /** What must be fetched to know the board after `seq`: [first, last] missing, or null when it can be folded. */
  missingFor(seq: number): [number, number] | null {
    let first: number | null = null;
    let last = seq;
    for (let at = seq; at >= 0; at -= 1) {
      const frame = this.frames[at];
      if (!frame) {
        if (first === null) last = at;
        first = at;
        if (this.whole.has(at)) break;
      } else if (frame.board) break;
    }
    return first === null ? null : [first, last];
  }

  boardAt(seq: number): Board | null {
    let from = seq;
    while (from >= 0 && from !== this.folded?.seq && !this.frames[from]?.board) {
      if (!this.frames[from]) return null;
      from -= 1;
    }
    if (from < 0) return null;
    let board = this.folded?.seq === from ? this.folded.board : fold(null, this.frames[from]!);
    for (let at = from + 1; at <= seq; at += 1) board = fold(board, this.frames[at]!);
    this.folded = { seq, board };
    return board;
  }
}
