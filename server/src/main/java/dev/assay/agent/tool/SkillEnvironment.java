package dev.assay.agent.tool;

import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.SandboxFiles;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Lets commands find the packages of the skill they belong to, where it has an environment of its
/// own: the skill whose files they name, else the one loaded last. Every skill is treated alike.
final class SkillEnvironment {
  private static final Pattern FOLDER =
      Pattern.compile("(?<![\\p{L}\\p{N}_.-])skills/([\\p{L}\\p{N}-]+)(/SKILL\\.md)?");

  private final Supplier<SandboxFiles> files;
  private final Set<String> skills;
  private final Map<String, Boolean> own = new ConcurrentHashMap<>();

  SkillEnvironment(Supplier<SandboxFiles> files, Set<String> skills) {
    this.files = files;
    this.skills = skills;
  }

  /// @param text of the command: its line and its folder
  Command of(Command command, String text) {
    String named = named(text).orElse(LoadedSkill.now().name());
    return skills.contains(named) ? in(command, named) : command;
  }

  /// Reading a skill's instructions is loading it, by whatever command.
  private Optional<String> named(String text) {
    Optional<String> first = Optional.empty();
    Matcher folders = FOLDER.matcher(text);
    while (folders.find()) {
      String name = folders.group(1);
      if (skills.contains(name)) {
        if (folders.group(2) != null) {
          LoadedSkill.now().take(name);
        }
        first = first.or(() -> Optional.of(name));
      }
    }
    return first;
  }

  private Command in(Command command, String skill) {
    RuntimeEnvironment place = new RuntimeEnvironment(skill);
    boolean there = own.computeIfAbsent(skill, _ -> files.get().stat(place.folder()).isPresent());
    Command found = command;
    if (there) {
      for (Map.Entry<String, String> each : place.variables().entrySet()) {
        found = found.withVariable(each.getKey(), each.getValue());
      }
    }
    return found;
  }
}
