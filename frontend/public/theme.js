// Before the first paint: a remembered choice of day or night. A file of its own, since inline scripts are not allowed.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // storage may be closed to us; the system's preference stands
}
