import type { Frame } from "./match/shapes";

/** online: nothing is missing. behind: newer steps are known and being fetched. offline: no connection. paused: nobody looks. */
export type LinkState = "connecting" | "online" | "behind" | "offline" | "paused" | "finished";

export interface LiveOptions {
  matchId: string;
  after: number; // the last seq we have
  onFrames(frames: Frame[]): void;
  onState(state: LinkState): void;
  onFinished(): void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 20_000;
const RESTARTS = [1001, 1012]; // the server is about to stop: all its readers are told at once
const SPREAD = 4_000; // so they come back one after another
const HIDDEN_FOR = 30_000; // a page that nobody looks at closes its socket after this long
const SILENCE = 45_000; // no word for so long: ask whether something was missed
const PAGE = 500;

/**
 * Follows a match: joins the socket, then catches up. A frame with seq <= mine is dropped; one beyond mine + 1 opens a gap,
 * which the frames API closes. Each frame is handed on exactly once and in order.
 */
export class Live {
  private socket: WebSocket | null = null;
  private mine: number;
  private ahead = new Map<number, Frame>();
  private attempts = 0;
  private fetching: Promise<void> | null = null;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private hidden: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setInterval> | undefined;
  private heard = Date.now();
  private state: LinkState = "connecting";
  private ended = false;
  private stopped = false;
  private known: number; // the highest seq that we have heard of

  constructor(private readonly options: LiveOptions) {
    this.mine = this.known = options.after;
  }

  start(): void {
    document.addEventListener("visibilitychange", this.onVisibility);
    addEventListener("online", this.onOnline);
    addEventListener("offline", this.onOffline);
    this.watch = setInterval(() => this.listenForSilence(), 5_000);
    this.connect();
  }

  stop(): void {
    this.stopped = true;
    document.removeEventListener("visibilitychange", this.onVisibility);
    removeEventListener("online", this.onOnline);
    removeEventListener("offline", this.onOffline);
    clearTimeout(this.retry);
    clearTimeout(this.hidden);
    clearInterval(this.watch);
    this.hangUp();
  }

  /** The highest seq that was handed on. */
  get seq(): number {
    return this.mine;
  }

  private tell(state: LinkState): void {
    if (state === this.state) return;
    this.state = state;
    this.options.onState(state);
  }

  private connect(): void {
    if (this.stopped || this.ended || this.socket) return;
    if (navigator.onLine === false) return this.tell("offline");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/matches/${this.options.matchId}?after=${this.mine}`);
    this.socket = socket;
    socket.onmessage = (message) => {
      this.heard = Date.now();
      this.receive(JSON.parse(message.data as string));
    };
    socket.onclose = (event) => {
      if (this.socket === socket) this.dropped(RESTARTS.includes(event.code));
    };
  }

  private hangUp(): void {
    const socket = this.socket;
    this.socket = null; // its close event is no longer ours
    socket?.close();
  }

  private dropped(restart: boolean): void {
    this.socket = null;
    if (this.stopped || this.ended) return;
    this.tell("offline");
    const pause = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.attempts) * (0.5 + Math.random() / 2);
    const wait = restart ? FIRST_WAIT / 2 + Math.random() * SPREAD : pause;
    this.attempts += 1;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.connect(), wait);
  }

  private receive(message: { type?: string; seq?: number; status?: string } & Partial<Frame>): void {
    if (message.type === "hello") {
      this.attempts = 0;
      this.known = Math.max(this.known, message.seq ?? -1);
      this.settle();
      // the server sends what came after ours by itself; should it not, ask
      if (this.known > this.mine) setTimeout(() => this.mine < this.known && void this.catchUp(), 1_000);
      if (message.status === "finished" && this.known <= this.mine) void this.finish();
      return;
    }
    if (message.type === "finished") {
      this.known = Math.max(this.known, message.seq ?? -1);
      void this.finish();
      return;
    }
    if (typeof message.seq !== "number" || !message.events) {
      // too far behind for the server to send it all
      if (message.type === "behind") {
        this.known = Math.max(this.known, message.seq ?? -1);
        void this.catchUp();
      }
      return;
    }
    this.take([message as Frame]);
    if (this.ahead.size) void this.catchUp();
  }

  private take(frames: Frame[]): void {
    const ready: Frame[] = [];
    for (const frame of frames) {
      this.known = Math.max(this.known, frame.seq);
      if (frame.seq > this.mine && !this.ahead.has(frame.seq)) this.ahead.set(frame.seq, frame);
    }
    for (let next = this.ahead.get(this.mine + 1); next; next = this.ahead.get(this.mine + 1)) {
      this.ahead.delete(next.seq);
      this.mine = next.seq;
      ready.push(next);
    }
    if (ready.length) this.options.onFrames(ready);
    this.settle();
  }

  private settle(): void {
    if (this.ended) return;
    if (this.socket) this.tell(this.mine >= this.known ? "online" : "behind");
  }

  /** Closes the gap after ours through the frames API; at most one such walk at a time. */
  private catchUp(): Promise<void> {
    this.fetching ??= this.walk().finally(() => {
      this.fetching = null;
    });
    return this.fetching;
  }

  private async walk(): Promise<void> {
    this.settle();
    try {
      for (;;) {
        const frames = await fetchFrames(this.options.matchId, this.mine, PAGE);
        this.heard = Date.now();
        this.take(frames);
        if (frames.length < PAGE) return;
      }
    } catch {
      // the socket will drop too and come back, and its hello starts over
    }
  }

  private async finish(): Promise<void> {
    if (this.ended) return;
    await this.catchUp();
    if (this.mine < this.known) return this.dropped(false); // something is still missing: start over
    this.ended = true;
    this.hangUp();
    this.tell("finished");
    this.options.onFinished();
  }

  private listenForSilence(): void {
    if (this.socket && !this.ended && Date.now() - this.heard > SILENCE) {
      this.heard = Date.now();
      void this.catchUp();
    }
  }

  private onVisibility = (): void => {
    if (this.ended) return;
    clearTimeout(this.hidden);
    if (document.visibilityState === "hidden") {
      this.hidden = setTimeout(() => {
        clearTimeout(this.retry);
        this.hangUp();
        this.tell("paused");
      }, HIDDEN_FOR);
    } else if (!this.socket) this.hurry();
  };

  private onOnline = (): void => this.hurry();

  private onOffline = (): void => {
    this.hangUp();
    if (!this.ended) this.tell("offline");
  };

  private hurry(): void {
    clearTimeout(this.retry);
    this.attempts = 0;
    this.connect();
  }
}

/** Frames after a seq, oldest first. */
export async function fetchFrames(matchId: string, after: number, limit: number): Promise<Frame[]> {
  const answer = await fetch(`/api/v1/matches/${matchId}/frames?after=${after}&limit=${limit}`);
  if (!answer.ok) throw new Error(`frames: ${answer.status}`);
  return ((await answer.json()) as { results: Frame[] }).results;
}
