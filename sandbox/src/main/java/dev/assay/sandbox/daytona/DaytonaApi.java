package dev.assay.sandbox.daytona;

import dev.assay.sandbox.remote.Json;
import dev.assay.sandbox.remote.ProviderHttp;
import dev.assay.sandbox.remote.ProviderHttp.Repeat;
import dev.assay.sandbox.remote.ProviderRefusal;
import dev.assay.sandbox.settings.DaytonaSettings;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.sandbox.SandboxFailure;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/// Daytona's own interface: sandboxes and snapshots.
final class DaytonaApi {
  private static final int PAGE = 100;

  private final DaytonaSettings settings;
  private final DaytonaHttp http;

  DaytonaApi(DaytonaSettings settings) {
    this.settings = settings;
    this.http = new DaytonaHttp(settings);
  }

  /// How many requests were sent so far, to sandboxes too.
  long calls() {
    return http.http().calls();
  }

  /// Makes a sandbox and waits until it runs. If it does not come to run it is removed again.
  DaytonaState create(NewDaytonaSandbox wanted) {
    String what = "create the sandbox " + wanted.name();
    DaytonaState made =
        DaytonaState.of(
            attempt(
                what,
                () ->
                    http.post(
                        http.address("/sandbox"), wanted.json(settings.target()), Repeat.UNSAFE)));
    try {
      return awaitStart(made);
    } catch (RuntimeException e) {
      try {
        delete(made.id());
      } catch (RuntimeException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }

  private DaytonaState awaitStart(DaytonaState made) {
    DaytonaState seen = made;
    Polling polling = polling("The sandbox %s of Daytona".formatted(made.name()));
    while (!seen.isStarted()) {
      if (seen.isLost()) {
        throw new SandboxFailure(
            ErrorCode.SANDBOX_FAILED,
            "The sandbox %s of Daytona did not start: its state is %s. %s"
                .formatted(made.name(), seen.state(), seen.reason()));
      }
      polling.hold(seen.state());
      seen = load(made.id());
    }
    return seen;
  }

  DaytonaState load(String id) {
    return DaytonaState.of(
        attempt("show the sandbox " + id, () -> http.get(http.address("/sandbox/" + id(id)))));
  }

  /// All sandboxes with these labels. The list may be some seconds old.
  List<DaytonaState> list(Map<String, String> labels) {
    List<DaytonaState> found = new ArrayList<>();
    String query =
        "/sandbox?limit=" + PAGE + "&labels=" + DaytonaHttp.encode(Json.object(labels).toString());
    Optional<String> cursor = Optional.empty();
    do {
      String page = cursor.map(text -> "&cursor=" + DaytonaHttp.encode(text)).orElse("");
      JsonNode answer = attempt("list sandboxes", () -> http.get(http.address(query + page)));
      JsonNode items = answer.isArray() ? answer : answer.path("items"); // a plain list in 0.190
      items.forEach(item -> found.add(DaytonaState.of(item)));
      cursor = Optional.of(Json.text(answer, "nextCursor")).filter(text -> !text.isEmpty());
    } while (cursor.isPresent());
    return found.stream()
        .filter(one -> one.labels().entrySet().containsAll(labels.entrySet()))
        .toList();
  }

  /// Nothing happens if it is not there.
  void delete(String id) {
    absentIsFine("delete the sandbox " + id, () -> http.delete(http.address("/sandbox/" + id(id))));
  }

  DaytonaToolbox toolbox(DaytonaState sandbox) {
    URI base =
        sandbox
            .toolbox()
            .orElseGet(
                () ->
                    URI.create(
                        Json.text(
                            attempt(
                                "name the toolbox of " + sandbox.id(),
                                () ->
                                    http.get(
                                        http.address(
                                            "/sandbox/"
                                                + id(sandbox.id())
                                                + "/toolbox-proxy-url"))),
                            "url")));
    return new DaytonaToolbox(
        http, URI.create(base.toString().replaceAll("/+$", "") + "/" + id(sandbox.id())));
  }

  /// Makes a snapshot of a sandbox and waits until others can start from it.
  void snapshot(String sandboxId, String name) {
    attempt(
        "make a snapshot of " + sandboxId,
        () ->
            http.post(
                http.address("/sandbox/" + id(sandboxId) + "/snapshot"),
                Json.object(Map.of("name", name)),
                Repeat.UNSAFE));
    awaitActive(name);
  }

  /// Makes sure that sandboxes can start from a snapshot: one that was unused for weeks sleeps.
  void awaitActive(String name) {
    Polling polling = polling("The snapshot %s of Daytona".formatted(name));
    boolean woken = false;
    while (true) {
      Optional<JsonNode> seen = findSnapshot(name);
      String state = seen.map(json -> Json.text(json, "state")).orElse("not there yet");
      switch (state) {
        case "active" -> {
          return;
        }
        case "error", "build_failed", "removing" ->
            throw new SandboxFailure(
                ErrorCode.SANDBOX_FAILED,
                "The snapshot %s of Daytona cannot be used: its state is %s. %s"
                    .formatted(name, state, Json.text(seen.get(), "errorReason")));
        case "inactive" -> {
          if (!woken) {
            String id = Json.text(seen.get(), "id");
            attempt(
                "activate the snapshot " + name,
                () -> http.post(http.address("/snapshots/" + id(id) + "/activate")));
            woken = true;
          }
        }
        default -> {} // on its way, or a state of a newer Daytona
      }
      polling.hold(state);
    }
  }

  Optional<JsonNode> findSnapshot(String name) {
    try {
      return Optional.of(http.get(http.address("/snapshots/" + DaytonaHttp.encode(name))));
    } catch (ProviderRefusal e) {
      if (e.status() == 404) {
        return Optional.empty();
      }
      throw DaytonaHttp.failure(e, "show the snapshot " + name);
    }
  }

  /// Names of the snapshots that start with a text, each with when it was made.
  Map<String, String> snapshots(String prefix) {
    Map<String, String> found = new TreeMap<>();
    for (int page = 1, pages = 1; page <= pages; page++) {
      String query = "/snapshots?page=%d&limit=%d".formatted(page, PAGE);
      JsonNode answer = attempt("list snapshots", () -> http.get(http.address(query)));
      pages = answer.path("totalPages").asInt(1);
      for (JsonNode item : answer.path("items")) {
        if (Json.text(item, "name").startsWith(prefix)) {
          found.put(Json.text(item, "name"), Json.text(item, "createdAt"));
        }
      }
    }
    return found;
  }

  void deleteSnapshot(String name) {
    findSnapshot(name)
        .ifPresent(
            json ->
                absentIsFine(
                    "delete the snapshot " + name,
                    () -> http.delete(http.address("/snapshots/" + id(Json.text(json, "id"))))));
  }

  private static String id(String text) {
    return DaytonaHttp.encode(text);
  }

  private static JsonNode attempt(String what, Supplier<JsonNode> request) {
    try {
      return request.get();
    } catch (ProviderRefusal e) {
      throw DaytonaHttp.failure(e, what);
    }
  }

  private static void absentIsFine(String what, Runnable request) {
    try {
      request.run();
    } catch (ProviderRefusal e) {
      if (e.status() != 404 && e.status() != 410) {
        throw DaytonaHttp.failure(e, what);
      }
    }
  }

  private Polling polling(String subject) {
    ProviderHttp plain = http.http();
    return new Polling(subject, plain.timing().start(), plain.timing().poll(), plain);
  }

  /// Asks again and again, but not for ever: the number of questions follows from the two times.
  private static final class Polling {
    private final String subject;
    private final Duration most;
    private final Duration step;
    private final ProviderHttp http;
    private Duration waited = Duration.ZERO;

    Polling(String subject, Duration most, Duration step, ProviderHttp http) {
      this.subject = subject;
      this.most = most;
      this.step = step;
      this.http = http;
    }

    void hold(String state) {
      if (waited.compareTo(most) >= 0) {
        throw new SandboxFailure(
            ErrorCode.SANDBOX_UNAVAILABLE,
            "%s is not ready after %d s; its state is '%s'. Try again, or look at Daytona's dashboard."
                .formatted(subject, most.toSeconds(), Visible.line(state)));
      }
      http.pause().hold(step);
      waited = waited.plus(step);
    }
  }
}
