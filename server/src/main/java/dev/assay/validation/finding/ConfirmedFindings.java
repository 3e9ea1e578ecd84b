package dev.assay.validation.finding;

import dev.assay.skill.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Matches findings of the static scan with behaviour in sandboxes. A match shows that the skill
/// does what its code suggests.
public final class ConfirmedFindings {
  private static final Pattern PORT = Pattern.compile(":\\d+$");
  private static final Pattern PATH =
      Pattern.compile("The file (.+?) (?:outside the working folder|was made)\\b");
  private static final int SHORTEST_NAME = 4;

  private ConfirmedFindings() {}

  /// The observed behaviour.
  ///
  /// @param hosts the hosts that were contacted or tried
  /// @param changes the changes to files outside the task, one sentence each
  /// @param ran the files of the skill that were executed or given to an interpreter
  public record Behaviour(Set<String> hosts, List<String> changes, Set<String> ran) {
    public Behaviour {
      hosts = Set.copyOf(hosts);
      changes = List.copyOf(changes);
      ran = Set.copyOf(ran);
    }
  }

  /// @param words the description of the observed behaviour
  public record Confirmed(Finding finding, String words) {
    /// Describes the finding in one sentence.
    public String sentence() {
      return "%s in %s:%d %s".formatted(finding.code(), finding.file(), finding.line(), words);
    }
  }

  public static List<Confirmed> of(List<Finding> findings, Behaviour seen) {
    List<Confirmed> confirmed = new ArrayList<>();
    for (Finding finding : findings) {
      if (finding.isEvidence()) {
        seen(finding, seen).ifPresent(words -> confirmed.add(new Confirmed(finding, words)));
      }
    }
    return confirmed;
  }

  /// Returns the most telling observation: a contacted host, then a changed file, then code that
  /// ran.
  private static Optional<String> seen(Finding finding, Behaviour seen) {
    String text = finding.excerpt() + " " + finding.message();
    for (String place : seen.hosts()) {
      String host = PORT.matcher(place).replaceFirst("");
      if (text.contains(host)) {
        return Optional.of("names %s, and it was contacted".formatted(host));
      }
    }
    for (String change : seen.changes()) {
      Matcher path = PATH.matcher(change);
      if (path.find() && names(text, path.group(1))) {
        return Optional.of("names %s, and so it happened: %s".formatted(path.group(1), change));
      }
    }
    return seen.ran().contains(finding.file())
        ? Optional.of("is in code that ran")
        : Optional.empty();
  }

  private static boolean names(String text, String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    return name.length() >= SHORTEST_NAME && text.contains(name);
  }
}
