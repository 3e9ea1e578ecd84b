package dev.assay.testkit.provider;

import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A server with the part of E2B's API that an engine needs: control plane and daemon.
public final class E2bServer extends ProviderServer {
  /// The features in which servers differ.
  public enum Offer {
    CONNECT,
    SNAPSHOTS
  }

  /// The template that exists from the start.
  public static final String BASE = "assay-base";

  private static final int PAGE = 2;

  private final Set<Offer> offers;
  private final Map<String, SandboxImage> templates = new ConcurrentHashMap<>();
  private final Map<String, String> names = new ConcurrentHashMap<>();
  private final EnvdService daemon = new EnvdService();

  /// @param engine the engine of the sandboxes in which commands really run
  public E2bServer(SandboxEngine engine, SandboxImage image, Set<Offer> offers) {
    super("e2b", engine, image);
    this.offers = offers.isEmpty() ? EnumSet.noneOf(Offer.class) : EnumSet.copyOf(offers);
    templates.put(BASE, image);
  }

  /// The value for `assay.sandbox.e2b.address`; it is the address of the sandboxes too.
  public URI api() {
    return address("");
  }

  public Set<String> templates() {
    return Set.copyOf(templates.keySet());
  }

  /// The end of a sandbox, as last requested.
  public Instant end(String id) {
    return load(id).end;
  }

  private static boolean isDaemon(Call call) {
    return call.path().startsWith("/process.")
        || call.path().startsWith("/filesystem.")
        || call.path().equals("/files")
        || call.path().equals("/health");
  }

  @Override
  boolean accepts(Call call) {
    if (isDaemon(call)) {
      return call.path().equals("/health")
          || find(call).isEmpty()
          || call.header("X-Access-Token").equals(Optional.of(token(find(call).get())));
    }
    return !faults().keyHasExpired() && call.header("X-API-Key").equals(Optional.of(KEY));
  }

  private static String token(HostedSandbox sandbox) {
    return "token-of-" + sandbox.id;
  }

  private Optional<HostedSandbox> find(Call call) {
    return call.header("E2b-Sandbox-Id").map(sandboxes::get);
  }

  @Override
  boolean offers(Call call) {
    boolean connects = call.path().endsWith("/connect") && !call.path().startsWith("/process.");
    boolean freezes = call.path().endsWith("/snapshots");
    return (!connects || offers.contains(Offer.CONNECT))
        && (!freezes || offers.contains(Offer.SNAPSHOTS));
  }

  @Override
  byte[] beginning(Call call) {
    return isDaemon(call) ? EnvdService.beginning() : super.beginning(call);
  }

  @Override
  void refuseRoute(Call call) throws IOException {
    call.answer(404, "text/plain", "404 page not found".getBytes(StandardCharsets.UTF_8));
  }

  @Override
  void refuse(Call call, int status, String code, String message) throws IOException {
    ObjectNode body = Call.object().put("message", message);
    if (code.isEmpty()) {
      body.put("code", status);
    } else {
      body.put("code", code);
    }
    call.answer(status, body);
  }

  @Override
  void handle(Call call) throws IOException {
    if (isDaemon(call)) {
      HostedSandbox sandbox =
          find(call)
              .filter(one -> one.state.equals("running"))
              .orElseThrow(() -> new ApiError(502, "", "The sandbox was not found"));
      daemon.handle(call, sandbox);
      return;
    }
    List<String> all = call.parts();
    List<String> parts = all.getFirst().equals("v2") ? all.subList(1, all.size()) : all;
    String id = parts.size() > 1 ? parts.get(1) : "";
    String verb = call.method() + " " + (parts.size() > 2 ? parts.get(2) : id.isEmpty() ? "" : "-");
    switch (parts.getFirst() + " " + verb) {
      case "sandboxes POST " -> call.answer(201, brief(create(call.json())));
      case "sandboxes GET " -> list(call);
      case "sandboxes GET -" -> call.answer(200, full(load(id)));
      case "sandboxes DELETE -" -> {
        lose(load(id).id);
        call.answer(204);
      }
      case "sandboxes POST connect" -> {
        HostedSandbox one = load(id);
        boolean paused = one.state.equals("paused");
        one.state = "running";
        Instant wanted = end(call);
        one.end = wanted.isAfter(one.end) || paused ? wanted : one.end;
        call.answer(paused ? 201 : 200, brief(one));
      }
      case "sandboxes POST resume" -> {
        HostedSandbox one = load(id);
        if (!one.state.equals("paused")) {
          throw new ApiError(409, "", "Sandbox is already running");
        }
        one.state = "running";
        one.end = end(call);
        call.answer(201, brief(one));
      }
      case "sandboxes POST pause" -> {
        HostedSandbox one = load(id);
        if (one.state.equals("paused")) {
          throw new ApiError(409, "", "Sandbox is already paused");
        }
        one.state = "paused";
        call.answer(204);
      }
      case "sandboxes POST timeout" -> {
        load(id).end = end(call);
        call.answer(204);
      }
      case "sandboxes POST snapshots" -> {
        String snapshot = "snapshot-" + UUID.randomUUID();
        templates.put(snapshot, load(id).real.snapshot());
        names.put(snapshot, "team/" + call.json().path("name").asString(snapshot));
        call.answer(201, snapshot(snapshot));
      }
      case "snapshots GET " -> {
        ArrayNode items = Call.MAPPER.createArrayNode();
        names.keySet().forEach(one -> items.add(snapshot(one)));
        call.answer(200, items);
      }
      case "templates DELETE -" -> {
        names.remove(id);
        if (templates.remove(id) == null) {
          throw new ApiError(404, "", "Template not found");
        }
        call.answer(204);
      }
      default -> refuseRoute(call);
    }
  }

