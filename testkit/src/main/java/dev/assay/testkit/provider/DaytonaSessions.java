package dev.assay.testkit.provider;

import static org.awaitility.Awaitility.await;

import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.RunningCommand;
import dev.assay.testkit.provider.ProviderServer.ApiError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Sessions of a toolbox: each is a shell that runs its commands one after the other.
final class DaytonaSessions {
  private static final String FOLDER = "/tmp/.sessions/";

  private record Session(RunningCommand shell) {}

  private final Map<String, Session> sessions = new ConcurrentHashMap<>();

  /// @param parts the path after `/process/session`
  void handle(Call call, HostedSandbox sandbox, List<String> parts) throws IOException {
    if (parts.isEmpty()) {
      open(sandbox, call.json().path("sessionId").asString());
      call.answer(201);
      return;
    }
    String key = sandbox.id + "/" + parts.getFirst();
    Session session = sessions.get(key);
    if (session == null) {
      throw new ApiError(404, "SESSION_ENDED", "session not found");
    }
    if (parts.size() == 1) {
      session.shell().kill();
      sessions.remove(key);
      call.answer(204);
    } else if (parts.get(1).equals("exec")) {
      execute(call, sandbox, session);
    } else if (parts.size() == 3) {
      ObjectNode json = Call.object().put("id", parts.get(2)).put("command", "");
      code(sandbox, parts.get(2)).ifPresent(code -> json.put("exitCode", code));
      call.answer(200, json);
    } else {
      call.answer(200, logs(sandbox, parts.get(2)));
    }
  }

  private void open(HostedSandbox sandbox, String id) {
    Command shell =
        Command.of("/bin/sh").withInput(Command.BY_HAND).withTimeout(Duration.ofHours(12));
    sandbox.real.files().makeFolder(FOLDER);
    Session session = new Session(sandbox.real.start(shell, OutputListener.silent()));
    if (sessions.putIfAbsent(sandbox.id + "/" + id, session) != null) {
      session.shell().kill();
      throw new ApiError(409, "SESSION_EXISTS", "session already exists");
    }
  }

  private static void execute(Call call, HostedSandbox sandbox, Session session)
      throws IOException {
    JsonNode wanted = call.json();
    String id = UUID.randomUUID().toString();
    String file = FOLDER + id;
    String line =
        "{ %s; } >%s.out 2>%s.err </dev/null; echo $? >%s.new; mv %s.new %s.code\n"
            .formatted(wanted.path("command").asString(), file, file, file, file, file);
    session.shell().stdin().write(line.getBytes(StandardCharsets.UTF_8));
    session.shell().stdin().flush();
    ObjectNode answer = Call.object().put("cmdId", id);
    if (wanted.path("runAsync").asBoolean(false) || wanted.path("async").asBoolean(false)) {
      call.answer(202, answer);
      return;
    }
    await().atMost(Duration.ofMinutes(5)).until(() -> code(sandbox, id).isPresent());
    answer.put("exitCode", code(sandbox, id).orElseThrow());
    answer.setAll(logs(sandbox, id));
    call.answer(200, answer);
  }

  private static Optional<Integer> code(HostedSandbox sandbox, String id) {
    String file = FOLDER + id + ".code";
    return sandbox.real.files().stat(file).isEmpty()
        ? Optional.empty()
        : Optional.of(Integer.valueOf(sandbox.real.files().readText(file).strip()));
  }

  private static ObjectNode logs(HostedSandbox sandbox, String id) {
    String out = sandbox.real.files().readText(FOLDER + id + ".out");
    String err = sandbox.real.files().readText(FOLDER + id + ".err");
    return Call.object().put("stdout", out).put("stderr", err).put("output", out + err);
  }
}
