/** The button that turns day into night; the choice is remembered (public/theme.js applies it before the first paint). */
export function themeToggle(): void {
  const button = document.querySelector<HTMLButtonElement>("[data-theme-toggle]");
  if (!button) return;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const isDark = (): boolean => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);

  const show = (): void => {
    button.querySelector("use")?.setAttribute("href", isDark() ? "#i-sun" : "#i-moon");
    button.title = isDark() ? "换成白天" : "换成夜里";
    document.dispatchEvent(new CustomEvent("theme"));
  };
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {
      // not remembered then
    }
    show();
  });
  system.addEventListener("change", show);
  button.hidden = false;
  show();
}
