package dev.assay.toolservice;

import java.util.Optional;
import java.util.Set;

/// The proof that somebody may do something in a project. Only [Projects] makes one.
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

  /// To be called by whoever does something with it; entering with less is a mistake of ours.
  public void require(ProjectRole least) {
    Projects.require(this, least);
  }

  /// Whether the member's profile names that tool, or there is no profile.
  public boolean covers(String tool) {
    return tools.isEmpty() || tools.get().contains(tool);
  }
}
