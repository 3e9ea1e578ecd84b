package dev.assay.validation;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// The skills in `examples/`, as archives, as they are or under another name and in other words.
public final class ExampleSkills {
  private static final Path FOLDER = Path.of("..", "examples", "skills");

  private ExampleSkills() {}

  public static byte[] archive(String name) {
    return archive(name, UnaryOperator.identity());
  }

  /// Packs a skill after applying a change to all of its texts and paths.
  public static byte[] archive(String name, UnaryOperator<String> change) {
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(FOLDER.resolve(name))) {
      for (Path path : all.filter(Files::isRegularFile).toList()) {
        byte[] bytes = Files.readAllBytes(path);
        String text = new String(bytes, StandardCharsets.UTF_8);
        boolean isText = java.util.Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes);
        files.put(
            change.apply(name + "/" + FOLDER.resolve(name).relativize(path)),
            isText ? change.apply(text).getBytes(StandardCharsets.UTF_8) : bytes);
      }
      return zip(files);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] zip(Map<String, byte[]> files) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        zip.putNextEntry(new ZipEntry(file.getKey()));
        zip.write(file.getValue());
      }
    }
    return bytes.toByteArray();
  }
}
