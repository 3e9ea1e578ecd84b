package dev.assay.validation.lab;

import dev.assay.contents.Item;
import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.SandboxFiles;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Finds files that take effect without being called, in any package: programs that replace those
/// of the system, and files that run or are read by themselves.
///
/// @param programs the names of the system's own programs
record SelfRunningFiles(Set<String> programs) {
  private static final List<String> SYSTEM =
      List.of("/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin");
  private static final Pattern ON_PATH =
      Pattern.compile(
          "/opt/(?:runtime|skills/[^/]+)/(?:venv|npm)/bin/[^/]+|/usr/local/s?bin/[^/]+");

  /// The effects of paths, by pattern.
  private static final Map<Pattern, String> BY_ITSELF = new LinkedHashMap<>();

  static {
    BY_ITSELF.put(
        Pattern.compile(
            ".*/(?:site|dist)-packages/(?:[^/]+\\.pth|(?:site|user)customize(?:\\.py|/.*))"),
        "runs with every start of Python");
    BY_ITSELF.put(
        Pattern.compile(
            "/etc/(?:profile|bash\\.bashrc|zsh/.*|profile\\.d/.*|environment)"
                + "|/(?:root|home/[^/]+)/\\.(?:profile|bashrc|bash_profile|zshrc|pam_environment)"),
        "runs with every shell");
    BY_ITSELF.put(
        Pattern.compile("/etc/ld\\.so\\.(?:preload|conf|conf\\.d/.*|cache)"),
        "decides which libraries programs load");
    BY_ITSELF.put(
        Pattern.compile("/etc/(?:resolv\\.conf|hosts|nsswitch\\.conf|gai\\.conf|host\\.conf)"),
        "decides how names are looked up");
    BY_ITSELF.put(
        Pattern.compile(
            "/etc/(?:pip\\.conf|npmrc|gitconfig|python3[^/]*/.*|apt/.*|ssl/.*|crypto-policies/.*)"
                + "|/(?:root|home/[^/]+)/\\.(?:npmrc|gitconfig|pydistutils\\.cfg|config/pip/.*)"),
        "is read by other tools by themselves");
  }

  static SelfRunningFiles in(SandboxFiles files) {
    Set<String> programs = new HashSet<>();
    for (String folder : SYSTEM) {
      if (Assembly.hasFolder(files, folder)) {
        files.list(folder).stream().map(FileEntry::path).forEach(programs::add);
      }
    }
    return new SelfRunningFiles(programs);
  }

  List<String> among(Collection<Item> items) {
    List<String> found = new ArrayList<>();
    for (Item item : items) {
      if (!item.owners().equals(List.of(Item.ENVIRONMENT))) {
        find(item.path())
            .ifPresent(
                what ->
                    found.add(
                        "%s (%s; of %s)"
                            .formatted(item.path(), what, String.join(", ", item.owners()))));
      }
    }
    return found;
  }

  /// Returns the effect of a path, if it has one.
  private Optional<String> find(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    if (ON_PATH.matcher(path).matches() && programs.contains(name)) {
      return Optional.of("takes the place of " + name);
    }
    return BY_ITSELF.entrySet().stream()
        .filter(each -> each.getKey().matcher(path).matches())
        .map(Map.Entry::getValue)
        .findFirst();
  }
}
