"use strict";
// Runs npm with words that may install packages for everybody (-g). Versions that were admitted are
// constraints of that: npm itself is asked in a project that has them as peers, and what contradicts
// them ends with its own message. What is there already is not installed again.
const { spawnSync } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");

const [npm, skill, ...words] = process.argv.slice(2);
const INSTALL = /^(?:i|in|ins|inst|insta|instal|install|isnt|isnta|isntal|isntall|add)$/;
const WITH_VALUE =
  /^(?:-C|--(?:before|ca|cache|cafile|cpu|fetch-[\w-]+|https?-proxy|include|install-strategy|libc|location|loglevel|maxsockets|node-options|noproxy|omit|os|proxy|registry|script-shell|tag|userconfig))$/;
const NAMED = /^((?:@[\w.~-]+\/)?[\w-][\w.~-]*)(?:@(.*))?$/;
const FILE = /^(?:\.|\/)|\.(?:tgz|tar|tar\.gz)$/i;

function run(more, options) {
  const ended = spawnSync(npm, more, options);
  if (ended.error) {
    console.error(`npm: ${ended.error.message}`);
  }
  return ended.signal ? 1 : (ended.status ?? 1);
}

function admitted() {
  const versions = new Map();
  for (const place of ["/opt/runtime", "/opt/skills/" + skill]) {
    const modules = place + "/npm/lib/node_modules";
    const folders = fs.existsSync(modules) ? fs.readdirSync(modules) : [];
    for (const folder of folders) {
      const inner = folder.startsWith("@") ? fs.readdirSync(modules + "/" + folder) : [""];
      for (const each of inner) {
        const name = each ? folder + "/" + each : folder;
        try {
          const about = fs.readFileSync(`${modules}/${name}/package.json`, "utf8");
          versions.set(name, JSON.parse(about).version);
        } catch {
          // no package
        }
      }
    }
  }
  return versions;
}

/** Asks npm whether packages can lie where admitted ones do. */
function contradicts(options, asked, versions) {
  const project = fs.mkdtempSync(path.join(os.tmpdir(), "npm-"));
  const report = fs.openSync(project + "/report.txt", "w+");
  try {
    const peers = { name: "admitted", version: "0.0.0", peerDependencies: {}, peerDependenciesMeta: {} };
    for (const [name, version] of versions) {
      peers.peerDependencies[name] = version;
      peers.peerDependenciesMeta[name] = { optional: true };
    }
    fs.mkdirSync(project + "/admitted");
    fs.writeFileSync(project + "/admitted/package.json", JSON.stringify(peers));
    const root = { private: true, dependencies: { admitted: "file:admitted" } };
    fs.writeFileSync(project + "/package.json", JSON.stringify(root));
    const more = ["install", ...options, ...asked, "--no-global", "--location=project"];
    more.push("--dry-run", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix=" + project);
    more.push("--no-force", "--no-legacy-peer-deps", "--strict-peer-deps");
    const code = run(more, { stdio: ["ignore", "ignore", report] });
    if (code !== 0) {
      process.stderr.write(fs.readFileSync(project + "/report.txt", "utf8"));
    }
    return code;
  } finally {
    fs.closeSync(report);
    fs.rmSync(project, { recursive: true, force: true });
  }
}

/** How npm's words are to be read: which are options, and which name packages. */
function read() {
  const options = [];
  const named = [];
  words.forEach((word, at) => {
    const value = at > 0 && WITH_VALUE.test(words[at - 1]);
    (value || word.startsWith("-") ? options : named).push(word);
  });
  const global = /(?:^| )(?:-g|--global(?:=true)?|--location[= ]global)(?: |$)/;
  const isGlobal = global.test(options.join(" ")) || process.env.npm_config_global === "true";
  const [command, ...packages] = named;
  return { isGlobal, options: options.filter((word) => word !== "--"), command, packages };
}

function install() {
  const { isGlobal, options, command, packages } = read();
  const versions = admitted();
  const ours = isGlobal && !options.some((word) => word.startsWith("--prefix"));
  if (!ours || !INSTALL.test(command) || versions.size === 0) {
    return run(words, { stdio: "inherit" });
  }
  const asked = [];
  const there = [];
  const left = packages.filter((word) => {
    const [, name, range] = (!FILE.test(word) && NAMED.exec(word)) || [];
    const version = versions.get(name);
    if (!name || (version && range && range !== version)) {
      const file = word.replace(/^file:(?!\/\/)/, "");
      asked.push(FILE.test(file) && !/^[a-z+]+:/.test(file) ? path.resolve(file) : word);
    }
    if (version) {
      there.push(name + "@" + version);
    }
    return !version;
  });
  const code = asked.length > 0 ? contradicts(options, asked, versions) : 0;
  if (code !== 0) {
    console.error("Packages that were admitted stay as they are here, also with --force.");
    return code;
  }
  if (there.length > 0) {
    console.error("npm: admitted already: " + there.join(", "));
  }
  if (left.length === 0 && there.length > 0) {
    return 0;
  }
  return run([...options, command, ...left], { stdio: "inherit" });
}

process.exit(install());
