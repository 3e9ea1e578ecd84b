package dev.assay.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Skills of average size: SKILL.md, two references and two scripts, about 25 kB together.
final class SampleSkills {
  private static final List<String> WORDS =
      List.of(
          "read",
          "the",
          "notes",
          "and",
          "list",
          "every",
          "decision",
          "with",
          "its",
          "owner",
          "then",
          "install",
          "nothing",
          "score",
          "each",
          "answer",
          "for",
          "user",
          "report",
          "table",
          "value");

  private final Path work;
  private final Random random = new Random(1);

  SampleSkills(Path work) {
    this.work = work;
  }

  Path skill(String name) throws IOException {
    return write(work.resolve(name), name);
  }

  Path skills(int count) throws IOException {
    Path folder = work.resolve("many");
    for (int i = 0; i < count; i++) {
      write(folder.resolve("skill-" + i), "skill-" + i);
    }
    return folder;
  }

  Path archives(Path skills, int count) throws IOException {
    Path folder = Files.createDirectory(work.resolve("archives"));
    for (int i = 0; i < count; i++) {
      String name = "skill-" + i;
      try (ZipOutputStream zip =
          new ZipOutputStream(Files.newOutputStream(folder.resolve(name + ".zip")))) {
        add(zip, skills.resolve(name), name);
      }
    }
    return folder;
  }

  /// An archive close to the size limit: bytes that do not compress.
  Path largeArchive() throws IOException {
    Path archive = work.resolve("large.zip");
    try (OutputStream out = Files.newOutputStream(archive);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      add(zip, skill("large"), "large");
      byte[] noise = new byte[1_000_000];
      for (int i = 0; i < 48; i++) {
        random.nextBytes(noise);
        zip.putNextEntry(new ZipEntry("large/assets/" + i + ".bin"));
        zip.write(noise);
        zip.closeEntry();
      }
    }
    return archive;
  }

  private Path write(Path folder, String name) throws IOException {
    Files.createDirectories(folder.resolve("scripts"));
    Files.createDirectories(folder.resolve("references"));
    Files.writeString(
        folder.resolve("SKILL.md"),
        "---\nname: "
            + name
            + "\ndescription: Lists decisions from notes. Use when asked what was decided.\n"
            + "license: Apache-2.0\ndependencies: {pip: [\"requests>=2.31,<3\"]}\n---\n# Steps\n\n"
            + "See [the guide](references/guide.md) and [styles](references/styles.md).\n\n"
            + "```bash\npython3 scripts/convert.py notes.txt\n```\n\n"
            + prose(500));
    Files.writeString(folder.resolve("references/guide.md"), "# Guide\n\n" + prose(1200));
    Files.writeString(folder.resolve("references/styles.md"), "# Styles\n\n" + prose(1200));
    Files.writeString(folder.resolve("scripts/convert.py"), code(80));
    Files.writeString(folder.resolve("scripts/check.py"), code(80));
    return folder;
  }

  private String prose(int words) {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= words; i++) {
      text.append(WORDS.get(random.nextInt(WORDS.size()))).append(i % 12 == 0 ? ".\n" : " ");
    }
    return text.append('\n').toString();
  }

  private String code(int functions) {
    StringBuilder text = new StringBuilder("import json\nimport sys\n\n");
    for (int i = 0; i < functions; i++) {
      text.append("def step_")
          .append(i)
          .append("(value):\n    return json.dumps({\"")
          .append(WORDS.get(random.nextInt(WORDS.size())))
          .append("\": value})\n\n\n");
    }
    return text.append("print(step_0(sys.argv))\n").toString();
  }

  private static void add(ZipOutputStream zip, Path folder, String name) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        zip.putNextEntry(new ZipEntry(name + "/" + folder.relativize(file)));
        zip.write(Files.readString(file).getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
      }
    }
  }
}
