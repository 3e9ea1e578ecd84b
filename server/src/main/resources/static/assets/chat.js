// Shows an answer while it is being worked on. Everything that comes is text and is put in as text;
// when it is over, the server's own page takes its place.
"use strict";

// Marks that would turn, hide or move text around them are shown as a box.
function shown(text) {
  return text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu, (mark) => (mark === "\n" || mark === "\t" ? mark : "\uFFFD"));
}

function element(name, className, text) {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = shown(text);
  return made;
}

function follow(chat) {
  const live = chat.querySelector("[data-live] .pieces");
  if (chat.dataset.running !== "true" || !live) {
    return;
  }
  const log = chat.querySelector(".turns");
  const tools = new Map();
  const source = new EventSource(chat.dataset.events);
  source.addEventListener("open", () => sayConnected(true));
  let words = null;
  let todos = null;

  const on = (kind, work) =>
    source.addEventListener(kind, (event) => {
      if (event.data === undefined) {
        sayConnected(false); // it is tried again from the last event that was received
        return;
      }
      const atEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 40;
      work(JSON.parse(event.data));
      if (atEnd) {
        log.scrollTop = log.scrollHeight;
      }
    });

  on("text", (body) => {
    if (body.restart && words) {
      words.textContent = "";
    }
    if (!words) {
      words = element("div", "prewrap", "");
      live.append(words);
    }
    words.textContent += shown(body.text);
  });
  on("tool_call", (body) => {
    words = null;
    const tool = element("details", "tool", "");
    const summary = document.createElement("summary");
    summary.append(element("code", "", body.tool), " ", element("span", "text-secondary text-break", body.arguments.slice(0, 80)));
    tool.append(summary, element("pre", "mt-1 prewrap", body.arguments));
    tools.set(body.id, tool);
    live.append(tool);
  });
  on("tool_result", (body) => {
    tools.get(body.id)?.append(element("pre", "prewrap", body.text));
  });
  on("todos", (body) => {
    todos ??= element("ul", "plain todos", "");
    todos.replaceChildren(...body.todos.map((todo) => element("li", "", `${todo.content} (${todo.status.replace("_", " ")})`)));
    live.append(todos);
  });
  on("notice", (body) => live.append(element("p", "alert alert-warning", body.text)));
  on("error", (body) => live.append(element("p", "alert alert-danger", body.message)));
  on("done", () => {
    source.close();
    htmx.ajax("GET", location.pathname, { target: "#chat", select: "#chat", swap: "outerHTML" }).then(begin);
  });
}

// Brings files as soon as they are chosen or dropped. A message that is sent meanwhile waits for
// them; if they cannot be stored, it stays in its field.
function bringFiles(chat) {
  const form = chat.querySelector("#bring");
  const say = chat.querySelector("#say");
  if (!form) {
    return;
  }
  const input = form.querySelector("input[type=file]");
  const state = form.querySelector("[role=status]");
  form.querySelector("button").hidden = true;
  let bringing = 0;
  let waiting = false;

  async function bring(files) {
    const body = new FormData();
    body.append("_csrf", form.elements["_csrf"].value);
    Array.from(files).forEach((file) => body.append("file", file));
    bringing += 1;
    state.className = "text-secondary";
    state.textContent = `Uploading ${files.length === 1 ? shown(files[0].name) : files.length + " files"} …`;
    let problem = "";
    try {
      const answer = await fetch(form.action, { method: "POST", body });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (answer.ok) {
        chat.querySelector("#uploads").replaceWith(page.querySelector("#uploads"));
      } else {
        problem = page.querySelector(".empty-subtitle")?.textContent ?? "The server refused it.";
      }
    } catch (failure) {
      problem = "The server does not answer. Choose the file again when it does.";
    }
    bringing -= 1;
    input.value = "";
    if (problem) {
      waiting = false;
      state.className = "text-danger";
      state.textContent = "Not uploaded. " + shown(problem);
    } else if (bringing === 0) {
      state.textContent = "Uploaded.";
      if (waiting) {
        say.requestSubmit();
      }
    }
  }

  const chosen = () => input.files.length > 0 && bring(input.files);
  input.addEventListener("change", chosen);
  chosen(); // before this script was there
  say?.addEventListener("submit", (event) => {
    if (bringing > 0) {
      event.preventDefault();
      waiting = true;
      state.textContent = "Your message is sent when the files are there.";
    }
  });
  chat.addEventListener("dragover", (event) => {
    event.preventDefault();
    form.classList.add("dropping");
  });
  chat.addEventListener("dragleave", () => form.classList.remove("dropping"));
  chat.addEventListener("drop", (event) => {
    event.preventDefault();
    form.classList.remove("dropping");
    if (event.dataTransfer.files.length > 0) {
      bring(event.dataTransfer.files);
    }
  });
}

function begin() {
  const chat = document.getElementById("chat");
  if (!chat) {
    return;
  }
  const log = chat.querySelector(".turns");
  log.scrollTop = log.scrollHeight;
  const message = chat.querySelector("#message");
  message?.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      message.form.requestSubmit();
    }
  });
  message?.focus({ preventScroll: true });
  bringFiles(chat);
  follow(chat);
}

document.addEventListener("DOMContentLoaded", begin);
