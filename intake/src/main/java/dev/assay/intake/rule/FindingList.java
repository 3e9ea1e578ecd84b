package dev.assay.intake.rule;

import dev.assay.skill.Finding;
import dev.assay.skill.Severity;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Takes what is found in one skill, and keeps no more than a person would read. What weighs more
/// is kept first; what is left out is counted.
public final class FindingList {
  private final int perFile;
  private final int inAll;
  private final Map<Severity, List<Finding>> kept = new EnumMap<>(Severity.class);
  private final Set<String> refused;
  private final Map<String, Integer> places = new HashMap<>();
  private final boolean onePerLine;
  private final Map<String, Finding> lines = new HashMap<>();
  private int added;
  private int errors;

  /// @param perFile how many of one severity are kept for one file
  /// @param inAll how many are kept
  public FindingList(int perFile, int inAll) {
    this(perFile, inAll, Set.of());
  }

  /// @param refused codes of warnings that are errors here
  public FindingList(int perFile, int inAll, Set<String> refused) {
    this(perFile, inAll, refused, false);
  }

  private FindingList(int perFile, int inAll, Set<String> refused, boolean onePerLine) {
    this.perFile = perFile;
    this.inAll = inAll;
    this.refused = Set.copyOf(refused);
    this.onePerLine = onePerLine;
  }

  /// A list in which a rule has one finding per line: the first, or a later one that weighs more.
  public static FindingList onePerLine(int most) {
    return new FindingList(most, most, Set.of(), true);
  }

  public void add(Finding found) {
    Finding finding = refused.contains(found.code()) ? found.asError() : found;
    if (onePerLine && finding.line() > 0 && !isFirst(finding)) {
      return;
    }
    added++;
    errors += finding.isError() ? 1 : 0;
    List<Finding> same = kept.computeIfAbsent(finding.severity(), any -> new ArrayList<>());
    if (same.size() < inAll
        && places.merge(finding.severity() + " " + finding.file(), 1, Integer::sum) <= perFile) {
      same.add(finding);
    }
  }

  private boolean isFirst(Finding finding) {
    String place = finding.code() + " " + finding.file() + ":" + finding.line();
    Finding before = lines.putIfAbsent(place, finding);
    if (before == null) {
      return true;
    }
    if (before.severity().compareTo(finding.severity()) <= 0) {
      return false;
    }
    lines.put(place, finding);
    kept.getOrDefault(before.severity(), List.of()).remove(before);
    added--;
    return true;
  }

  /// How many were found, kept or not.
  public int added() {
    return added;
  }

  /// How many errors were found, kept or not.
  public int errors() {
    return errors;
  }

  /// What is kept, errors first.
  public List<Finding> kept() {
    return kept.values().stream().flatMap(List::stream).limit(inAll).toList();
  }

  /// How many are not among the kept.
  public int dropped() {
    return added - kept().size();
  }

  /// How many errors are not among the kept.
  public int droppedErrors() {
    return errors - (int) kept().stream().filter(Finding::isError).count();
  }
}
