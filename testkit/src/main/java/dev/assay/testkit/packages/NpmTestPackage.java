package dev.assay.testkit.packages;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/// A small package for npm: a module that returns its version, and further files that a test adds.
///
/// @param dependencies ranges by name
/// @param files more files, by path
public record NpmTestPackage(
    String name, String version, Map<String, String> dependencies, Map<String, String> files) {
  private static final int BLOCK = 512;

  public NpmTestPackage {
    dependencies = Map.copyOf(dependencies);
    files = Map.copyOf(files);
  }

  public static NpmTestPackage of(String name, String version) {
    return new NpmTestPackage(name, version, Map.of(), Map.of());
  }

  public NpmTestPackage requiring(String other, String range) {
    Map<String, String> all = new LinkedHashMap<>(dependencies);
    all.put(other, range);
    return new NpmTestPackage(name, version, all, files);
  }

  public NpmTestPackage with(String path, String content) {
    Map<String, String> all = new LinkedHashMap<>(files);
    all.put(path, content);
    return new NpmTestPackage(name, version, dependencies, all);
  }

  /// The content of `package.json`, which a registry also publishes for the version. A file
  /// `cli.js` is its program.
  public Map<String, Object> manifest() {
    Map<String, Object> manifest = new LinkedHashMap<>();
    manifest.put("name", name);
    manifest.put("version", version);
    manifest.put("main", "index.js");
    manifest.put("dependencies", dependencies);
    if (files.containsKey("cli.js")) {
      manifest.put("bin", Map.of(name.substring(name.indexOf('/') + 1), "cli.js"));
    }
    return manifest;
  }

  public String fileName() {
    return name.substring(name.lastIndexOf('/') + 1) + "-" + version + ".tgz";
  }

  public byte[] archive() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("package/package.json", NpmRegistry.json(manifest()));
    all.put("package/index.js", "module.exports = '" + version + "';\n");
    files.forEach((path, content) -> all.put("package/" + path, content));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      for (Map.Entry<String, String> file : all.entrySet()) {
        write(out, file.getKey(), file.getValue().getBytes(StandardCharsets.UTF_8));
      }
      out.write(new byte[2 * BLOCK]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /// Writes a file of a tar archive.
  private static void write(OutputStream out, String path, byte[] content) throws IOException {
    byte[] header = new byte[BLOCK];
    put(header, 0, path);
    put(header, 100, "0000644\0");
    put(header, 108, "0000000\0");
    put(header, 116, "0000000\0");
    put(header, 124, "%011o\0".formatted(content.length));
    put(header, 136, "02271360000\0");
    put(header, 148, "        ");
    header[156] = '0';
    put(header, 257, "ustar\00000");
    int sum = 0;
    for (byte each : header) {
      sum += each & 0xff;
    }
    put(header, 148, "%06o\0 ".formatted(sum));
    out.write(header);
    out.write(content);
    out.write(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
  }

  private static void put(byte[] header, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, header, at, bytes.length);
  }
}
