package dev.assay.testkit.provider;

import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A server with the part of Daytona's API that an engine needs, in one of its generations.
public final class DaytonaServer extends ProviderServer {
  /// The generations of the API.
  public enum Generation {
    /// 0.190: files at `/files/upload`, lists without pages, commands split into words.
    EARLIER,
    CURRENT
  }

  /// The snapshot that exists from the start.
  public static final String BASE = "assay-base";

  /// A snapshot, and the number of requests about it that still get "not yet".
  private static final class Snapshot {
    private final String id = UUID.randomUUID().toString();
    private final SandboxImage image;
    private final Instant made = Instant.now();
    private final AtomicInteger slowness;
    private volatile String state = "active";

    Snapshot(SandboxImage image, int slowness) {
      this.image = image;
      this.slowness = new AtomicInteger(slowness);
    }
  }

  private final Generation generation;
  private final Map<String, Snapshot> snapshots = new ConcurrentHashMap<>();
  private final DaytonaDaemon daemon;

  /// @param engine the engine of the sandboxes in which commands really run
  public DaytonaServer(SandboxEngine engine, SandboxImage image, Generation generation) {
    super("daytona", engine, image);
    this.generation = generation;
    this.daemon = new DaytonaDaemon(generation);
    snapshots.put(BASE, new Snapshot(image, 0));
  }

  /// The value for `assay.sandbox.daytona.address`.
  public URI api() {
    return address("/api");
  }

  /// Deactivates a snapshot, as Daytona does after two weeks without use.
  public void deactivate(String name) {
    find(name).state = "inactive";
  }

  public Set<String> snapshots() {
    return Set.copyOf(snapshots.keySet());
  }

  @Override
  boolean accepts(Call call) {
    return !faults().keyHasExpired()
        && call.header("Authorization").equals(Optional.of("Bearer " + KEY));
  }

  @Override
  boolean offers(Call call) {
    boolean uploadsNew = call.path().endsWith("/files/upload-v2");
    boolean uploadsOld = call.path().endsWith("/files/upload");
    return generation == Generation.CURRENT ? !uploadsOld : !uploadsNew;
  }

  @Override
  void refuseRoute(Call call) throws IOException {
    ObjectNode body = Call.object();
    body.put("statusCode", 404);
    body.put("message", "Cannot %s %s".formatted(call.method(), call.path()));
    body.put("error", "Not Found");
    call.answer(404, body);
  }

  @Override
  void refuse(Call call, int status, String code, String message) throws IOException {
    ObjectNode body = Call.object();
    body.put("statusCode", status);
    body.put("message", message);
    body.put("path", call.path());
    body.put("timestamp", Instant.now().toString());
    if (!code.isEmpty()) {
      body.put("code", code);
      body.put("source", "DAYTONA_DAEMON");
      body.put("method", call.method());
    }
    call.answer(status, body);
  }

  @Override
  void handle(Call call) throws IOException {
    List<String> parts = call.parts();
    if (parts.getFirst().equals("toolbox")) {
      HostedSandbox sandbox = load(parts.get(1));
      daemon.handle(call, sandbox, parts.subList(2, parts.size()));
      return;
    }
    String kind = parts.get(1);
    String id = parts.size() > 2 ? parts.get(2) : "";
    String verb = call.method() + " " + (parts.size() > 3 ? parts.get(3) : id.isEmpty() ? "" : "-");
    switch (kind + " " + verb) {
      case "sandbox POST " -> call.answer(200, show(create(call.json())));
      case "sandbox GET " -> list(call);
      case "sandbox GET -" -> call.answer(200, show(load(id)));
      case "sandbox DELETE -" -> {
        HostedSandbox gone = load(id);
        lose(gone.id);
        gone.state = "destroying";
        call.answer(200, show(gone));
      }
      case "sandbox GET toolbox-proxy-url" ->
          call.answer(200, Call.object().put("url", address("/toolbox").toString()));
      case "sandbox POST snapshot" -> {
        HostedSandbox source = load(id);
        freeze(source, call.json().path("name").asString());
        call.answer(200, show(source));
      }
      case "snapshots GET " -> listSnapshots(call);
      case "snapshots GET -" -> call.answer(200, show(name(id)));
      case "snapshots DELETE -" -> {
        snapshots.remove(name(id));
        call.answer(200);
      }
      case "snapshots POST activate" -> {
        Snapshot woken = find(name(id));
        woken.state = "active";
        woken.slowness.set(1);
        call.answer(200, show(name(id)));
      }
      default -> refuseRoute(call);
    }
  }

  private HostedSandbox load(String idOrName) {
    return sandboxes.values().stream()
        .filter(one -> one.id.equals(idOrName) || one.name.equals(idOrName))
        .findFirst()
        .orElseThrow(() -> new ApiError(404, "", "Sandbox " + idOrName + " not found"));
  }

