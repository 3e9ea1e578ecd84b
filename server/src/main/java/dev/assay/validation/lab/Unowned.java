package dev.assay.validation.lab;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.validation.dependency.Difference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Files that an installation changed though no package that came says that they are its own.
///
/// The code of a package may have run by now. So the time is kept out here, a file's change counts
/// and not the time it claims, and no program that came along is asked.
///
/// @param places where packages were to go
record Unowned(Sandbox sandbox, Set<RuntimeEnvironment> places) {
  private static final String MARKER = "/tmp/.start";
  private static final String SYSTEM = "/usr/bin:/bin";
  private static final int SHOWN = 5;

  /// The time inside, before anything is installed.
  static Instant now(Sandbox sandbox) {
    sandbox.files().writeText(MARKER, "");
    Instant now = sandbox.files().stat(MARKER).orElseThrow().modified();
    sandbox.files().delete(MARKER);
    return now;
  }

  /// @param files of nobody, and those of newcomers that work on everybody else
  /// @param others files of packages that came before, or in another skill's environment
  record Changed(List<String> files, List<String> others) {
    /// What is wrong with that. Who changes what others rely on is not let in.
    Optional<String> failure() {
      return others.isEmpty()
          ? Optional.empty()
          : Optional.of(
              "The installation changed files that belong to others: %s%s"
                  .formatted(
                      String.join(", ", others.subList(0, Math.min(SHOWN, others.size()))),
                      others.size() > SHOWN
                          ? " and %d more.".formatted(others.size() - SHOWN)
                          : "."));
    }
  }

  Changed since(Instant start, Difference difference, int most) {
    Ownership ownership = Ownership.in(sandbox, difference, places);
    Intruders intruders = Intruders.in(sandbox);
    Set<String> files = new TreeSet<>();
    Set<String> others = new TreeSet<>();
    for (String path : changed(start)) {
      switch (ownership.of(path)) {
        case Ownership.Owner.Other other -> others.add(path + " (" + other.name() + ")");
        case Ownership.Owner.Nobody _ ->
            files.add(path + intruders.find(path).map(what -> " (" + what + ")").orElse(""));
        case Ownership.Owner.Newcomer _ ->
            intruders.find(path).ifPresent(what -> files.add(path + " (" + what + ")"));
      }
    }
    return new Changed(first(most, files), List.copyOf(others));
  }

  private static List<String> first(int most, Set<String> all) {
    List<String> shown = new ArrayList<>(all.stream().limit(most).toList());
    if (all.size() > most) {
      shown.add("(" + (all.size() - most) + " more)");
    }
    return shown;
  }

  /// A folder that cannot be read may hold anything, so it is told itself.
  private Set<String> changed(Instant start) {
    String what =
        String.format(
            Locale.ROOT,
            " -newerct @%d.%03d \\( -type f -o -type l -o -type d -not -readable \\)"
                + " -not -path '/proc/*' -not -path '/tmp/*' -not -path '/workspace/*'"
                + " -not -path '*/__pycache__/*.pyc'",
            start.getEpochSecond(),
            start.toEpochMilli() % 1000);
    Set<String> all = new TreeSet<>();
    Stream.of("/", RuntimeEnvironment.OWN)
        .filter(root -> sandbox.files().stat(root).isPresent())
        .forEach(root -> all.addAll(found("find " + root + " -xdev" + what)));
    return all;
  }

  /// All of it is looked at, or nothing would be said about the rest.
  private List<String> found(String find) {
    CommandResult result =
        sandbox.run(
            Command.shell(find + " 2>/dev/null")
                .withVariable("PATH", SYSTEM)
                .withTimeout(Duration.ofMinutes(1)));
    if (!(result.outcome() instanceof Outcome.Exited) || result.stdout().cut() > 0) {
      throw new AssayException(
          ErrorCode.VALIDATION_ERROR,
          "What the installation changed could not be listed: %s, %d bytes. Resume, or let the skill bring fewer files."
              .formatted(result.outcome(), result.stdout().total()));
    }
    return result.stdout().text().lines().toList();
  }
}
