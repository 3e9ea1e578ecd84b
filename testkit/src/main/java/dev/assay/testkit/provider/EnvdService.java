package dev.assay.testkit.provider;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.RunningCommand;
import dev.assay.testkit.provider.ProviderServer.ApiError;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The daemon of E2B's sandboxes: processes over streams of the Connect protocol, and files.
final class EnvdService {
  private static final int END = 2;
  private static final long MOST_BYTES = 1L << 30;

  private record Started(HostedSandbox sandbox, CompletableFuture<RunningCommand> started) {
    RunningCommand running() {
      return started.join();
    }
  }

  private final AtomicInteger next = new AtomicInteger(1000);
  private final Map<Integer, Started> processes = new ConcurrentHashMap<>();

  void handle(Call call, HostedSandbox sandbox) throws IOException {
    switch (call.path()) {
      case "/health" -> call.answer(204);
      case "/files" -> files(call, sandbox);
      case "/process.Process/Start" -> start(call, sandbox);
      case "/process.Process/SendInput" -> {
        OutputStream input = find(call).running().stdin();
        input.write(Base64.getDecoder().decode(call.json().path("input").path("stdin").asString()));
        input.flush();
        call.answer(200, Call.object());
      }
      case "/process.Process/CloseStdin" -> {
        find(call).running().stdin().close();
        call.answer(200, Call.object());
      }
      case "/process.Process/SendSignal" -> signal(call);
      default -> filesystem(call, sandbox);
    }
  }

  private Started find(Call call) {
    Started found = processes.get(call.json().path("process").path("pid").asInt(0));
    if (found == null) {
      throw new ApiError(404, "not_found", "process not found");
    }
    return found;
  }

  /// Signals a single process, not those it started.
  private void signal(Call call) throws IOException {
    Started process = find(call);
    String wanted = call.json().path("signal").asString();
    String signal = wanted.endsWith("KILL") || wanted.equals("9") ? "KILL" : "TERM";
    int pid = call.json().path("process").path("pid").asInt(0);
    process
        .sandbox()
        .real
        .run(
            Command.shell(
                "until [ -s /tmp/.envd-%d ]; do sleep 0.01; done; kill -%s $(cat /tmp/.envd-%d)"
                    .formatted(pid, signal, pid)));
    call.answer(200, Call.object());
  }

  private void start(Call call, HostedSandbox sandbox) throws IOException {
    byte[] body = call.body();
    if (!call.header("Content-Type").orElse("").equals("application/connect+json")
        || body.length < 5
        || ByteBuffer.wrap(body, 1, 4).getInt() != body.length - 5) {
      throw new ApiError(415, "", "not a stream of the Connect protocol");
    }
    JsonNode wanted = Call.MAPPER.readTree(body, 5, body.length - 5);
    int pid = next.incrementAndGet();
    Command command = command(call, wanted, pid);
    Started process = new Started(sandbox, new CompletableFuture<>());
    processes.put(pid, process);
    OutputStream out = call.stream("application/connect+json");
    send(out, 0, event("start", Call.object().put("pid", pid)));
    RunningCommand running =
        sandbox.real.start(
            command,
            new OutputListener() {
              @Override
              public void stdout(byte[] bytes) {
                send(out, 0, event("data", Call.object().put("stdout", bytes)));
              }

              @Override
              public void stderr(byte[] bytes) {
                send(out, 0, event("data", Call.object().put("stderr", bytes)));
              }
            });
    process.started().complete(running);
    try {
      finish(out, running.await());
    } finally {
      processes.remove(pid);
    }
  }

  private static Command command(Call call, JsonNode wanted, int pid) {
    JsonNode process = wanted.path("process");
    List<String> words =
        new ArrayList<>(
            List.of("/bin/sh", "-c", "echo $$ >/tmp/.envd-" + pid + "; exec \"$@\"", "sh"));
    words.add(process.path("cmd").asString());
    process.path("args").forEach(word -> words.add(word.asString()));
    long most = call.header("Connect-Timeout-Ms").map(Long::parseLong).orElse(0L);
    Command command =
        Command.of(words)
            .withTimeout(most > 0 ? Duration.ofMillis(most) : Duration.ofHours(12))
            .in(process.path("cwd").asString("/workspace"));
    for (Map.Entry<String, JsonNode> variable : process.path("envs").properties()) {
      command = command.withVariable(variable.getKey(), variable.getValue().asString());
    }
    return wanted.path("stdin").asBoolean(false) ? command.withInput(Command.BY_HAND) : command;
  }

