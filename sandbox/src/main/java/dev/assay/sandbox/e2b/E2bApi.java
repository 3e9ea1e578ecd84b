package dev.assay.sandbox.e2b;

import dev.assay.sandbox.remote.Json;
import dev.assay.sandbox.remote.ProviderHttp.Answer;
import dev.assay.sandbox.remote.ProviderHttp.Repeat;
import dev.assay.sandbox.settings.E2bSettings;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// E2B's control plane: sandboxes and what is kept of them.
final class E2bApi {
  /// Whether the server has `/connect`, as far as it was seen.
  enum Connect {
    UNTRIED,
    OFFERED,
    MISSING
  }

  private final E2bSettings settings;
  private final E2bHttp http;
  private final AtomicReference<Connect> connect = new AtomicReference<>(Connect.UNTRIED);

  E2bApi(E2bSettings settings) {
    this.settings = settings;
    this.http = new E2bHttp(settings);
  }

  /// How many requests were sent so far, to sandboxes too.
  long calls() {
    return http.http().calls();
  }

  Connect connectSupport() {
    return connect.get();
  }

  E2bState create(NewE2bSandbox wanted) {
    Answer answer = http.post("/sandboxes", wanted.json(), Repeat.UNSAFE);
    return E2bState.of(
        E2bHttp.require(
            answer, "create a sandbox from the template " + wanted.template(), 201, 200));
  }

  Optional<E2bState> find(String id) {
    Answer answer = http.get(path(id, ""));
    return answer.status() == 404
        ? Optional.empty()
        : Optional.of(E2bState.of(E2bHttp.require(answer, "show the sandbox " + id, 200)));
  }

  /// Reaches a sandbox that somebody made earlier, wakes it if it is paused and lets it live at
  /// least so long.
  ///
  /// Where the server has no `/connect`, a 404 means two things; whether the sandbox is there is
  /// asked for then, never guessed from a text.
  ///
  /// @throws SandboxFailure with `SANDBOX_GONE` if there is no such sandbox
  E2bState connect(String id, Duration timeout) {
    if (connect.get() != Connect.MISSING) {
      JsonNode body = Json.object().put("timeout", NewE2bSandbox.seconds(timeout));
      Answer answer = http.post(path(id, "/connect"), body, Repeat.SAFE);
      if (answer.status() != 404 && answer.status() != 405) {
        JsonNode json = E2bHttp.require(answer, "connect to the sandbox " + id, 200, 201);
        connect.set(Connect.OFFERED);
        return E2bState.of(json);
      }
    }
    E2bState seen = find(id).orElseThrow(() -> gone(id));
    connect.compareAndSet(Connect.UNTRIED, Connect.MISSING);
    return wake(seen, timeout);
  }

  private E2bState wake(E2bState seen, Duration timeout) {
    String id = seen.id();
    if (!seen.isPaused()) {
      setTimeout(id, timeout);
      return seen;
    }
    JsonNode body =
        Json.object().put("timeout", NewE2bSandbox.seconds(timeout)).put("autoPause", false);
    Answer answer = http.post(path(id, "/resume"), body, Repeat.SAFE);
    E2bHttp.require(answer, "resume the sandbox " + id, 201, 204, 409);
    if (answer.status() == 409) { // somebody else was faster
      setTimeout(id, timeout);
    }
    return find(id).orElseThrow(() -> gone(id));
  }

  private static SandboxFailure gone(String id) {
    return new SandboxFailure(
        ErrorCode.SANDBOX_GONE, "E2B has no sandbox %s any more.".formatted(id));
  }

  /// Lets a sandbox live so long from now.
  void setTimeout(String id, Duration timeout) {
    JsonNode body = Json.object().put("timeout", NewE2bSandbox.seconds(timeout));
    E2bHttp.require(
        http.post(path(id, "/timeout"), body, Repeat.SAFE),
        "set the time of the sandbox " + id,
        204,
        200);
  }

  /// Keeps a sandbox without running it. Nothing happens if it is paused already.
  void pause(String id) {
    E2bHttp.require(
        http.post(path(id, "/pause"), Json.object(), Repeat.SAFE),
        "pause the sandbox " + id,
        204,
        409);
  }

  /// Nothing happens if it is not there.
  void kill(String id) {
    E2bHttp.require(http.delete(path(id, "")), "kill the sandbox " + id, 204, 200, 404);
  }

  /// All sandboxes with these metadata, running or paused.
  List<E2bState> list(Map<String, String> metadata) {
    String wanted =
        metadata.entrySet().stream()
            .map(e -> E2bHttp.encode(e.getKey()) + "=" + E2bHttp.encode(e.getValue()))
            .collect(Collectors.joining("&"));
    String query =
        "/v2/sandboxes?state=running,paused&limit=100&metadata=" + E2bHttp.encode(wanted);
    List<E2bState> found = new ArrayList<>();
    Optional<String> next = Optional.empty();
    do {
      Answer answer =
          http.get(query + next.map(token -> "&nextToken=" + E2bHttp.encode(token)).orElse(""));
      for (JsonNode item : E2bHttp.require(answer, "list sandboxes", 200)) {
        found.add(E2bState.of(item));
      }
      next = answer.headers().firstValue("X-Next-Token").filter(token -> !token.isEmpty());
    } while (next.isPresent());
    return found.stream()
        .filter(one -> one.metadata().entrySet().containsAll(metadata.entrySet()))
        .toList();
  }

  /// Makes a snapshot, whose id can be used as a template; empty if this server does not offer it.
  Optional<String> snapshot(String id, String name) {
    JsonNode body = Json.object().put("name", name);
    Answer answer = http.post(path(id, "/snapshots"), body, Repeat.UNSAFE);
    if ((answer.status() == 404 || answer.status() == 405) && find(id).isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        Json.text(
            E2bHttp.require(answer, "make a snapshot of the sandbox " + id, 201, 200),
            "snapshotID"));
  }

  /// Ids of the snapshots with a name in which the text occurs, each with that name; a server
  /// without snapshots has none.
  Map<String, String> snapshots(String part) {
    Map<String, String> found = new TreeMap<>();
    Optional<String> next = Optional.empty();
    do {
      Answer answer =
          http.get(
              "/snapshots?limit=100"
                  + next.map(token -> "&nextToken=" + E2bHttp.encode(token)).orElse(""));
      if (answer.status() == 404) {
        return found;
      }
      for (JsonNode item : E2bHttp.require(answer, "list snapshots", 200)) {
        for (JsonNode name : item.path("names")) {
          if (name.asString("").contains(part)) {
            found.put(Json.text(item, "snapshotID"), name.asString(""));
          }
        }
      }
      next = answer.headers().firstValue("X-Next-Token").filter(token -> !token.isEmpty());
    } while (next.isPresent());
    return found;
  }

  void deleteSnapshot(String snapshotId) {
    E2bHttp.require(
        http.delete("/templates/" + E2bHttp.encode(snapshotId)),
        "delete the snapshot " + snapshotId,
        204,
        200,
        404);
  }

  /// The daemon of a sandbox.
  Envd daemon(E2bState sandbox) {
    return new Envd(http.http(), settings.daemon(sandbox.id(), sandbox.domain()), sandbox);
  }

  private static String path(String id, String rest) {
    return "/sandboxes/" + E2bHttp.encode(id) + rest;
  }
}