  private HostedSandbox create(JsonNode wanted) {
    String origin = wanted.path("snapshot").asString(BASE);
    Snapshot snapshot = snapshots.get(origin);
    if (snapshot == null || !snapshot.state.equals("active")) {
      throw new ApiError(400, "", "Snapshot " + origin + " not found or not active");
    }
    if (wanted.has("cpu") || wanted.has("memory") || wanted.has("disk")) {
      throw new ApiError(400, "", "Cannot specify resources when using a snapshot");
    }
    String id = UUID.randomUUID().toString();
    String name = wanted.path("name").asString(id);
    if (sandboxes.values().stream().anyMatch(one -> one.name.equals(name))) {
      throw new ApiError(409, "", "Sandbox with name " + name + " already exists");
    }
    Map<String, String> labels = new HashMap<>();
    wanted.path("labels").forEachEntry((key, value) -> labels.put(key, value.asString()));
    String domains = wanted.path("domainAllowList").asString("");
    Network network =
        wanted.path("networkBlockAll").asBoolean(false)
            ? Network.blocked()
            : domains.isEmpty() ? Network.open() : Network.allowing(domains.split(",", -1));
    SandboxSpec spec = SandboxSpec.of(snapshot.image, "daytona").withNetwork(network);
    for (Map.Entry<String, JsonNode> variable : wanted.path("env").properties()) {
      spec = spec.withVariable(variable.getKey(), variable.getValue().asString());
    }
    HostedSandbox made =
        new HostedSandbox(
            id, name, origin, labels, engine.create(spec), "started", faults().slowness());
    if (faults().startsFail()) {
      made.state = "error";
    }
    sandboxes.put(id, made);
    return made;
  }

  private ObjectNode show(HostedSandbox one) {
    boolean ready = one.slowness.getAndDecrement() <= 0;
    ObjectNode json = Call.object();
    json.put("id", one.id).put("organizationId", "o").put("name", one.name).put("user", "agent");
    json.put("snapshot", one.origin).put("public", false).put("networkBlockAll", false);
    json.put("target", "test").put("cpu", 1).put("gpu", 0).put("memory", 1).put("disk", 3);
    json.set("env", Call.object());
    json.set("labels", Call.MAPPER.valueToTree(one.labels));
    // the second request gets a state that no current client knows
    json.put("state", ready ? one.state : one.slowness.get() % 2 == 0 ? "creating" : "levitating");
    json.put("errorReason", one.state.equals("error") ? "no runner has room" : "");
    json.put("createdAt", one.made.toString());
    if (generation == Generation.CURRENT) {
      json.put("toolboxProxyUrl", address("/toolbox").toString());
    }
    return json;
  }

  private void list(Call call) throws IOException {
    Map<String, String> wanted = new HashMap<>();
    Call.MAPPER
        .readTree(call.query().getOrDefault("labels", "{}"))
        .forEachEntry((key, value) -> wanted.put(key, value.asString()));
    ArrayNode items = Call.MAPPER.createArrayNode();
    sandboxes.values().stream()
        .filter(one -> one.labels.entrySet().containsAll(wanted.entrySet()))
        .sorted(Comparator.comparing(one -> one.id))
        .forEach(one -> items.add(show(one)));
    if (generation == Generation.EARLIER) {
      call.answer(200, items);
      return;
    }
    // pages of two, so that clients have to fetch several
    int start = Integer.parseInt(call.query().getOrDefault("cursor", "0"));
    int end = Math.min(items.size(), start + 2);
    ObjectNode page = Call.object();
    ArrayNode shown = page.putArray("items");
    for (int at = start; at < end; at++) {
      shown.add(items.get(at));
    }
    if (end < items.size()) {
      page.put("nextCursor", String.valueOf(end));
    } else {
      page.putNull("nextCursor");
    }
    call.answer(200, page);
  }

  private void freeze(HostedSandbox source, String name) {
    if (name.endsWith(":latest")) {
      throw new ApiError(400, "", "The tag latest is not allowed");
    }
    if (snapshots.putIfAbsent(name, new Snapshot(source.real.snapshot(), faults().slowness()))
        != null) {
      throw new ApiError(409, "", "Snapshot " + name + " already exists");
    }
  }

  private String name(String idOrName) {
    return snapshots.entrySet().stream()
        .filter(one -> one.getKey().equals(idOrName) || one.getValue().id.equals(idOrName))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow(() -> new ApiError(404, "", "Snapshot " + idOrName + " not found"));
  }

  private Snapshot find(String name) {
    return Objects.requireNonNull(snapshots.get(name), name);
  }

  private ObjectNode show(String name) {
    Snapshot one = find(name);
    boolean ready = one.slowness.getAndDecrement() <= 0;
    ObjectNode json = Call.object();
    json.put("id", one.id).put("name", name).put("general", false).put("size", 1);
    json.put("state", ready ? one.state : "pending").putNull("errorReason");
    json.put("cpu", 1).put("gpu", 0).put("mem", 1).put("disk", 3).putNull("entrypoint");
    json.put("createdAt", one.made.toString()).put("updatedAt", one.made.toString());
    json.putNull("lastUsedAt").putNull("sourceSandboxId");
    return json;
  }

  private void listSnapshots(Call call) throws IOException {
    ObjectNode page = Call.object();
    ArrayNode items = page.putArray("items");
    snapshots.keySet().stream().sorted().forEach(name -> items.add(show(name)));
    page.put("total", items.size()).put("page", 1).put("totalPages", 1);
    call.answer(200, page);
  }
}
