package dev.assay.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Archives of skills that pass: copies of an example under names of their own, and small ones
/// whose tasks do not overlap.
final class TrialSkills {
  private static final List<String> TOPICS =
      List.of(
          "rainfall",
          "invoices",
          "barrels",
          "tickets",
          "hailstones",
          "bricks",
          "ferries",
          "acorns",
          "lanterns",
          "kilometres",
          "sandwiches",
          "postcards",
          "violins",
          "glaciers",
          "mushrooms",
          "typewriters",
          "umbrellas",
          "walnuts",
          "zeppelins",
          "quarries");

  private final Path folder;

  TrialSkills(Path folder) {
    this.folder = folder;
  }

  static String topic(int number) {
    return TOPICS.get(number);
  }

  static int topics() {
    return TOPICS.size();
  }

  /// The example with another name.
  Path copy(Path example, String name) throws IOException {
    return zip(name, copied(example, name));
  }

  /// A copy that carries a wheel and declares it.
  Path copyWith(Path example, String name, Path wheel, String declared) throws IOException {
    Map<String, byte[]> files = copied(example, name);
    String document = new String(files.get("SKILL.md"), StandardCharsets.UTF_8);
    put(
        files,
        "SKILL.md",
        document.replaceFirst("---\n", "---\ndependencies:\n  pip: [" + declared + "]\n"));
    files.put("wheels/" + wheel.getFileName(), Files.readAllBytes(wheel));
    return zip(name, files);
  }

  private static Map<String, byte[]> copied(Path example, String name) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    String old = example.getFileName().toString();
    try (Stream<Path> all = Files.walk(example)) {
      for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
        String path = example.relativize(file).toString();
        byte[] content = Files.readAllBytes(file);
        boolean named = path.equals("SKILL.md") || path.equals("evals/evals.json");
        files.put(
            path,
            named
                ? new String(content, StandardCharsets.UTF_8)
                    .replace(old, name)
                    .getBytes(StandardCharsets.UTF_8)
                : content);
      }
    }
    return files;
  }

  /// A skill that adds up numbers of its own topic.
  Path adding(int topic) throws IOException {
    return zip("sums-of-" + TOPICS.get(topic), sums(topic));
  }

  /// A skill as [#adding] makes it, with a package, which makes a layer.
  Path addingWith(int topic, BulkPackage bulk) throws IOException {
    Map<String, byte[]> files = sums(topic);
    String document = new String(files.get("SKILL.md"), StandardCharsets.UTF_8);
    put(
        files,
        "SKILL.md",
        document.replaceFirst("---\n", "---\ndependencies:\n  pip: [" + BulkPackage.NAME + "]\n"));
    files.put("wheels/" + bulk.wheel().getFileName(), Files.readAllBytes(bulk.wheel()));
    return zip("sums-of-" + TOPICS.get(topic), files);
  }

  private static Map<String, byte[]> sums(int topic) {
    String what = TOPICS.get(topic);
    String name = "sums-of-" + what;
    Map<String, byte[]> files = new LinkedHashMap<>();
    put(
        files,
        "SKILL.md",
        "---\nname: %s\ndescription: Adds up %s, one number on each line.\n---\n# Use\n\n```sh\nsh scripts/run.sh <input.txt>\n```\n"
            .formatted(name, what));
    put(files, "scripts/run.sh", "awk '{ n += $1 } END { print \"total: \" n }' \"$1\"\n");
    StringBuilder evals = new StringBuilder();
    for (int i = 1; i <= 5; i++) { // three for a validation, two for a full test
      put(files, "evals/files/list" + i + ".txt", "1\n" + i + "\n");
      evals
          .append(i == 1 ? "" : ", ")
          .append(
              "{\"id\": %d, \"prompt\": \"Please add up the %s in list%d.txt for me, one number on each line.\", \"expected_output\": \"total: %d\", \"files\": [\"evals/files/list%d.txt\"], \"expectations\": [\"The output contains \\\"total: %d\\\"\"]}"
                  .formatted(i, what, i, i + 1, i, i + 1));
    }
    put(
        files,
        "evals/evals.json",
        "{\"skill_name\": \"%s\", \"evals\": [%s]}".formatted(name, evals));
    return files;
  }

  private static void put(Map<String, byte[]> files, String path, String text) {
    files.put(path, text.getBytes(StandardCharsets.UTF_8));
  }

  private Path zip(String name, Map<String, byte[]> files) throws IOException {
    Path archive = folder.resolve(name + ".zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        zip.putNextEntry(new ZipEntry(name + "/" + file.getKey()));
        zip.write(file.getValue());
      }
    }
    return archive;
  }
}
