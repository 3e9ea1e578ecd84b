package dev.assay.validation.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The observations of a skill without tasks: facts without a score, and never a pass.
///
/// @param tasks the number of tasks that can be made of the skill, out of those needed
/// @param evals the faults of each unusable test, and a way to write it
/// @param hosts the places that commands tried to reach, offline
/// @param written the files that commands made
/// @param peakMemory the peak of memory in bytes; 0 if the engine does not measure it
/// @param joined the findings of the scan whose behaviour was observed
/// @param unproved the open points and their reasons
/// @param keysRead the planted keys that a command opened
public record EvidenceCard(
    Count tasks,
    List<String> evals,
    List<Observed> observed,
    List<String> hosts,
    List<String> written,
    int packages,
    long peakMemory,
    long tookMs,
    List<String> joined,
    List<String> unproved,
    List<KeyRead> keysRead) {
  public EvidenceCard {
    keysRead = List.copyOf(keysRead);
    evals = List.copyOf(evals);
    observed = List.copyOf(observed);
    hosts = List.copyOf(hosts);
    written = List.copyOf(written);
    joined = List.copyOf(joined);
    unproved = List.copyOf(unproved);
  }

  /// A count out of a total.
  public record Count(int reached, int of) {
    @Override
    public String toString() {
      return reached + " of " + of;
    }
  }

  /// @param file the path below the home folder, as users write it
  /// @param command the command that opened the file
  public record KeyRead(String file, String command) {
    /// Describes the access in one sentence.
    public String sentence() {
      return "The file %s of the user (made up for this test) was opened by: %s"
          .formatted(file, command);
    }
  }

  /// A command that was run twice, each time in a sandbox of its own.
  ///
  /// @param kind the kind: `parses`, `loads`, `helps` or `runs`
  /// @param outcome the outcome: `ran`, `failed`, `timed out` or `not run`
  /// @param repeatable whether both runs printed the same
  /// @param said the end of the output, or the reason why the command was not run
  public record Observed(
      String kind,
      String what,
      String outcome,
      int exitCode,
      boolean repeatable,
      long tookMs,
      String said) {}

  public Count count(String kind) {
    List<Observed> its = observed.stream().filter(each -> each.kind().equals(kind)).toList();
    return new Count(
        (int) its.stream().filter(each -> each.outcome().equals("ran")).count(), its.size());
  }

  /// Describes the observation in one sentence.
  public String words() {
    List<String> parts = new ArrayList<>();
    part(parts, "parses", "%s scripts parse");
    part(parts, "loads", "%s load");
    part(parts, "helps", "%s answer --help");
    part(parts, "runs", "%s documented commands ran");
    List<Observed> ran = observed.stream().filter(each -> each.outcome().equals("ran")).toList();
    long same = ran.stream().filter(Observed::repeatable).count();
    if (!ran.isEmpty()) {
      parts.add(same == ran.size() ? "all the same twice" : same + " the same twice");
    }
    parts.add(packages + (packages == 1 ? " package" : " packages") + " installed");
    parts.add(
        hosts.isEmpty() ? "no host contacted" : "hosts contacted: " + String.join(", ", hosts));
    if (!keysRead.isEmpty()) {
      parts.add(
          "keys of the user read: "
              + keysRead.stream().map(KeyRead::file).distinct().collect(Collectors.joining(", ")));
    }
    parts.add(written.size() + (written.size() == 1 ? " file" : " files") + " written");
    return String.join(", ", parts);
  }

  private void part(List<String> parts, String kind, String words) {
    Count count = count(kind);
    if (count.of() > 0) {
      parts.add(words.formatted(count));
    }
  }
}
