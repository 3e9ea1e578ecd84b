package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.dependency.FoundNeeds;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.Work;
import dev.assay.intake.tree.SourceText;
import dev.assay.intake.tree.Sources;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Finds packages whose name is one typing error away from a well-known one, and skills that are
/// named after such a package or a well-known skill.
final class TyposquatScan {
  private static final int MOST_LISTED = 5;
  private static final int SHORTEST = 5;
  private static final int MOST = 4_000;

  /// Names of vendors and words that make a skill look official.
  private static final Set<String> MAKERS =
      Set.of("anthropic", "official", "microsoft", "google", "claude");

  private static final Regex NAME = new Regex("(?m)^name:\\s*[\"']?([a-z0-9-]+)");

  private record Place(String file, int line) {}

  private TyposquatScan() {}

  /// The well-known names, read when first needed; most skills name no packages.
  private static final class WellKnown {
    private static final Set<String> SKILLS = new HashSet<>();
    private static final Map<String, Set<String>> NAMES = read();

    private static Map<String, Set<String>> read() {
      Map<String, Set<String>> names = new HashMap<>();
      for (String line : Resources.lines("well-known.txt")) {
        int space = line.indexOf(' ');
        String name = line.substring(space + 1);
        String registry = line.substring(0, space);
        if (registry.equals("skill")) {
          SKILLS.add(name);
        } else {
          names.computeIfAbsent(registry, any -> new HashSet<>()).add(name);
        }
      }
      return names;
    }
  }

  static void look(Dependencies declared, Sources sources, FindingList findings) {
    name(sources, findings);
    List<Requirement> all = new ArrayList<>(declared.requirements());
    FoundNeeds found = new FoundNeeds(sources);
    all.addAll(found.beyond(declared));
    if (found.isCut()) {
      findings.add(
          ScanRule.UNFINISHED.in(
              "SKILL.md",
              "The names of packages beyond the first two thousand were not compared."));
    }
    List<InstalledNames.Name> names = new ArrayList<>();
    for (Requirement each : all) {
      if (each.ecosystem() != Ecosystem.SYSTEM) {
        String registry = each.ecosystem() == Ecosystem.PIP ? "pip" : "npm";
        names.add(new InstalledNames.Name(registry, each.name(), each.file(), each.line()));
      }
    }
    for (SourceText source : sources.texts()) {
      names.addAll(new InstalledNames(TyposquatScan::isKnown).in(source));
      names.addAll(TemplateManifests.in(source));
    }
    compare(names, findings);
  }

  private static boolean isKnown(String registry, String name) {
    return WellKnown.NAMES.getOrDefault(registry, Set.of()).contains(name);
  }

  private static void compare(List<InstalledNames.Name> names, FindingList findings) {
    Set<String> seen = new HashSet<>();
    Map<Place, List<String>> lines = new LinkedHashMap<>();
    for (InstalledNames.Name each : names) {
      if (seen.size() == MOST) {
        findings.add(
            ScanRule.UNFINISHED.in(each.file(), "More names of packages were not compared."));
        break;
      }
      if (seen.add(each.registry() + " " + each.name())) {
        Place place = new Place(each.file(), each.line());
        neighbour(each)
            .map(known -> "The package " + each.name() + " is nearly " + known + ".")
            .ifPresent(text -> lines.computeIfAbsent(place, any -> new ArrayList<>()).add(text));
      }
    }
    lines.forEach(
        (place, texts) ->
            findings.add(
                ScanRule.TYPOSQUAT.at(
                    place.file(),
                    place.line(),
                    String.join(" ", texts.subList(0, Math.min(texts.size(), MOST_LISTED))),
                    "")));
  }

  /// Compares the skill's name with well-known skills, and its parts with packages. In a part only
  /// two swapped letters count, because ordinary words often differ by one letter.
  private static void name(Sources sources, FindingList findings) {
    Matcher named = NAME.matcher(sources.find("SKILL.md").map(SourceText::text).orElse(""));
    if (!named.find()) {
      return;
    }
    String name = named.group(1);
    Optional<String> known =
        WellKnown.SKILLS.contains(name)
            ? Optional.empty()
            : WellKnown.SKILLS.stream().filter(each -> isSlip(name, each)).sorted().findFirst();
    for (String part : name.split("-", -1)) {
      known = known.or(() -> swapped(part)).or(() -> maker(part));
    }
    known.ifPresent(
        each ->
            findings.add(
                ScanRule.TYPOSQUAT.at(
                    "SKILL.md", 2, "The skill's name " + name + " is nearly " + each + ".", "")));
  }

  private static Optional<String> swapped(String part) {
    return part.length() <= SHORTEST
        ? Optional.empty()
        : WellKnown.NAMES.values().stream()
            .flatMap(Set::stream)
            .filter(each -> each.length() == part.length() && isSlip(part, each))
            .filter(each -> isSwapped(part, each))
            .sorted()
            .findFirst();
  }

  private static Optional<String> maker(String part) {
    return MAKERS.contains(part)
        ? Optional.empty()
        : MAKERS.stream().filter(each -> isSlip(part, each)).sorted().findFirst();
  }

  private static boolean isSwapped(String one, String other) {
    char[] first = one.toCharArray();
    char[] second = other.toCharArray();
    Arrays.sort(first);
    Arrays.sort(second);
    return Arrays.equals(first, second);
  }

  private static Optional<String> neighbour(InstalledNames.Name installed) {
    String name = installed.name();
    Set<String> known = WellKnown.NAMES.getOrDefault(installed.registry(), Set.of());
    if (name.length() < SHORTEST || known.contains(name)) {
      return Optional.empty();
    }
    Work.spend(20L * known.size());
    return known.stream()
        .filter(each -> each.length() >= SHORTEST && isSlip(name, each))
        .sorted()
        .findFirst();
  }

  /// Returns whether the name has one letter left out, added, replaced, or swapped with its
  /// neighbour. A digit, an `s` at the end and a missing last letter do not count, because honest
  /// names differ by them as well.
  static boolean isSlip(String name, String known) {
    if (Math.abs(name.length() - known.length()) > 1
        || name.isEmpty()
        || known.isEmpty()
        || name.charAt(0) != known.charAt(0)) {
      return false;
    }
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
    boolean cut = end == 0 && here.isEmpty() && there.length() == 1;
    boolean swapped =
        here.length() == 2
            && there.length() == 2
            && here.charAt(0) == there.charAt(1)
            && here.charAt(1) == there.charAt(0);
    boolean one = here.length() <= 1 && there.length() <= 1;
    return !digits && !plural && !cut && (swapped || (one && !name.equals(known)));
  }
}
