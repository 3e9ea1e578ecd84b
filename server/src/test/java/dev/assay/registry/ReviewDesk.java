package dev.assay.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.TestDatabase;
import dev.assay.audit.AuditLog;
import dev.assay.audit.Audits;
import dev.assay.images.Candidate;
import dev.assay.images.ImageChanges;
import dev.assay.images.Images;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.testkit.TestClock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// A registry on a database of its own, with skills that passed and a reviewer who says yes.
final class ReviewDesk {
  static final Map<String, Map<String, String>> PIP = Map.of("pip", Map.of("gauge", "1.0"));

  final TestClock clock = new TestClock();
  final TestDatabase database = new TestDatabase();
  final AuditLog audit = Audits.on(database, clock);
  final Skills skills = new Skills(database.jdbc(), database.transactions(), clock);
  final Lifecycle lifecycle =
      new Lifecycle(database.jdbc(), database.transactions(), skills, clock, audit);
  final Images images = new Images(database.jdbc(), database.transactions(), clock);
  final ImageChanges changes = new ImageChanges(database.jdbc(), images, clock);
  final Decisions decisions =
      new Decisions(database.jdbc(), database.transactions(), audit, skills, changes, clock);
  final Rollbacks rollbacks =
      new Rollbacks(database.jdbc(), database.transactions(), audit, skills, changes);
  final Removals removals =
      new Removals(database.jdbc(), database.transactions(), audit, skills, changes, clock);

  ReviewDesk() {
    images.startFrom(SandboxImage.of("host"));
  }

  Skill passed(String name, String content) {
    return passed(name, content, false);
  }

  Skill passed(String name, String content, boolean rehearsal) {
    UUID id =
        skills.submit(Bundles.of(name, content), new Actor("ada", "ada"), () -> {}).skill().id();
    UUID run = UUID.randomUUID();
    lifecycle.begin(id, run);
    lifecycle.conclude(id, run, new Conclusion.Passed("{}", rehearsal));
    return skills.load(id);
  }

  static Review yes() {
    return new Review(
        "grace", Optional.empty(), Optional.empty(), Review.Rehearsal.NOT_ACKNOWLEDGED);
  }

  Candidate candidate(Skill skill) {
    return new Candidate(
        images.current().number(),
        SandboxImage.of("host").plus(skill.name()),
        PIP,
        PIP,
        Optional.empty(),
        7,
        skill.validated().run());
  }

  Admission approve(Skill skill) {
    return decisions.admit(decisions.approvable(skill.id(), yes()), candidate(skill));
  }

  /// From the upload to the approval.
  Skill admitted(String name, String content) {
    Skill skill = passed(name, content);
    assertThat(approve(skill)).isInstanceOf(Admission.Admitted.class);
    return skills.load(skill.id());
  }

  Status status(Skill skill) {
    return skills.load(skill.id()).status();
  }

  List<UUID> inUse() {
    return skills.approved().stream().map(Skill::id).toList();
  }

  static void refused(ErrorCode code, Runnable move) {
    assertThatThrownBy(move::run)
        .isInstanceOfSatisfying(AssayException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
