package dev.assay.intake.rule;

import dev.assay.skill.Finding;
import dev.assay.skill.Severity;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Collects the findings of one skill up to a limit. Severe findings are kept first; the others are
/// counted.
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

  /// @param perFile the number of findings kept of one severity and file
  /// @param inAll the number of findings kept in total
  public FindingList(int perFile, int inAll) {
    this(perFile, inAll, Set.of());
  }

  /// @param refused the codes of warnings that become errors
  public FindingList(int perFile, int inAll, Set<String> refused) {
    this(perFile, inAll, refused, false);
  }

  private FindingList(int perFile, int inAll, Set<String> refused, boolean onePerLine) {
    this.perFile = perFile;
    this.inAll = inAll;
    this.refused = Set.copyOf(refused);
    this.onePerLine = onePerLine;
  }

  /// Returns a list that keeps one finding per rule and line: the first, or a later one that is
  /// more severe.
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

  /// Returns the number of findings, kept or not.
  public int added() {
    return added;
  }

  /// Returns the number of errors, kept or not.
  public int errors() {
    return errors;
  }

  /// Returns the kept findings, errors first.
  public List<Finding> kept() {
    return kept.values().stream().flatMap(List::stream).limit(inAll).toList();
  }

  /// Returns the number of findings that are not kept.
  public int dropped() {
    return added - kept().size();
  }

  /// Returns the number of errors that are not kept.
  public int droppedErrors() {
    return errors - (int) kept().stream().filter(Finding::isError).count();
  }
}
