package dev.assay.validation;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import tools.jackson.databind.json.JsonMapper;

/// A small skill with one script and three tests of its author, made for one test.
final class SampleSkill {
  static final String ADDING =
      """
      awk '{ n += $1 } END { print "total: " n }' "$1"
      """;

  private final String name;
  private final String description;
  private final Map<String, byte[]> files = new TreeMap<>();
  private final List<Map<String, Object>> evals = new ArrayList<>();
  private String frontmatter = "";
  private String script = ADDING;

  private SampleSkill(String name, String description) {
    this.name = name;
    this.description = description;
  }

  static SampleSkill called(String name, String description) {
    return new SampleSkill(name, description);
  }

  /// Creates a skill that adds up numbers. The prompts of its tests use the given words.
  static SampleSkill adding(String name, String description, String what) {
    return called(name, description)
        .task(
            "Please add up the " + what + " of the first list.", "first.txt", "1\n2\n", "total: 3")
        .task("Add up the " + what + " of the second list.", "second.txt", "4\n5\n", "total: 9")
        .task("Add up all the " + what + " in the file.", "third.txt", "10\n20\n", "total: 30");
  }

  SampleSkill script(String text) {
    script = text;
    return this;
  }

  SampleSkill frontmatter(String lines) {
    frontmatter = lines;
    return this;
  }

  SampleSkill file(String path, byte[] content) {
    files.put(path, content);
    return this;
  }

  SampleSkill task(String prompt, String file, String content, String... expected) {
    files.put("evals/files/" + file, content.getBytes(StandardCharsets.UTF_8));
    Map<String, Object> eval = new LinkedHashMap<>();
    eval.put("id", evals.size() + 1);
    eval.put("prompt", prompt + " It is in " + file + ".");
    eval.put("expected_output", String.join(" ", expected));
    eval.put("files", List.of("evals/files/" + file));
    eval.put(
        "expectations",
        java.util.Arrays.stream(expected).map(e -> "The output contains \"" + e + "\"").toList());
    evals.add(eval);
    return this;
  }

  byte[] archive() {
    Map<String, byte[]> all = new TreeMap<>(files);
    all.put(
        "SKILL.md",
        """
        ---
        name: %s
        description: %s
        %s---
        # Use

        ```sh
        sh scripts/run.sh <input.txt>
        ```
        """
            .formatted(name, description, frontmatter)
            .getBytes(StandardCharsets.UTF_8));
    all.put("scripts/run.sh", script.getBytes(StandardCharsets.UTF_8));
    all.put(
        "evals/evals.json",
        JsonMapper.builder().build().writeValueAsBytes(Map.of("skill_name", name, "evals", evals)));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> file : all.entrySet()) {
        zip.putNextEntry(new ZipEntry(name + "/" + file.getKey()));
        zip.write(file.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