  private static void finish(OutputStream out, CommandResult result) throws IOException {
    if (result.outcome() instanceof Outcome.TimedOut) {
      ObjectNode error = Call.object();
      error.putObject("error").put("code", "deadline_exceeded").put("message", "out of time");
      send(out, END, error);
    } else {
      boolean signalled = result.outcome() instanceof Outcome.Signalled;
      ObjectNode end = Call.object();
      int code = signalled ? -1 : result.shellCode();
      if (code != 0) {
        end.put("exitCode", code); // fields with their usual value are left out
      }
      if (!signalled) {
        end.put("exited", true);
      }
      end.put(
          "status",
          result.outcome() instanceof Outcome.Signalled by
              ? by.signal() == 9 ? "signal: killed" : "signal: " + by.signal()
              : "exit status " + code);
      send(out, 0, event("end", end));
      send(out, END, Call.object());
    }
    out.close();
  }

  /// The event of a process's start, with nothing after it.
  static byte[] beginning() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    send(out, 0, event("start", Call.object().put("pid", 1)));
    return out.toByteArray();
  }

  private static JsonNode event(String name, ObjectNode content) {
    ObjectNode message = Call.object();
    message.putObject("event").set(name, content);
    return message;
  }

  private static void send(OutputStream out, int flags, JsonNode message) {
    byte[] bytes = Call.MAPPER.writeValueAsBytes(message);
    byte[] all =
        ByteBuffer.allocate(5 + bytes.length)
            .put((byte) flags)
            .putInt(bytes.length)
            .put(bytes)
            .array();
    synchronized (out) {
      try {
        out.write(all);
        out.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void files(Call call, HostedSandbox sandbox) throws IOException {
    String path = call.query().getOrDefault("path", "");
    if (call.method().equals("GET")) {
      try {
        call.answer(200, "application/octet-stream", sandbox.real.files().read(path, MOST_BYTES));
      } catch (AssayException e) {
        int status = e.code() == ErrorCode.SANDBOX_FILE_NOT_FOUND ? 404 : 400;
        throw new ApiError(status, "", "path '" + path + "': " + e.reason());
      }
      return;
    }
    ArrayNode written = Call.MAPPER.createArrayNode();
    if (call.header("Content-Type").orElse("").startsWith("application/octet-stream")) {
      sandbox.real.files().write(path, call.body());
      written.add(file(path));
    } else {
      for (FormParts part : FormParts.read(call)) {
        String to = path.isEmpty() ? part.file() : path;
        sandbox.real.files().write(to, part.content());
        written.add(file(to));
      }
    }
    call.answer(200, written);
  }

  private static ObjectNode file(String path) {
    return Call.object()
        .put("name", path.substring(path.lastIndexOf('/') + 1))
        .put("path", path)
        .put("type", "file");
  }

  private static void filesystem(Call call, HostedSandbox sandbox) throws IOException {
    String path = call.json().path("path").asString("");
    ObjectNode answer = Call.object();
    switch (call.path().substring(call.path().lastIndexOf('/') + 1)) {
      case "MakeDir" -> {
        sandbox.real.files().makeFolder(path);
        answer.set("entry", entry(load(sandbox, path), path));
      }
      case "Remove" -> sandbox.real.files().delete(path);
      case "Stat" -> answer.set("entry", entry(load(sandbox, path), path));
      default -> {
        ArrayNode entries = answer.putArray("entries");
        for (FileEntry one : sandbox.real.files().list(path)) {
          entries.add(entry(one, path + "/" + one.path()));
        }
      }
    }
    call.answer(200, answer);
  }

  private static FileEntry load(HostedSandbox sandbox, String path) {
    return sandbox
        .real
        .files()
        .stat(path)
        .orElseThrow(() -> new ApiError(404, "not_found", "path not found"));
  }

  private static ObjectNode entry(FileEntry one, String path) {
    boolean folder = one.kind() == FileEntry.Kind.FOLDER;
    return Call.object()
        .put("name", path.substring(path.lastIndexOf('/') + 1))
        .put("type", folder ? "FILE_TYPE_DIRECTORY" : "FILE_TYPE_FILE")
        .put("path", path)
        .put("size", String.valueOf(one.size()))
        .put("mode", one.mode())
        .put("permissions", folder ? "drwxr-xr-x" : "-rw-r--r--")
        .put("owner", "agent")
        .put("group", "agent")
        .put("modifiedTime", one.modified().toString());
  }
}
