package dev.assay.validation;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// A source package that plants files in many ways while it is built.
public final class Planting {
  /// A mark in every planted file and in no claimed one.
  public static final String MARK = "planted-by-a-build";

  /// A search for planted files in all places where a sandbox can write.
  public static final String SEARCH =
      "grep -rls %s /etc /var /usr/local /opt /home /root /tmp /workspace/uploads /workspace/intermediate; find / -maxdepth 1 -name 'planted*'; ls -A /workspace/intermediate /workspace/uploads | grep -v : | grep ."
          .formatted(MARK);

  private Planting() {}

  public static byte[] source() throws IOException {
    return source("planting", text("lab/planting.py"));
  }

  /// @param build the code of a build backend in Python
  public static byte[] source(String name, String build) throws IOException {
    String top = name + "-1.0/";
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      put(zip, top + "PKG-INFO", "Metadata-Version: 2.1\nName: %s\nVersion: 1.0\n".formatted(name));
      put(
          zip,
          top + "pyproject.toml",
          "[build-system]\nrequires = []\nbuild-backend = \"build\"\nbackend-path = [\".\"]\n");
      put(zip, top + "build.py", build);
    }
    return bytes.toByteArray();
  }

  public static String text(String resource) throws IOException {
    try (InputStream text = Objects.requireNonNull(Planting.class.getResourceAsStream(resource))) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static void put(ZipOutputStream zip, String name, String text) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zip.write(text.getBytes(StandardCharsets.UTF_8));
    zip.closeEntry();
  }
}
