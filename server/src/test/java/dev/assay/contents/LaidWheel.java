package dev.assay.contents;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;

/// A wheel of a few files, as a test lays it out.
///
/// @param files path to text; `NAME` in a path is the package's name
record LaidWheel(String name, Map<String, String> files) {
  static LaidWheel of(String name, String... filesAndTexts) {
    Map<String, String> files = new LinkedHashMap<>();
    for (int i = 0; i < filesAndTexts.length; i += 2) {
      files.put(filesAndTexts[i], filesAndTexts[i + 1]);
    }
    return new LaidWheel(name, files);
  }

  String file() {
    return name + "-1.0-py3-none-any.whl";
  }

  String owner() {
    return Wheel.owner(Wheel.comparable(name), "1.0");
  }

  Path write(Path folder) throws IOException {
    Path path = folder.resolve(file());
    Map<String, String> all = new LinkedHashMap<>();
    String info = name + "-1.0.dist-info/";
    all.put(info + "METADATA", "Metadata-Version: 2.1\nName: %s\nVersion: 1.0\n".formatted(name));
    all.put(info + "WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n");
    all.put(info + "RECORD", "");
    files.forEach((file, text) -> all.put(file.replace("NAME", name), text));
    Files.deleteIfExists(path);
    try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(path)) {
      for (Map.Entry<String, String> file : all.entrySet()) {
        ZipArchiveEntry entry = new ZipArchiveEntry(file.getKey());
        entry.setUnixMode(0100644);
        zip.putArchiveEntry(entry);
        zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
        zip.closeArchiveEntry();
      }
    }
    return path;
  }

  Wheel open(Path folder) throws IOException {
    return new Wheel(file(), write(folder));
  }
}
