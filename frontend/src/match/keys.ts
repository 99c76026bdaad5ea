import type { Watch } from "./watch";

/** Space plays, ←→ step by call, with shift by day, Home and End go to the ends. Returns how to stop listening. */
export function onKeys(watch: Watch): () => void {
  const listen = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    const target = event.target as HTMLElement;
    const isSlider = target instanceof HTMLInputElement && target.type === "range";
    if (!isSlider && target.closest("input, textarea, select, [contenteditable]")) return;
    if (event.key === " " && target.closest("button, a, summary")) return;
    const scrolls = event.key.startsWith("Arrow") ? false : target.closest(".roll");
    const direction = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (event.key === " ") watch.play();
    else if (direction && event.shiftKey) watch.stepDay(direction);
    else if (direction) void watch.seek(watch.at.value + direction);
    else if (event.key === "End" && !scrolls) void watch.seek(watch.last.value);
    else if (event.key === "Home" && !scrolls) void watch.seek(0);
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}
