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
  follow(chat);
}

document.addEventListener("DOMContentLoaded", begin);
