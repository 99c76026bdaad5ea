import type { Board, Frame } from "./shapes";

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/** RFC 7396: null takes a member away, objects merge, anything else replaces. Neither argument is changed. */
export function merge(target: unknown, patch: Json): Json {
  const merged: Json = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = isObject(value) ? merge(merged[name], value) : value;
  }
  return merged;
}

/** The one reducer: the board after a frame. Live and replay both come through here. */
export function fold(board: Board | null, frame: Frame): Board {
  if (frame.board) return frame.board;
  if (!board) throw new Error(`frame ${frame.seq} needs the board before it`);
  return frame.patch ? (merge(board, frame.patch) as unknown as Board) : board;
}
