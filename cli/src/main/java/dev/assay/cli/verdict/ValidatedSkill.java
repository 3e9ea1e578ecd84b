package dev.assay.cli.verdict;

import java.net.URI;
import java.util.Optional;

/// The skill that is validated, with its run and server.
///
/// @param run the id of the run; empty if none began
/// @param server the address of the server; empty if none was needed, or if it ends with the
///   command
public record ValidatedSkill(Named skill, Optional<String> run, Optional<URI> server) {
  /// @param id the id on the server; empty if the server never took the skill
  /// @param handle the name or id by which a user refers to the skill
  /// @param inUse true if this version was in use before the validation, and so stays in use
  public record Named(String name, int version, String id, String handle, boolean inUse) {
    public Named(String name, int version, String id, String handle) {
      this(name, version, id, handle, false);
    }
  }

  /// Returns a skill that no server knows yet.
  public static ValidatedSkill unknown(String path) {
    return new ValidatedSkill(new Named(path, 0, "", path), Optional.empty(), Optional.empty());
  }

  public ValidatedSkill withRun(String begun) {
    return new ValidatedSkill(skill, Optional.of(begun), server);
  }

  public String name() {
    return skill.name();
  }

  public String id() {
    return skill.id();
  }

  public String handle() {
    return skill.handle();
  }

  public String title() {
    return skill.version() > 0 ? skill.name() + " version " + skill.version() : skill.name();
  }
}
