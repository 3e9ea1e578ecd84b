package dev.assay.intake.scan;

import dev.assay.intake.dependency.FoundNeeds;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.tree.Sources;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Finds packages whose name is one slip of the finger away from a well-known one.
final class TyposquatScan {
  private static final int SHORTEST = 5;

  private TyposquatScan() {}

  /// Read when it is first needed; most skills name no packages.
  private static final class WellKnown {
    private static final Map<Ecosystem, Set<String>> NAMES = read();

    private static Map<Ecosystem, Set<String>> read() {
      Map<Ecosystem, Set<String>> names = new EnumMap<>(Ecosystem.class);
      for (String line : Resources.lines("well-known.txt")) {
        Ecosystem ecosystem = line.startsWith("pip ") ? Ecosystem.PIP : Ecosystem.NPM;
        names.computeIfAbsent(ecosystem, any -> new HashSet<>()).add(line.substring(4));
      }
      return names;
    }
  }

  static void look(Dependencies declared, Sources sources, FindingList findings) {
    List<Requirement> all = new ArrayList<>(declared.requirements());
    all.addAll(new FoundNeeds(sources).beyond(declared));
    Set<String> seen = new HashSet<>();
    for (Requirement each : all) {
      if (each.ecosystem() != Ecosystem.SYSTEM && seen.add(each.ecosystem() + each.name())) {
        neighbour(each)
            .ifPresent(
                known ->
                    findings.add(
                        ScanRule.TYPOSQUAT.at(
                            each.file(),
                            each.line(),
                            "The package " + each.name() + " is nearly " + known + ".",
                            "")));
      }
    }
  }

  private static Optional<String> neighbour(Requirement requirement) {
    String name = requirement.name();
    Set<String> known = WellKnown.NAMES.getOrDefault(requirement.ecosystem(), Set.of());
    if (name.length() < SHORTEST || known.contains(name)) {
      return Optional.empty();
    }
    return known.stream()
        .filter(each -> each.length() >= SHORTEST && isSlip(name, each))
        .sorted()
        .findFirst();
  }

  /// One letter left out, doubled, swapped with its neighbour, or replaced; a digit or a last
  /// letter that differs is how honest names differ, too.
  static boolean isSlip(String name, String known) {
    int start = 0;
    int shorter = Math.min(name.length(), known.length());
    while (start < shorter && name.charAt(start) == known.charAt(start)) {
      start++;
    }
    int end = 0;
    while (end < shorter - start
        && name.charAt(name.length() - 1 - end) == known.charAt(known.length() - 1 - end)) {
      end++;
    }
    String here = name.substring(start, name.length() - end);
    String there = known.substring(start, known.length() - end);
    boolean digits = (here + there).chars().anyMatch(Character::isDigit);
    boolean plural = end == 0 && (here.equals("s") || there.equals("s"));
    boolean swapped =
        here.length() == 2
            && there.length() == 2
            && here.charAt(0) == there.charAt(1)
            && here.charAt(1) == there.charAt(0);
    boolean one = here.length() <= 1 && there.length() <= 1;
    return !digits && !plural && start > 0 && (swapped || (one && !name.equals(known)));
  }
}
