// Light or dark: what the person chose, else what the system says. Runs before the page is drawn.
"use strict";
(() => {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const chosen = () => localStorage.getItem("theme");
  const apply = () =>
    document.documentElement.setAttribute("data-bs-theme", chosen() ?? (system.matches ? "dark" : "light"));
  apply();
  system.addEventListener("change", apply);
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-theme-switch]")) {
      const now = document.documentElement.getAttribute("data-bs-theme");
      localStorage.setItem("theme", now === "dark" ? "light" : "dark");
      apply();
    }
  });
})();
