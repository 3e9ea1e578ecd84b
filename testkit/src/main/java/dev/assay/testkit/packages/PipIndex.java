package dev.assay.testkit.packages;

import dev.assay.testkit.SelfSigned;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// An index for pip on loopback. Its pages are HTML (PEP 503) or JSON (PEP 691); its files lie on
/// the same server or on another.
public final class PipIndex implements AutoCloseable {
  public static final String JSON = "application/vnd.pypi.simple.v1+json";

  private final PackageServer pages;
  private final PackageServer files;
  private final Form form;
  private final Map<String, List<FileOf>> projects = new LinkedHashMap<>();

  public enum Form {
    HTML,
    JSON
  }

  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  private record FileOf(String name, byte[] content, String metadata) {}

  private PipIndex(PackageServer pages, PackageServer files, Form form) {
    this.pages = pages;
    this.files = files;
    this.form = form;
  }

  public static PipIndex start() {
    PackageServer server = PackageServer.start();
    return new PipIndex(server, server, Form.HTML);
  }

  public static PipIndex startSecure(SelfSigned certificate) {
    PackageServer server = PackageServer.startSecure(certificate);
    return new PipIndex(server, server, Form.HTML);
  }

  /// Starts an index with its files on a server of their own.
  public static PipIndex startApart(Form form) {
    return new PipIndex(PackageServer.start(), PackageServer.start(), form);
  }

  /// Writes an index for packages as a folder: `simple` with the pages, `files` beside it.
  ///
  /// @return the folder of the pages
  public static Path write(Path folder, PythonPackage... packages) {
    try {
      for (PythonPackage each : packages) {
        Path project = Files.createDirectories(folder.resolve("simple").resolve(each.name()));
        Path files = Files.createDirectories(folder.resolve("files"));
        byte[] wheel = each.wheel();
        Files.write(files.resolve(each.wheelName()), wheel);
        String link =
            "<a href=\"../../files/%1$s#sha256=%2$s\">%1$s</a>\n"
                .formatted(each.wheelName(), PackageServer.hash("SHA-256", wheel));
        Path page = project.resolve("index.html");
        String before = Files.exists(page) ? Files.readString(page) : "<!DOCTYPE html>\n";
        Files.writeString(page, before + link);
      }
      return folder.resolve("simple");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public URI address() {
    return pages.address("/simple/");
  }

  /// The server with the pages.
  public PackageServer pages() {
    return pages;
  }

  /// The server with the files.
  public PackageServer files() {
    return files;
  }

  public PipIndex add(PythonPackage made) {
    return add(made.name(), made.wheelName(), made.wheel(), made.metadata());
  }

  /// Adds a package as sources, to be built by this backend.
  public PipIndex addSource(PythonPackage made, String backend) {
    return add(made.name(), made.sourceName(), made.source(backend), "");
  }

  /// @param metadata the metadata of a wheel, served beside it; empty for none
  public PipIndex add(String project, String name, byte[] content, String metadata) {
    projects
        .computeIfAbsent(project, key -> new ArrayList<>())
        .add(new FileOf(name, content, metadata));
    files.put("/files/" + name, "application/octet-stream", content);
    if (!metadata.isEmpty()) {
      files.put("/files/" + name + ".metadata", "text/plain", metadata);
    }
    String path = "/simple/" + project + "/";
    pages.put(path, form == Form.HTML ? "text/html" : JSON, page(projects.get(project)));
    return this;
  }

  private String page(List<FileOf> listed) {
    List<String> parts =
        listed.stream().map(file -> form == Form.HTML ? anchor(file) : json(file)).toList();
    return form == Form.HTML
        ? "<!DOCTYPE html><html><body>\n" + String.join("\n", parts) + "\n</body></html>"
        : "{\"meta\":{\"api-version\":\"1.0\"},\"files\":[" + String.join(",", parts) + "]}";
  }

  private String link(FileOf file) {
    return pages == files
        ? "../../files/" + file.name()
        : files.address("/files/" + file.name()).toString();
  }

  private String anchor(FileOf file) {
    String metadata =
        file.metadata().isEmpty()
            ? ""
            : " data-core-metadata=\"sha256=" + metadataHash(file) + "\"";
    return "<a href=\"%s#sha256=%s\"%s>%s</a>"
        .formatted(link(file), hash(file), metadata, file.name());
  }

  private String json(FileOf file) {
    String metadata =
        file.metadata().isEmpty()
            ? ""
            : ",\"core-metadata\":{\"sha256\":\"" + metadataHash(file) + "\"}";
    return "{\"filename\":\"%s\",\"url\":\"%s\",\"hashes\":{\"sha256\":\"%s\"}%s}"
        .formatted(file.name(), link(file), hash(file), metadata);
  }

  private static String hash(FileOf file) {
    return PackageServer.hash("SHA-256", file.content());
  }

  private static String metadataHash(FileOf file) {
    return PackageServer.hash(
        "SHA-256", file.metadata().getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    pages.close();
    if (files != pages) {
      files.close();
    }
  }
}
