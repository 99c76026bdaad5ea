/** A form whose answer follows what is typed: `data-live` names the address that gives just the answer. */
export function liveForm(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-live]");
  const address = form?.dataset.live;
  if (!form || !address) return;
  let waiting = 0;
  let asked: AbortController | undefined;

  const ask = async (): Promise<void> => {
    asked?.abort();
    asked = new AbortController();
    const query = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    try {
      const answer = await fetch(`${address}?${query}`, { signal: asked.signal });
      if (!answer.ok) return;
      const told = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-told]");
      if (told) document.querySelector("[data-told]")?.replaceWith(told);
    } catch {
      // asked again meanwhile, or offline: the button still asks the server
    }
  };
  form.addEventListener("input", (event) => {
    if ((event as InputEvent).isComposing) return; // a word is still being put together
    clearTimeout(waiting);
    waiting = window.setTimeout(() => void ask(), 200);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void ask();
  });
}
