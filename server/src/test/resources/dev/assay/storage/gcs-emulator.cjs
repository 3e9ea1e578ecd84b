// Starts the storage part of Firebase's emulators without its rules, which need a download: the
// interface of Google Cloud Storage does not ask them.
const { StorageEmulator } = require("firebase-tools/lib/emulator/storage");
const { EmulatorRegistry } = require("firebase-tools/lib/emulator/registry");
const { createApp } = require("firebase-tools/lib/emulator/storage/server");

const emulator = new StorageEmulator({
  projectId: "demo-assay",
  host: "127.0.0.1",
  port: Number(process.argv[2]),
  rules: { name: "storage.rules", content: "" },
  auto_download: false,
});
EmulatorRegistry.INSTANCES.set("storage", emulator);
Promise.resolve(createApp("demo-assay", emulator)).then((app) =>
  app.listen(Number(process.argv[2]), "127.0.0.1", () => console.log("ready")),
);
