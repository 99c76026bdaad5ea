/** Keeps `[data-refresh]` parts of a page fresh: asks for the page again (an ETag makes that cheap) while it is looked at. */
export function refresh(): void {
  const parts = [...document.querySelectorAll<HTMLElement>("[data-refresh]")];
  const first = parts[0];
  if (!first) return;
  const every = Number(first.dataset.every ?? 10) * 1000;
  setInterval(() => {
    if (document.visibilityState === "visible") void again();
  }, every);
}

async function again(): Promise<void> {
  let text: string;
  try {
    const answer = await fetch(location.pathname, { headers: { accept: "text/html" } });
    if (!answer.ok) return;
    text = await answer.text();
  } catch {
    return; // offline: the next round may do better
  }
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const old of document.querySelectorAll<HTMLElement>("[data-refresh]")) {
    const fresh = page.querySelector(`[data-refresh="${old.dataset.refresh}"]`);
    if (fresh && fresh.innerHTML !== old.innerHTML && !old.contains(document.activeElement)) old.innerHTML = fresh.innerHTML;
  }
}
