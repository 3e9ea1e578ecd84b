package dev.assay.validation.dependency;

import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads dpkg's list of the operating system's packages.
final class DpkgStatus {
  private DpkgStatus() {}

  static List<InstalledPackage> read(String status) {
    List<InstalledPackage> all = new ArrayList<>();
    for (String paragraph : status.split("\n\n+", -1)) {
      if (field(paragraph, "Status").endsWith(" installed")
          && !field(paragraph, "Package").isBlank()) {
        List<Requirement> needs = new ArrayList<>();
        names(field(paragraph, "Depends"), needs);
        names(field(paragraph, "Pre-Depends"), needs);
        all.add(
            new InstalledPackage(
                Ecosystem.SYSTEM, field(paragraph, "Package"), field(paragraph, "Version"), needs));
      }
    }
    return all;
  }

  private static String field(String paragraph, String name) {
    String start = name + ": ";
    int at = paragraph.startsWith(start) ? 0 : paragraph.indexOf("\n" + start) + 1;
    if (at == 0 && !paragraph.startsWith(start)) {
      return "";
    }
    int end = paragraph.indexOf('\n', at);
    return paragraph.substring(at + start.length(), end < 0 ? paragraph.length() : end).strip();
  }

  /// Adds the names of a field without versions, because dpkg has checked those. All alternatives
  /// count.
  private static void names(String field, List<Requirement> needs) {
    for (String alternative : field.split("[,|]", -1)) {
      String name = alternative.strip().split("[ :(]", -1)[0];
      if (!name.isBlank()) {
        needs.add(
            new Requirement(
                Ecosystem.SYSTEM, name, List.of(), "", Optional.empty(), "dpkg/status", 1));
      }
    }
  }
}
