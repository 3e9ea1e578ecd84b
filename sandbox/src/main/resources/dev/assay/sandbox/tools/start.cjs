"use strict";
// Runs at every start of Node: lets `require` and `import` find the packages of the skill that it
// works for, then those that all skills share, then what was installed at work.
const fs = require("fs");
const path = require("path");

const [SHARED, OWN, EXTRA] = ["/opt/runtime", "/opt/skills", "/opt/extra"];
const [SKILLS, WORK] = ["/workspace/skills", "/workspace/intermediate"];
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u;

function skillAbove(file) {
  for (const root of [OWN, EXTRA, SKILLS, WORK]) {
    if (file.startsWith(root + "/")) {
      const name = file.slice(root.length + 1).split("/")[0];
      if (NAME.test(name) && (root !== WORK || fs.existsSync(SKILLS + "/" + name))) {
        return name;
      }
    }
  }
  for (let at = file; at !== "/"; at = path.dirname(at)) {
    if (NAME.test(path.basename(at)) && fs.existsSync(at + "/SKILL.md")) {
      return path.basename(at);
    }
  }
  return null;
}

function skillOf(file) {
  try {
    return skillAbove(fs.realpathSync(file)) || skillAbove(path.resolve(file));
  } catch {
    return null;
  }
}

/** The skill of a script that led to this process, such as a shell script. */
function skillAround() {
  let around = process.ppid;
  for (let step = 0; step < 10; step++) {
    try {
      const words = fs.readFileSync(`/proc/${around}/cmdline`, "utf8").split("\0");
      const folder = fs.readlinkSync(`/proc/${around}/cwd`);
      const stat = fs.readFileSync(`/proc/${around}/stat`, "utf8");
      const script = words.slice(1).find((word) => !word.startsWith("-"));
      const file = script && path.resolve(folder, script);
      const skill = file && fs.statSync(file, { throwIfNoEntry: false })?.isFile() && skillOf(file);
      if (skill) {
        return skill;
      }
      around = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
    } catch {
      return null;
    }
  }
  return null;
}

/** Whether modules of the new kind are likely: their search knows no NODE_PATH. */
function isModule(script) {
  if (!script || script.endsWith(".mjs")) {
    return true;
  }
  for (let at = path.dirname(script); ; at = path.dirname(at)) {
    try {
      return JSON.parse(fs.readFileSync(at + "/package.json", "utf8")).type === "module";
    } catch {
      if (at === "/" || fs.existsSync(at + "/package.json")) {
        return false;
      }
    }
  }
}

function start() {
  const modules = (place) => place + "/npm/lib/node_modules";
  const script = process._eval == null && process.argv[1];
  const skill = (script && skillOf(script)) || skillOf(".") || skillAround();
  const folders = [modules(SHARED), modules(EXTRA + "/" + (skill || ".session"))];
  if (skill) {
    folders.unshift(modules(OWN + "/" + skill));
  }
  const found = folders.filter((folder) => fs.existsSync(folder));
  if (found.length === 0) {
    return;
  }
  const module = require("module");
  const before = process.env.NODE_PATH;
  const more = (before || "").split(":").filter((each) => each && !each.startsWith("/opt/"));
  process.env.NODE_PATH = [...found, ...more].join(":");
  module._initPaths();
  if (before === undefined) {
    delete process.env.NODE_PATH;
  } else {
    process.env.NODE_PATH = before;
  }
  if (module.register && isModule(script)) {
    const { pathToFileURL } = require("url");
    module.register(pathToFileURL(__dirname + "/modules.mjs"), {
      data: found.map((folder) => pathToFileURL(path.dirname(folder) + "/from.js").href),
    });
  }
}

if ([OWN, EXTRA, SHARED + "/npm"].some((place) => fs.existsSync(place))) {
  start();
}
