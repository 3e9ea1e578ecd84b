package dev.assay.bench;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// A Python package of 25 MB in 1,700 files, like a scientific library, with plain pip as a peer.
record BulkPackage(Path wheel) {
  static final String NAME = "bulk";
  private static final String FILE = "bulk-1.0-py3-none-any.whl";
  private static final int FILES = 1_700;
  private static final int LINES = 340;

  static BulkPackage make(Path folder) throws IOException {
    Path path = Files.createDirectories(folder).resolve(FILE);
    Random random = new Random(7);
    StringBuilder record = new StringBuilder();
    try (ZipOutputStream zip =
        new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(path)))) {
      for (int file = 0; file < FILES; file++) {
        String name = "bulk/part%d/module%d.py".formatted(file / 50, file);
        StringBuilder text = new StringBuilder();
        for (int line = 0; line < LINES; line++) {
          text.append("value_%d = %d + %d\n".formatted(line, random.nextLong(), random.nextInt()));
        }
        put(zip, name, text.toString());
        record.append(name).append(",,\n");
      }
      String info = "bulk-1.0.dist-info/";
      put(zip, info + "METADATA", "Metadata-Version: 2.1\nName: bulk\nVersion: 1.0\n");
      put(zip, info + "WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n");
      put(zip, info + "RECORD", record + "%sMETADATA,,\n%sWHEEL,,\n".formatted(info, info));
    }
    return new BulkPackage(path);
  }

  private static void put(ZipOutputStream zip, String name, String text) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zip.write(text.getBytes(StandardCharsets.UTF_8));
    zip.closeEntry();
  }

  /// The seconds that pip takes to make an environment and to install the package there.
  double plainPip(Path folder) throws IOException, InterruptedException {
    long start = System.nanoTime();
    Path environment = Files.createTempDirectory(folder, "venv");
    run("/usr/bin/python3", "-m", "venv", "--without-pip", environment.toString());
    run(
        "/usr/bin/python3",
        "-m",
        "pip",
        "--python",
        environment.resolve("bin/python").toString(),
        "install",
        "--quiet",
        "--no-index",
        "--disable-pip-version-check",
        wheel.toString());
    return (System.nanoTime() - start) / 1e9;
  }

  private static void run(String... words) throws IOException, InterruptedException {
    int code =
        new ProcessBuilder(words)
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.INHERIT)
            .start()
            .waitFor();
    if (code != 0) {
      throw new IOException(String.join(" ", words) + " ended with " + code);
    }
  }
}
