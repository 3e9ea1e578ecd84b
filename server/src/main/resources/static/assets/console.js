// Makes pages handier: questions before what cannot be undone, times as people say them, commands to
// copy, news of runs, uploads that say how far they are. Everything works without it.
"use strict";
document.addEventListener("submit", (event) => {
  const question = event.target.getAttribute("data-confirm");
  if (question && !confirm(question)) {
    event.preventDefault();
  }
});

// A button that was pressed says so and cannot be pressed twice; going back gives it back.
document.addEventListener("submit", (event) => {
  if (event.target.method === "post" && event.submitter && !event.target.hasAttribute("data-upload")) {
    setTimeout(() => {
      if (!event.defaultPrevented) {
        event.submitter.disabled = true;
        event.submitter.classList.add("btn-loading");
      }
    });
  }
});
window.addEventListener("pageshow", () => {
  for (const button of document.querySelectorAll(".btn-loading")) {
    button.disabled = false;
    button.classList.remove("btn-loading");
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
    time.title = moment.toISOString().slice(0, 19).replace("T", " ") + " UTC";
  }
}

// Commands can be copied where the browser allows it.
function offerCopies(root) {
  for (const button of root.querySelectorAll("[data-copy]")) {
    button.hidden = !navigator.clipboard;
  }
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (button) {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.firstChild.textContent = "Copied";
  }
});

// News of a run come as they happen; the page also asks by itself, for where they do not come. A
// hidden page lets go of its line: a browser has only a few to one server.
const NEWS = [
  "step-started", "step-finished", "step-failed", "step-interrupted", "cancel-asked", "resumed",
  "finished", "failed", "cancelled", "timed_out", "inconclusive",
];
let line;
let pending;

function listen() {
  const live = document.querySelector("[data-events]");
  if (!live || document.hidden) {
    line?.close();
    line = undefined;
  } else if (!line && window.EventSource) {
    line = new EventSource(live.dataset.events);
    for (const kind of NEWS) {
      line.addEventListener(kind, () => {
        clearTimeout(pending);
        pending = setTimeout(() => document.querySelector("[data-events]")?.dispatchEvent(new Event("news")), 200);
      });
    }
  }
}

document.addEventListener("visibilitychange", listen);

// A page that keeps itself up to date says when it cannot, and when it can again.
function sayConnected(connected) {
  const lost = document.getElementById("lost");
  if (lost && lost.hidden !== connected) {
    lost.hidden = connected;
    lost.textContent = connected ? "" : "No connection to the server. What you see may be old; it is tried again.";
  }
}

for (const kind of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(kind, () => sayConnected(false));
}
document.addEventListener("htmx:responseError", (event) => sayConnected(event.detail.xhr.status < 500));
document.addEventListener("htmx:afterOnLoad", () => sayConnected(true));

// An upload says how far it is; a refusal is shown in the page's place. Files can be dropped.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.hasAttribute("data-upload") || event.defaultPrevented) {
    return;
  }
  event.preventDefault();
  const bar = form.querySelector("progress");
  const words = form.querySelector("[data-upload-words]");
  const request = new XMLHttpRequest();
  const end = (text) => {
    bar.hidden = true;
    words.textContent = text;
    form.removeAttribute("aria-busy");
  };
  request.upload.addEventListener("progress", (step) => {
    bar.value = step.lengthComputable ? (100 * step.loaded) / step.total : 0;
    words.textContent = bar.value < 100 ? `${Math.round(bar.value)} % sent` : "Sent; it is being checked.";
  });
  request.addEventListener("error", () => end("The upload was interrupted. Try again."));
  request.addEventListener("load", () => {
    if (request.responseURL !== form.action) {
      location.assign(request.responseURL);
      return;
    }
    const answer = new DOMParser().parseFromString(request.responseText, "text/html");
    document.querySelector("main").replaceWith(answer.querySelector("main"));
    dress(document);
    window.scrollTo(0, 0);
  });
  request.open("POST", form.action);
  request.setRequestHeader("Accept", "text/html");
  bar.hidden = false;
  form.setAttribute("aria-busy", "true");
  request.send(new FormData(form));
});

for (const kind of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(kind, (event) => {
    const place = event.target.closest?.("[data-upload]");
    if (place && event.dataTransfer.types.includes("Files")) {
      event.preventDefault();
      place.classList.toggle("dropping", kind === "dragover");
      if (kind === "drop") {
        place.querySelector("input[type=file]").files = event.dataTransfer.files;
        place.requestSubmit();
      }
    }
  });
}

function dress(root) {
  sayTimes(root);
  offerCopies(root);
}

document.addEventListener("DOMContentLoaded", () => {
  dress(document);
  setInterval(() => sayTimes(document), 30000);
  listen();
  document.querySelector(".place.active")?.scrollIntoView({ block: "nearest", inline: "center" });
});
document.addEventListener("htmx:afterSettle", (event) => dress(event.target.parentNode ?? document));