  private ObjectNode snapshot(String id) {
    ObjectNode json = Call.object().put("snapshotID", id);
    json.putArray("names").add(names.getOrDefault(id, id));
    return json;
  }

  private static Instant end(Call call) {
    return Instant.now().plusSeconds(call.json().path("timeout").asLong(15));
  }

  private HostedSandbox load(String id) {
    return Optional.ofNullable(sandboxes.get(id))
        .orElseThrow(() -> new ApiError(404, "", "Sandbox " + id + " not found"));
  }

  private HostedSandbox create(JsonNode wanted) {
    String template = wanted.path("templateID").asString();
    SandboxImage start = templates.get(template.equals("base") ? BASE : template);
    if (start == null) {
      throw new ApiError(404, "", "Template " + template + " not found");
    }
    if (faults().startsFail()) {
      throw new ApiError(500, "", "Failed to place the sandbox");
    }
    Map<String, String> metadata = new HashMap<>();
    wanted.path("metadata").forEachEntry((key, value) -> metadata.put(key, value.asString()));
    SandboxSpec spec = SandboxSpec.of(start, "e2b").withNetwork(network(wanted));
    for (Map.Entry<String, JsonNode> variable : wanted.path("envVars").properties()) {
      spec = spec.withVariable(variable.getKey(), variable.getValue().asString());
    }
    String id = "i" + UUID.randomUUID().toString().replace("-", "").substring(0, 19);
    HostedSandbox made =
        new HostedSandbox(id, id, template, metadata, engine.create(spec), "running", 0);
    made.end = Instant.now().plus(Duration.ofSeconds(wanted.path("timeout").asLong(15)));
    sandboxes.put(id, made);
    return made;
  }

  private static Network network(JsonNode wanted) {
    JsonNode rules = wanted.path("network");
    String[] allowed =
        StreamSupport.stream(rules.path("allowOut").spliterator(), false)
            .map(JsonNode::asString)
            .toArray(String[]::new);
    boolean all =
        StreamSupport.stream(rules.path("denyOut").spliterator(), false)
            .anyMatch(text -> text.asString().equals("0.0.0.0/0"));
    if (!wanted.path("allow_internet_access").asBoolean(true) || all) {
      return allowed.length == 0 ? Network.blocked() : Network.allowing(allowed);
    }
    return Network.open();
  }

  private static ObjectNode brief(HostedSandbox one) {
    ObjectNode json = Call.object();
    json.put("sandboxID", one.id).put("templateID", one.origin).put("clientID", "c");
    json.put("envdVersion", "0.6.2").put("envdAccessToken", token(one));
    return json;
  }

  private static ObjectNode full(HostedSandbox one) {
    ObjectNode json = brief(one);
    json.put("state", one.state).put("startedAt", one.made.toString());
    json.put("endAt", one.end.toString()).put("cpuCount", 1).put("memoryMB", 512);
    json.put("diskSizeMB", 1024).set("metadata", Call.MAPPER.valueToTree(one.labels));
    return json;
  }

  private void list(Call call) throws IOException {
    Map<String, String> wanted = new HashMap<>();
    for (String pair : call.query().getOrDefault("metadata", "").split("&", -1)) {
      String[] parts = pair.split("=", 2);
      if (parts.length == 2) {
        wanted.put(Call.decode(Call.decode(parts[0])), Call.decode(Call.decode(parts[1])));
      }
    }
    Set<String> states =
        Set.of(call.query().getOrDefault("state", "running,paused").split(",", -1));
    List<HostedSandbox> found =
        sandboxes.values().stream()
            .filter(one -> states.contains(one.state))
            .filter(one -> one.labels.entrySet().containsAll(wanted.entrySet()))
            .sorted(Comparator.comparing(one -> one.id))
            .toList();
    int start = Integer.parseInt(call.query().getOrDefault("nextToken", "0"));
    int end = Math.min(found.size(), start + PAGE);
    ArrayNode items = Call.MAPPER.createArrayNode();
    found.subList(start, end).forEach(one -> items.add(full(one)));
    if (end < found.size()) {
      call.with("X-Next-Token", String.valueOf(end));
    }
    call.answer(200, items);
  }
}
