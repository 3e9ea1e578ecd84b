// Asks before a form that cannot be undone is sent, and says times the way the reader's machine does.
"use strict";
document.addEventListener("submit", (event) => {
  const question = event.target.getAttribute("data-confirm");
  if (question && !confirm(question)) {
    event.preventDefault();
  }
});

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const units = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

function sayTimes(root) {
  for (const time of root.querySelectorAll("time[datetime]")) {
    const moment = new Date(time.dateTime);
    const seconds = (moment - Date.now()) / 1000;
    const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? units.at(-1);
    time.textContent = relative.format(Math.round(seconds / size), unit);
    time.title = moment.toISOString();
  }
}

document.addEventListener("DOMContentLoaded", () => sayTimes(document));
document.addEventListener("htmx:afterSettle", (event) => sayTimes(event.target.parentNode ?? document));
