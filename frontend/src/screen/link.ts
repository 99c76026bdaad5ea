import type { Picture, Told } from "./shapes";

export type State = "connecting" | "online" | "behind" | "offline" | "paused" | "gone";
export interface LinkOptions {
  slug: string; build: string; query: string;
  onTold(told: Told): void;
  onPicture(picture: Picture): void;
  onState(state: State): void;
  reload?(): void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;
const SPREAD = 4_000; // after a deploy all screens come back: not in the same moment
const SILENCE = 40_000; // the server says something every 15 seconds
const HIDDEN_FOR = 10_000;
const BETWEEN = 3_000; // pictures are asked for no more often
const GONE = 4404;

/** A screen's line to its league: comes back by itself, fetches the picture when something is missing. */
export class Link {
  private socket: WebSocket | null = null;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private hidden: ReturnType<typeof setTimeout> | undefined;
  private asking: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setInterval> | undefined;
  private attempts = 0;
  private heard = Date.now();
  private asked = 0;
  private fetching = false;
  private waiting: Told[] | null = null; // what came while the picture is on its way
  private stopped = false;
  private isFirst = true;

  constructor(private readonly options: LinkOptions) {}

  start(): void {
    document.addEventListener("visibilitychange", this.onVisibility);
    addEventListener("online", this.onOnline);
    addEventListener("offline", this.onOffline);
    this.watch = setInterval(() => this.listen(), 5_000);
    this.connect();
  }

  stop(): void {
    this.stopped = true;
    document.removeEventListener("visibilitychange", this.onVisibility);
    removeEventListener("online", this.onOnline);
    removeEventListener("offline", this.onOffline);
    for (const timer of [this.retry, this.hidden, this.asking]) clearTimeout(timer);
    clearInterval(this.watch);
    this.hangUp();
  }

  /** The picture anew: soon, and however often this is called meanwhile only once. */
  again(): void {
    if (!this.socket) return; // the next hello asks
    this.waiting ??= [];
    this.options.onState("behind");
    if (this.asking !== undefined || this.fetching) return;
    const wait = Math.max(0, this.asked + BETWEEN - Date.now());
    this.asking = setTimeout(() => void this.ask(), wait);
  }

  private async ask(): Promise<void> {
    this.asking = undefined;
    this.fetching = true;
    this.asked = Date.now();
    try {
      const answer = await fetch(`/screen/${this.options.slug}/now.json${this.options.query}`, { signal: AbortSignal.timeout(15_000) });
      if (answer.status === 404) return this.options.onState("gone");
      if (!answer.ok) throw new Error(String(answer.status));
      const picture = (await answer.json()) as Picture;
      const waiting = this.waiting ?? [];
      this.waiting = null;
      this.fetching = false;
      this.options.onPicture(picture);
      if (this.socket) this.options.onState("online");
      for (const told of waiting) this.options.onTold(told);
    } catch {
      this.fetching = false;
      if (!this.stopped && this.socket) this.asking = setTimeout(() => void this.ask(), BETWEEN * (1 + Math.random()));
    } finally {
      this.fetching = false;
    }
  }

  private connect(): void {
    if (this.stopped || this.socket) return;
    if (navigator.onLine === false) return this.options.onState("offline");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/leagues/${this.options.slug}`);
    this.socket = socket;
    this.heard = Date.now();
    socket.onmessage = (message) => this.hear(JSON.parse(message.data as string) as Told);
    socket.onclose = (event) => {
      if (this.socket === socket) this.dropped(event.code);
    };
  }

  private hear(told: Told): void {
    this.heard = Date.now();
    if (told.type === "pulse") return;
    if (told.type === "hello") {
      this.attempts = 0;
      if (told.build && this.options.build && told.build !== this.options.build) {
        setTimeout(() => (this.options.reload ?? (() => location.reload()))(), Math.random() * SPREAD);
      }
      this.options.onState("online");
      if (!this.isFirst || this.waiting) this.again(); // what happened meanwhile is in no message
      this.isFirst = false;
    }
    if (told.type === "again") return this.again();
    if (told.type === "gone") return this.options.onState("gone");
    if (this.waiting && told.type === "frames") {
      this.waiting.push(told);
      if (this.waiting.length > 60) this.waiting = []; // the picture that comes is newer than those, or asks again
      return;
    }
    this.options.onTold(told);
  }

  private dropped(code: number): void {
    this.socket = null;
    this.options.onState(code === GONE ? "gone" : "offline");
    if (this.stopped) return;
    const pause = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.attempts) * (0.5 + Math.random() / 2);
    const wait = code === 1001 || code === 1012 ? FIRST_WAIT + Math.random() * SPREAD : code === GONE ? LONGEST_WAIT : pause;
    this.attempts = Math.min(this.attempts + 1, 8);
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.connect(), wait);
  }

  private hangUp(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  /** A line that says nothing for so long is dead, whatever the browser believes; so after sleep. */
  private listen(): void {
    if (this.socket && Date.now() - this.heard > SILENCE) {
      this.hangUp();
      this.dropped(1006);
    }
  }

  private onVisibility = (): void => {
    clearTimeout(this.hidden);
    if (document.visibilityState === "hidden") {
      this.hidden = setTimeout(() => {
        clearTimeout(this.retry);
        this.hangUp();
        this.options.onState("paused");
      }, HIDDEN_FOR);
    } else if (!this.socket) this.onOnline();
  };

  private onOnline = (): void => {
    clearTimeout(this.retry);
    this.attempts = 0;
    this.connect();
  };

  private onOffline = (): void => {
    this.hangUp();
    this.options.onState("offline");
  };
}
