package dev.assay.testkit.provider;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.testkit.provider.DaytonaServer.Generation;
import dev.assay.testkit.provider.ProviderServer.ApiError;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The toolbox of a sandbox: commands, sessions and files.
final class DaytonaDaemon {
  private static final long MOST_BYTES = 1L << 30;
  private static final int MOST_OUTPUT = 256 << 20;
  private static final String NOT_FOUND = "FILE_NOT_FOUND";

  private final Generation generation;
  private final DaytonaSessions sessions = new DaytonaSessions();

  DaytonaDaemon(Generation generation) {
    this.generation = generation;
  }

  void handle(Call call, HostedSandbox sandbox, List<String> parts) throws IOException {
    switch (parts.getFirst()) {
      case "process" -> {
        if (parts.get(1).equals("execute")) {
          execute(call, sandbox);
        } else {
          sessions.handle(call, sandbox, parts.subList(2, parts.size()));
        }
      }
      case "files" -> files(call, sandbox, parts.size() > 1 ? parts.get(1) : "");
      case "work-dir", "user-home-dir" -> call.answer(200, Call.object().put("dir", "/workspace"));
      default -> call.answer(200, Call.object().put("version", "0.0.0-test"));
    }
  }

  private void execute(Call call, HostedSandbox sandbox) throws IOException {
    JsonNode wanted = call.json();
    String line = wanted.path("command").asString();
    Command command =
        generation == Generation.CURRENT
            ? HostedSandbox.merged(List.of("/bin/sh")).withInput(line + "\n")
            : HostedSandbox.merged(words(line));
    long seconds = wanted.path("timeout").asLong(0);
    command =
        command
            .withTimeout(Duration.ofSeconds(seconds > 0 ? seconds : 360))
            .withOutputLimit(MOST_OUTPUT)
            .in(wanted.path("cwd").asString("/workspace"));
    for (Map.Entry<String, JsonNode> variable : wanted.path("envs").properties()) {
      command = command.withVariable(variable.getKey(), variable.getValue().asString());
    }
    CommandResult result = sandbox.real.run(command);
    if (result.outcome() instanceof Outcome.TimedOut) {
      throw new ApiError(408, "PROCESS_EXECUTION_TIMEOUT", "command execution timeout");
    }
    int code = result.outcome() instanceof Outcome.Signalled ? -1 : result.shellCode();
    call.answer(200, Call.object().put("exitCode", code).put("result", result.stdout().text()));
  }

  /// Splits a line as the earlier daemon does: quotes group, nothing escapes, nothing is expanded.
  static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    char quote = 0;
    for (int at = 0; at < line.length(); at++) {
      char letter = line.charAt(at);
      if (quote == 0 && (letter == '"' || letter == '\'')) {
        quote = letter;
      } else if (letter == quote) {
        quote = 0;
      } else if (letter == ' ' && quote == 0) {
        if (!word.isEmpty()) {
          words.add(word.toString());
          word.setLength(0);
        }
      } else {
        word.append(letter);
      }
    }
    if (!word.isEmpty()) {
      words.add(word.toString());
    }
    return words;
  }

  private static void files(Call call, HostedSandbox sandbox, String verb) throws IOException {
    String path = call.query().getOrDefault("path", "");
    try {
      switch (call.method() + " " + verb) {
        case "POST upload", "POST upload-v2" -> {
          FormParts file =
              FormParts.read(call).stream()
                  .filter(part -> part.field().equals("file"))
                  .findFirst()
                  .orElseThrow(() -> new ApiError(400, "INVALID_REQUEST_BODY", "no file"));
          sandbox.real.files().write(path, file.content());
          call.answer(200, Call.object().put("path", path));
        }
        case "POST bulk-upload" -> {
          String to = "";
          for (FormParts part : FormParts.read(call)) {
            if (part.field().endsWith(".path")) {
              to = part.text();
            } else {
              sandbox.real.files().write(to, part.content());
            }
          }
          call.answer(200);
        }
        case "GET download" ->
            call.answer(
                200, "application/octet-stream", sandbox.real.files().read(path, MOST_BYTES));
        case "POST bulk-download" -> bulk(call, sandbox);
        case "GET info" -> call.answer(200, show(find(sandbox, path)));
        case "DELETE " -> {
          sandbox.real.files().delete(path);
          call.answer(204);
        }
        case "POST folder" -> {
          sandbox.real.files().makeFolder(path);
          call.answer(201);
        }
        default -> throw new ApiError(404, "", "no such operation");
      }
    } catch (AssayException e) {
      if (e.code() == ErrorCode.SANDBOX_FILE_NOT_FOUND) {
        throw new ApiError(404, NOT_FOUND, e.reason());
      }
      throw new ApiError(
          e.code() == ErrorCode.SANDBOX_FILE_REFUSED ? 403 : 400, "FILE_ACCESS_DENIED", e.reason());
    }
  }

  private static FileEntry find(HostedSandbox sandbox, String path) {
    return sandbox
        .real
        .files()
        .stat(path)
        .orElseThrow(() -> new ApiError(404, NOT_FOUND, path + " is not there"));
  }

  private static ObjectNode show(FileEntry entry) {
    ObjectNode json = Call.object();
    json.put("name", entry.path().substring(entry.path().lastIndexOf('/') + 1));
    json.put("isDir", entry.kind() == FileEntry.Kind.FOLDER).put("size", entry.size());
    json.put("mode", Integer.toOctalString(entry.mode())).put("permissions", "0644");
    json.put("modTime", entry.modified().toString()).put("modifiedAt", entry.modified().toString());
    json.put("owner", "agent").put("group", "agent");
    return json;
  }

  private static void bulk(Call call, HostedSandbox sandbox) throws IOException {
    String boundary = "parts";
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (JsonNode path : call.json().path("paths")) {
      byte[] content = sandbox.real.files().read(path.asString(), MOST_BYTES);
      body.writeBytes(
          "--%s\r\nContent-Type: application/octet-stream\r\nContent-Disposition: form-data; name=\"file\"; filename=\"%s\"\r\nContent-Length: %d\r\n\r\n"
              .formatted(boundary, path.asString(), content.length)
              .getBytes(StandardCharsets.UTF_8));
      body.writeBytes(content);
      body.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
    }
    body.writeBytes("--%s--\r\n".formatted(boundary).getBytes(StandardCharsets.UTF_8));
    call.answer(200, "multipart/form-data; boundary=" + boundary, body.toByteArray());
  }
}
