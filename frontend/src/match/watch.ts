import { computed, ref, shallowRef, triggerRef } from "vue";
import type { components } from "../api";
import { fetchFrames, Live, type LinkState } from "../live";
import { Gather } from "./gather";
import { letters } from "./letters";
import { moments } from "./moments";
import { namesOf } from "./names";
import type { Board, Frame, Happening, MatchInfo, PageData } from "./shapes";
import { Timeline } from "./timeline";

export const SPEEDS = [1, 4, 16] as const;
const STEP = 1_000; // milliseconds a call at 1×
const PAGE = 500;

export type Watch = ReturnType<typeof watchMatch>;

/** All that the match page knows and can do: where we stand on the timeline, what is loaded, what comes in. */
export function watchMatch(data: PageData) {
  const timeline = new Timeline(data.match.days);
  timeline.add(data.frames);
  timeline.addLedger(data.ledger);

  const match = shallowRef<MatchInfo>(data.match);
  const version = shallowRef(0); // moves when frames were added
  const at = ref(timeline.last);
  const board = shallowRef<Board | null>(timeline.boardAt(timeline.last));
  const follow = ref(true);
  const playing = ref(false);
  const speed = ref<number>(1);
  const link = ref<LinkState>(data.match.finished ? "finished" : "connecting");
  const seeking = ref(false);
  const troubled = ref(false); // history could not be loaded
  const stepped = ref(0); // +1 or more: moved forward, by how much; 0: jumped

  const mails = new Gather(timeline, letters);
  const thoughts = new Gather(timeline, (frame) => (frame.thought ? [{ seq: frame.seq, day: dayOf(frame), tool: frame.tool, text: frame.thought }] : []));
  const events = new Gather(timeline, (frame) => frame.events.map((event: Happening) => ({ seq: frame.seq, day: dayOf(frame), event })));
  const known = <T>(gather: Gather<T>) => computed<readonly T[]>(() => (void version.value, gather.all.slice()));

  const names = computed(() => namesOf(board.value));
  const last = computed(() => (void version.value, timeline.last));
  const ledger = computed(() => (void version.value, timeline.ledger));
  const complete = computed(() => (void version.value, timeline.complete));
  const marks = computed(() => (void version.value, moments(timeline.slice(0, timeline.last), names.value)));
  const frame = computed(() => (void version.value, timeline.frame(at.value)));
  const settledBy = computed(() => (void version.value, timeline.settledBy(at.value)));
  const atEnd = computed(() => at.value >= last.value);

  let wanted = 0;
  async function seek(seq: number, options: { keepPlaying?: boolean } = {}): Promise<void> {
    const target = Math.max(0, Math.min(timeline.last, Math.round(seq)));
    if (!options.keepPlaying) playing.value = false;
    follow.value = target >= timeline.last && !options.keepPlaying;
    const turn = ++wanted;
    const missing = timeline.missingFor(target);
    if (missing) {
      seeking.value = true;
      try {
        // a whole day at once: up to where its next one begins
        const row = timeline.row(timeline.dayAt(target));
        await load(missing[0], Math.max(missing[1], Math.min(row?.seq ?? target, missing[0] + PAGE - 1)));
      } catch {
        troubled.value = true;
      }
      if (turn !== wanted) return;
      seeking.value = false;
    }
    show(target);
  }

  function show(seq: number): void {
    const next = timeline.boardAt(seq);
    if (!next) return;
    stepped.value = seq > at.value && seq - at.value <= 60 ? seq - at.value : 0;
    at.value = seq;
    board.value = next;
  }

  async function load(first: number, final: number): Promise<void> {
    for (let after = first - 1; after < final; ) {
      const frames = await fetchFrames(match.value.id, after, Math.min(PAGE, final - after));
      if (!frames.length) throw new Error(`no frames after ${after}`);
      add(frames);
      after = frames.at(-1)!.seq;
    }
    troubled.value = false;
  }

  function add(frames: Frame[]): void {
    if (!timeline.add(frames)) return;
    version.value += 1;
  }

  /** The rest of the story, while nothing else is to be done: one packed replay, or pages from the newest hole on. */
  async function loadHistory(): Promise<void> {
    try {
      if (match.value.finished && timeline.hole !== null) {
        const answer = await fetch(`/api/v1/matches/${match.value.id}/replay`);
        if (answer.ok) add(((await answer.json()) as { frames: Frame[] }).frames);
      }
      for (let hole = timeline.hole; hole !== null; hole = timeline.hole) await load(hole, Math.min(hole + PAGE - 1, timeline.last));
      troubled.value = false;
    } catch {
      troubled.value = true;
    }
  }

  let timer: ReturnType<typeof setTimeout> | undefined;
  function tick(): void {
    clearTimeout(timer);
    if (!playing.value) return;
    timer = setTimeout(async () => {
      if (!playing.value) return;
      if (at.value >= timeline.last) {
        playing.value = false;
        follow.value = true;
        return;
      }
      await seek(at.value + 1, { keepPlaying: true });
      tick();
    }, STEP / speed.value);
  }
  function play(on = !playing.value): void {
    if (on && atEnd.value) void seek(0, { keepPlaying: true });
    playing.value = on;
    if (on) follow.value = false;
    tick();
  }
  function setSpeed(value: number): void {
    speed.value = value;
    tick();
  }
  function stepDay(direction: 1 | -1): void {
    const settled = timeline.settledBy(at.value);
    const start = timeline.startOf(settled + 1) ?? 0;
    const target = direction > 0 ? (timeline.row(settled + 1)?.seq ?? timeline.last) : at.value > start ? start : (timeline.startOf(settled) ?? 0);
    void seek(target);
  }

  const live = new Live({
    matchId: match.value.id,
    after: timeline.last,
    onFrames(frames) {
      add(frames);
      if (follow.value) show(timeline.last);
    },
    onState: (state) => (link.value = state),
    onFinished: () => void finish(),
  });

  async function finish(): Promise<void> {
    for (let wait = 500; ; wait = Math.min(wait * 2, 15_000)) {
      try {
        const answer = await fetch(`/api/v1/matches/${match.value.id}`);
        const told = (await answer.json()) as components["schemas"]["Match"];
        if (told.reveal) {
          match.value = { ...match.value, finished: true, score: told.score, reveal: told.reveal };
          triggerRef(match);
          return;
        }
      } catch {
        // again, a little later
      }
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  function followLink(): void {
    const asked = /^#s=(\d+)$/.exec(location.hash);
    if (asked) void seek(Number(asked[1]));
  }

  function start(): void {
    if (!match.value.finished) live.start();
    followLink();
    addEventListener("hashchange", followLink);
    if (!timeline.complete) {
      const idle = globalThis.requestIdleCallback ?? ((task: () => void) => setTimeout(task, 300));
      idle(() => void loadHistory());
    }
  }

  function stop(): void {
    live.stop();
    removeEventListener("hashchange", followLink);
  }

  return {
    match, paint: data.paint, personas: data.personas, timeline, version, at, board, follow, playing, speed, link, seeking, troubled,
    stepped, names, last, ledger, complete, marks, frame, settledBy, atEnd,
    mails: known(mails), thoughts: known(thoughts), events: known(events),
    seek, play, setSpeed, stepDay, start, loadHistory, stop,
  };
}

/** The day on which a step was taken: a step that settles a day belongs to that day. */
function dayOf(frame: Frame): number {
  for (const event of frame.events) if (event.type === "day_settled") return event.day;
  return frame.day;
}
