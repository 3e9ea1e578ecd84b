package dev.assay.web.console.project;

import dev.assay.toolservice.Artifact;
import dev.assay.toolservice.Project;
import dev.assay.toolservice.ProjectRole;
import dev.assay.toolservice.ProjectSkills;
import dev.assay.toolservice.ToolSession;
import dev.assay.web.console.Amounts;
import java.util.List;

/// A project as its page shows it.
///
/// @param more the number of artifacts that are not listed
public record ProjectView(
    Project project,
    ProjectRole role,
    List<SkillRow> skills,
    List<MemberRow> members,
    List<Artifact> artifacts,
    int more) {
  /// @param pinned the pinned version, or a note that the project follows the version in use
  /// @param standing a note whether a call can use the skill, or the reason why not
  public record SkillRow(String name, String version, String pinned, String standing) {
    static SkillRow of(ProjectSkills.Entry entry) {
      String standing =
          entry.skill().isEmpty()
              ? "not approved"
              : !entry.enabled() ? "disabled" : entry.isUnreviewed() ? "unreviewed" : "enabled";
      return new SkillRow(
          entry.name(),
          entry.skill().map(skill -> Integer.toString(skill.version())).orElse("–"),
          entry.pinned().map(version -> "version " + version).orElse("no, the version in use"),
          standing);
    }
  }

  public record MemberRow(String name, String role, String profile) {}

  /// The parts of the page that change by themselves.
  public record Live(
      List<ConversationView.Row> conversations, List<ToolSession> sessions, List<RunView> runs) {}

  public boolean mayCall() {
    return role.compareTo(ProjectRole.CALLER) <= 0;
  }

  public boolean mayEdit() {
    return role.compareTo(ProjectRole.EDITOR) <= 0;
  }

  public String size(Artifact artifact) {
    return Amounts.bytes(artifact.size());
  }

  public String path() {
    return "/projects/" + project.id();
  }
}
