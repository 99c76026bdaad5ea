import type { Frame } from "./shapes";
import type { Timeline } from "./timeline";

/** Things found in frames, in order. Only new frames are read, unless a hole before them was filled. */
export class Gather<T> {
  private items: T[] = [];
  private upto = -1;
  private filled = -1;

  constructor(private readonly timeline: Timeline, private readonly find: (frame: Frame) => T[]) {}

  get all(): readonly T[] {
    if (this.filled !== this.timeline.filled) {
      this.items = [];
      this.upto = -1;
      this.filled = this.timeline.filled;
    }
    if (this.upto < this.timeline.last) {
      for (const frame of this.timeline.slice(this.upto + 1, this.timeline.last)) this.items.push(...this.find(frame));
      this.upto = this.timeline.last;
    }
    return this.items;
  }
}
