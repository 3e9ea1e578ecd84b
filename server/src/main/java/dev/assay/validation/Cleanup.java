package dev.assay.validation;

import dev.assay.audit.AuditLog;
import dev.assay.images.ImageContents;
import dev.assay.images.Images;
import dev.assay.images.RuntimeImage;
import dev.assay.registry.Removals;
import dev.assay.registry.SkillFolders;
import dev.assay.registry.Skills;
import dev.assay.skill.BlobStore;
import dev.assay.skill.audit.AuditAction;
import dev.assay.skill.sandbox.ImageHolder;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.workflow.Workflow;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Clears away layers that no image, no run and no sandbox needs any more, and the files of deleted
/// skills.
public final class Cleanup {
  private static final Logger log = LoggerFactory.getLogger(Cleanup.class);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// Writing down what was frozen takes no longer.
  private static final Duration UNWRITTEN = Duration.ofMinutes(10);

  /// No sandbox with a deleted skill in it lives longer.
  private static final Duration LONGEST_SANDBOX = Duration.ofHours(6);

  /// After these an image, a run or a skill may be gone.
  private static final Set<AuditAction> LETTING_GO =
      Set.of(
          AuditAction.IMAGE_MADE,
          AuditAction.IMAGE_ROLLED_BACK,
          AuditAction.SKILL_REJECTED,
          AuditAction.SKILL_DELETED,
          AuditAction.SKILL_DELETION_STOPPED,
          AuditAction.VALIDATION_FAILED,
          AuditAction.VALIDATION_INCONCLUSIVE);

  private final Sources sources;
  private final Workflow workflow;
  private final SandboxEngine engine;
  private final List<ImageHolder> holders;
  private final Clock clock;
  private final AtomicLong seen = new AtomicLong(-1); // nothing of the audit log yet

  public Cleanup(
      Sources sources,
      Workflow workflow,
      SandboxEngine engine,
      List<ImageHolder> holders,
      Clock clock) {
    this.sources = sources;
    this.workflow = workflow;
    this.engine = engine;
    this.holders = List.copyOf(holders);
    this.clock = clock;
  }

  /// What is looked at.
  public record Sources(
      Skills skills,
      Images images,
      ImageContents contents,
      Removals removals,
      SkillFolders folders,
      BlobStore blobs,
      AuditLog audit) {}

  /// How many layers went, and the files of how many contents.
  public record Cleared(int layers, int files) {}

  /// Clears away if something was decided since it was last asked: then something may be left that
  /// nobody needs. Cheap to ask.
  public Optional<Cleared> clearAfterDecisions() {
    long end = sources.audit().last();
    boolean quiet =
        seen.get() >= 0 && sources.audit().sequences(LETTING_GO, seen.get(), end).isEmpty();
    Optional<Cleared> cleared = quiet ? Optional.empty() : Optional.of(clear());
    seen.set(end);
    return cleared;
  }

  public Cleared clear() {
    Instant now = clock.instant();
    engine.publish(
        sources.images().list().stream()
            .filter(each -> each.image().engine().equals(engine.name()))
            .collect(Collectors.toMap(RuntimeImage::version, RuntimeImage::image)));
    int layers = engine.collect(kept(), now.minus(UNWRITTEN));
    Instant since = workflow.alive().isEmpty() ? now : now.minus(LONGEST_SANDBOX);
    int files = sources.removals().clearFiles(since, sources.folders()::remove);
    Skills skills = sources.skills();
    sources
        .contents()
        .forgetUnused(UNWRITTEN, skills.contents(), skills.runs())
        .forEach(sources.blobs()::remove);
    if (layers + files > 0) {
      log.info("Cleared away {} layers and the files of {} deleted contents", layers, files);
    }
    return new Cleared(layers, files);
  }

  /// Every image that somebody may still start from.
  private List<SandboxImage> kept() {
    List<SandboxImage> kept = new ArrayList<>();
    Set<UUID> runs = new HashSet<>(workflow.alive());
    runs.addAll(sources.skills().openRuns());
    for (UUID run : runs) {
      for (String result : workflow.results(run, "\"layers\"")) {
        find(JSON.readTree(result), kept);
      }
    }
    holders.forEach(holder -> kept.addAll(holder.held()));
    sources.images().list().stream().map(RuntimeImage::image).forEach(kept::add);
    return kept;
  }

  /// Whatever a step calls it, an image is a base with its layers.
  private static void find(JsonNode node, List<SandboxImage> found) {
    if (node.path("base").isString() && node.path("layers").isArray()) {
      found.add(JSON.treeToValue(node, SandboxImage.class));
    } else {
      node.forEach(part -> find(part, found));
    }
  }
}
