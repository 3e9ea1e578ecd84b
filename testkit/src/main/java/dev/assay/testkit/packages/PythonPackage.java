package dev.assay.testkit.packages;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// A small Python package: a module with a version, and further files that a test adds.
///
/// @param requires its own requirements, as pip spells them
/// @param files more files of the wheel, by path
public record PythonPackage(
    String name, String version, List<String> requires, Map<String, String> files) {
  public PythonPackage {
    requires = List.copyOf(requires);
    files = Map.copyOf(files);
  }

  public static PythonPackage of(String name, String version) {
    return new PythonPackage(name, version, List.of(), Map.of());
  }

  public PythonPackage requiring(String requirement) {
    List<String> all = new ArrayList<>(requires);
    all.add(requirement);
    return new PythonPackage(name, version, all, files);
  }

  public PythonPackage with(String path, String content) {
    Map<String, String> all = new LinkedHashMap<>(files);
    all.put(path, content);
    return new PythonPackage(name, version, requires, all);
  }

  public String module() {
    return name.replace('-', '_');
  }

  public String wheelName() {
    return module() + "-" + version + "-py3-none-any.whl";
  }

  public String metadata() {
    StringBuilder text =
        new StringBuilder("Metadata-Version: 2.1\nName: " + name + "\nVersion: " + version + "\n");
    requires.forEach(each -> text.append("Requires-Dist: ").append(each).append('\n'));
    return text.toString();
  }

  public byte[] wheel() {
    String about = module() + "-" + version + ".dist-info/";
    Map<String, String> all = new LinkedHashMap<>();
    all.put(module() + "/__init__.py", "VERSION = '" + version + "'\n");
    all.putAll(files);
    all.put(about + "METADATA", metadata());
    all.put(
        about + "WHEEL",
        "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n");
    StringBuilder record = new StringBuilder();
    all.keySet().forEach(path -> record.append(path).append(",,\n"));
    all.put(about + "RECORD", record + about + "RECORD,,\n");
    return zip(all);
  }

  public String sourceName() {
    return module() + "-" + version + ".zip";
  }

  /// The package as sources, to be built by a backend that `requires` names first.
  ///
  /// @param backend the module of the backend
  public byte[] source(String backend) {
    String root = module() + "-" + version + "/";
    String wanted = String.join("\", \"", requires);
    Map<String, String> all = new LinkedHashMap<>();
    all.put(root + "PKG-INFO", metadata());
    all.put(
        root + "pyproject.toml",
        "[build-system]\nrequires = [\"" + wanted + "\"]\nbuild-backend = \"" + backend + "\"\n");
    files.forEach((path, content) -> all.put(root + path, content));
    return zip(all);
  }

  static byte[] zip(Map<String, String> files) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, String> file : files.entrySet()) {
        ZipEntry entry = new ZipEntry(file.getKey());
        entry.setTime(315_532_800_000L);
        zip.putNextEntry(entry);
        zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
