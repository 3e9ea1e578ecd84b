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

/// Removes layers that no image, run or sandbox needs any more, and the files of deleted skills.
public final class Cleanup {
  private static final Logger log = LoggerFactory.getLogger(Cleanup.class);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// The longest time between freezing a layer and recording it.
  private static final Duration UNWRITTEN = Duration.ofMinutes(10);

  /// The longest life of a sandbox that may contain a deleted skill.
  private static final Duration LONGEST_SANDBOX = Duration.ofHours(6);

  /// The actions after which an image, a run or a skill may be gone.
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
  private final AtomicLong seen = new AtomicLong(-1); // no entry of the audit log seen yet

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

  /// The records that the cleanup reads.
  public record Sources(
      Skills skills,
      Images images,
      ImageContents contents,
      Removals removals,
      SkillFolders folders,
      BlobStore blobs,
      AuditLog audit) {}

  /// The numbers of removed layers and of contents whose files were removed.
  public record Cleared(int layers, int files) {}

  /// Runs the cleanup if there was a decision since the last call, because only then unneeded files
  /// can exist. The check is cheap.
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

  /// Returns every image from which a sandbox may still start.
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

  /// Finds images in the result of a step: every object with a base and layers is one, under any
  /// name.
  private static void find(JsonNode node, List<SandboxImage> found) {
    if (node.path("base").isString() && node.path("layers").isArray()) {
      found.add(JSON.treeToValue(node, SandboxImage.class));
    } else {
      node.forEach(part -> find(part, found));
    }
  }
}
