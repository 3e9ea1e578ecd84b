package dev.assay.validation.dependency;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// A Python package of one module, as pip installs it.
public record TestWheel(String name, String version, List<String> needs) {
  public String file() {
    return name + "-" + version + "-py3-none-any.whl";
  }

  public byte[] bytes() throws IOException {
    String info = name + "-" + version + ".dist-info/";
    StringBuilder metadata =
        new StringBuilder(
            "Metadata-Version: 2.1\nName: %s\nVersion: %s\n".formatted(name, version));
    needs.forEach(need -> metadata.append("Requires-Dist: ").append(need).append('\n'));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      put(zip, name + ".py", "VERSION = '" + version + "'\n");
      put(zip, info + "METADATA", metadata.toString());
      put(zip, info + "WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n");
      put(
          zip,
          info + "RECORD",
          "%s.py,,\n%sMETADATA,,\n%sWHEEL,,\n%sRECORD,,\n".formatted(name, info, info, info));
    }
    return bytes.toByteArray();
  }

  private static void put(ZipOutputStream zip, String name, String text) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zip.write(text.getBytes(StandardCharsets.UTF_8));
    zip.closeEntry();
  }
}
