package dev.assay.toolservice;

import java.util.Optional;
import java.util.Set;

/// The proof that a visitor has a role in a project. Only [Projects] makes one.
public final class ProjectAccess {
  private final Project project;
  private final Visitor visitor;
  private final ProjectRole role;
  private final Optional<Set<String>> tools;

  ProjectAccess(Project project, Visitor visitor, ProjectRole role, Optional<Set<String>> profile) {
    this.project = project;
    this.visitor = visitor;
    this.role = role;
    this.tools = profile.map(Set::copyOf);
  }

  public Project project() {
    return project;
  }

  public Visitor visitor() {
    return visitor;
  }

  public ProjectRole role() {
    return role;
  }

  /// Checks that the visitor entered with at least this role. Every action calls it; a lower role
  /// is a programming error.
  public void require(ProjectRole least) {
    Projects.require(this, least);
  }

  /// Says whether the member's profile names that tool, or there is no profile.
  public boolean covers(String tool) {
    return tools.isEmpty() || tools.get().contains(tool);
  }
}
