package dev.assay.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Small archives for uploads.
final class Archives {
  private Archives() {}

  static byte[] skill(String name, String body) {
    return zip(
        Map.of(
            name + "/SKILL.md",
            "---\nname: %s\ndescription: Counts words in text files. Use when somebody asks for a count.\n---\n%s\n"
                .formatted(name, body)));
  }

  static byte[] zip(Map<String, String> files) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, String> file : files.entrySet()) {
        zip.putNextEntry(new ZipEntry(file.getKey()));
        zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
