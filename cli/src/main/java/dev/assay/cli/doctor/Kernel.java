package dev.assay.cli.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the kernel permits, as the sandbox helper found it: `ok`, or the reason why not.
record Kernel(Map<String, String> answers) {

  static Kernel probe(Programs programs) {
    Map<String, String> answers = new HashMap<>();
    run(programs)
        .ifPresent(
            text ->
                text.lines()
                    .map(line -> line.split(" ", 2))
                    .filter(words -> words.length == 2)
                    .forEach(words -> answers.put(words[0], words[1])));
    return new Kernel(answers);
  }

  boolean permits(String feature) {
    return answer(feature).startsWith("ok");
  }

  /// What was found, without the leading word.
  String finding(String feature) {
    String answer = answer(feature);
    int space = answer.indexOf(' ');
    return space < 0 ? answer : answer.substring(space + 1);
  }

  private String answer(String feature) {
    return answers.getOrDefault(feature, "no the sandbox helper did not answer");
  }

  private static Optional<String> run(Programs programs) {
    String architecture =
        switch (System.getProperty("os.arch")) {
          case "amd64", "x86_64" -> "amd64";
          case "aarch64" -> "arm64";
          default -> "unknown";
        };
    String resource = "/dev/assay/native/linux-" + architecture + "/assay-helper";
    try (InputStream helper = Kernel.class.getResourceAsStream(resource)) {
      if (helper == null) {
        return Optional.empty();
      }
      Path file = Files.createTempFile("assay-helper", null);
      try {
        Files.copy(helper, file, StandardCopyOption.REPLACE_EXISTING);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return programs.output(List.of(file.toString(), "probe"));
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
