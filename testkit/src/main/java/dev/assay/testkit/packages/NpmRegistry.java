package dev.assay.testkit.packages;

import java.net.URI;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// A registry for npm on loopback; its files lie on the same server or on another.
public final class NpmRegistry implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final PackageServer documents;
  private final PackageServer files;
  private final Map<String, Map<String, Object>> packages = new LinkedHashMap<>();

  private NpmRegistry(PackageServer documents, PackageServer files) {
    this.documents = documents;
    this.files = files;
  }

  public static NpmRegistry start() {
    PackageServer server = PackageServer.start();
    return new NpmRegistry(server, server);
  }

  /// Starts a registry with its files on a server of their own.
  public static NpmRegistry startApart() {
    return new NpmRegistry(PackageServer.start(), PackageServer.start());
  }

  public URI address() {
    return documents.address("/npm/");
  }

  /// The server with the documents.
  public PackageServer documents() {
    return documents;
  }

  /// The server with the files.
  public PackageServer files() {
    return files;
  }

  public NpmRegistry add(NpmTestPackage made) {
    byte[] archive = made.archive();
    String place = "/files/" + made.fileName();
    files.put(place, "application/octet-stream", archive);
    Map<String, Object> manifest = new LinkedHashMap<>(made.manifest());
    byte[] digest = PackageServer.digest("SHA-512", archive);
    manifest.put(
        "dist",
        Map.of(
            "tarball", files.address(place).toString(),
            "integrity", "sha512-" + Base64.getEncoder().encodeToString(digest),
            "shasum", PackageServer.hash("SHA-1", archive)));
    Map<String, Object> versions =
        packages.computeIfAbsent(made.name(), key -> new LinkedHashMap<>());
    versions.put(made.version(), manifest);
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("name", made.name());
    document.put("dist-tags", Map.of("latest", made.version()));
    document.put("versions", versions);
    documents.put("/npm/" + made.name().replace("/", "%2f"), "application/json", json(document));
    return this;
  }

  static String json(Map<String, Object> document) {
    return JSON.writeValueAsString(document);
  }

  @Override
  public void close() {
    documents.close();
    if (files != documents) {
      files.close();
    }
  }
}
