package dev.assay.skill.dependency;

import java.util.List;

/// The declared requirements of a skill. A skill without any is valid.
public record Dependencies(List<Requirement> requirements) {
  public static final Dependencies NONE = new Dependencies(List.of());

  public Dependencies {
    requirements = List.copyOf(requirements);
  }

  public List<Requirement> pip() {
    return of(Ecosystem.PIP);
  }

  public List<Requirement> npm() {
    return of(Ecosystem.NPM);
  }

  public List<Requirement> system() {
    return of(Ecosystem.SYSTEM);
  }

  public List<Requirement> of(Ecosystem ecosystem) {
    return requirements.stream().filter(each -> each.ecosystem() == ecosystem).toList();
  }

  public boolean isEmpty() {
    return requirements.isEmpty();
  }
}
