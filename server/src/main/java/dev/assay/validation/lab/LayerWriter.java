package dev.assay.validation.lab;

import dev.assay.contents.Item;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Sandbox;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/// Changes many files of a sandbox at once. It uses programs of the base that read only lists
/// written by the server.
record LayerWriter(Sandbox sandbox) {
  private static final String SYSTEM = "/usr/bin:/bin";
  private static final String LIST = "/tmp/.list";

  /// The year 1980, as for the files of skills.
  private static final String TIME = "315532800";

  void remove(Collection<String> files, Collection<String> folders) {
    forEach(files, "rm", "-f", "--");
    forEach(folders.stream().sorted(Comparator.reverseOrder()).toList(), "rm", "-rf", "--");
  }

  void link(List<Item> links) {
    List<String> words = new ArrayList<>();
    links.forEach(item -> words.addAll(List.of(item.content(), item.path())));
    List<String> folders =
        links.stream()
            .map(item -> item.path().substring(0, item.path().lastIndexOf('/')))
            .distinct()
            .toList();
    forEach(folders, "mkdir", "-p", "--");
    run(words, List.of("-n", "2"), List.of("ln", "-sfT", "--"));
  }

  /// Compiles sources with a Python that neither loads files of packages nor runs the sources. A
  /// source that does not compile is no failure, because it works without compiled code, only
  /// slower.
  void compile(String python, List<String> sources) {
    if (sources.isEmpty()) {
      return;
    }
    sandbox.files().writeText(LIST, String.join("\n", sources) + "\n");
    CommandResult _ =
        sandbox.run(
            command(
                List.of(
                    python,
                    "-I",
                    "-S",
                    "-B",
                    "-m",
                    "compileall",
                    "-q",
                    "--invalidation-mode",
                    "checked-hash",
                    "-i",
                    LIST)));
    sandbox.files().delete(LIST);
  }

  /// Resets the times in a skill's own environment, because they would show which skill came last.
  void settle(RuntimeEnvironment place) {
    if (!place.isShared() && Assembly.hasFolder(sandbox.files(), place.folder())) {
      List<String> words = new ArrayList<>(List.of("find", RuntimeEnvironment.OWN));
      words.addAll(List.of("-path", RuntimeEnvironment.OWN));
      for (String path : List.of(place.folder(), RuntimeEnvironment.PROGRAMS)) {
        words.addAll(List.of("-o", "-path", path, "-o", "-path", path + "/*"));
      }
      words.add(2, "(");
      words.addAll(List.of(")", "-exec", "touch", "-h", "-d", "@" + TIME, "{}", "+"));
      CommandResult _ = sandbox.run(command(words));
    }
  }

  private void forEach(Collection<String> words, String... program) {
    run(words, List.of(), List.of(program));
  }

  private void run(Collection<String> words, List<String> options, List<String> program) {
    if (words.isEmpty()) {
      return;
    }
    sandbox.files().write(LIST, (String.join("\0", words) + "\0").getBytes(StandardCharsets.UTF_8));
    List<String> command = new ArrayList<>(List.of("xargs", "-0", "-a", LIST));
    command.addAll(options);
    command.addAll(program);
    CommandResult result = sandbox.run(command(command));
    sandbox.files().delete(LIST);
    if (!result.succeeded()) {
      throw new AssayException(
          ErrorCode.VALIDATION_ERROR,
          "The image could not be written: %s: %s"
              .formatted(String.join(" ", program), result.stderr().text().strip()));
    }
  }

  private static Command command(List<String> words) {
    return Command.of(words)
        .withVariable("PATH", SYSTEM)
        .in("/")
        .withTimeout(Duration.ofMinutes(5));
  }
}
