package dev.assay.web.access;

import dev.assay.toolservice.ProjectAccess;
import dev.assay.toolservice.ProjectRole;
import dev.assay.toolservice.Projects;
import dev.assay.toolservice.ToolCalls;
import dev.assay.toolservice.Visitor;
import org.springframework.stereotype.Component;

/// Gives callers access to projects.
@Component
public class ProjectVisitor {
  private final Projects projects;

  ProjectVisitor(ToolCalls calls) {
    this.projects = calls.projects();
  }

  public ProjectAccess enter(String project, Caller caller, ProjectRole least) {
    return projects.enter(project, of(caller), least);
  }

  public static Visitor of(Caller caller) {
    Visitor.Standing standing =
        switch (caller.role()) {
          case ADMIN -> Visitor.Standing.ADMIN;
          case AUDITOR -> Visitor.Standing.AUDITOR;
          case REVIEWER, AUTHOR, USER -> Visitor.Standing.ACCOUNT;
        };
    return new Visitor(caller.owner(), caller.getName(), standing);
  }
}
