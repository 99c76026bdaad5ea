/** "/" begins a search, wherever nothing is being typed. */
export function slash(): void {
  const field = document.querySelector<HTMLInputElement>("#q") ?? document.querySelector<HTMLInputElement>("[data-search]");
  if (!field) return;
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const at = event.target as HTMLElement;
    if (at.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName)) return;
    event.preventDefault();
    if (field.offsetParent) {
      field.focus();
      field.select();
    } else location.assign("/search/");
  });
}
