package dev.assay.validation.harm;

import dev.assay.skill.sandbox.FileEntry;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// The files of system packages that were installed during a task, from dpkg's lists. The packages
/// themselves are separate evidence.
final class SystemPackageFiles {
  private static final String LISTS = "/var/lib/dpkg/info/";

  private final Surroundings before;
  private final Surroundings after;
  private final Function<String, Optional<String>> content;
  private Optional<Set<String>> all = Optional.empty();

  SystemPackageFiles(
      Surroundings before, Surroundings after, Function<String, Optional<String>> content) {
    this.before = before;
    this.after = after;
    this.content = content;
  }

  boolean brought(String path) {
    if (all.isEmpty()) {
      all = Optional.of(read());
    }
    return all.get().contains(path)
        || (path.startsWith("/usr/") && all.get().contains(path.substring("/usr".length())));
  }

  private Set<String> read() {
    Set<String> paths = new HashSet<>();
    for (Map.Entry<String, FileEntry> each : after.files().entrySet()) {
      String path = each.getKey();
      if (path.startsWith(LISTS)
          && path.endsWith(".list")
          && !each.getValue().equals(before.files().get(path))) {
        content.apply(path).ifPresent(text -> text.lines().forEach(paths::add));
      }
    }
    return paths;
  }
}
