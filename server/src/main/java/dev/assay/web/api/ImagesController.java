package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.images.Images;
import dev.assay.images.RuntimeImage;
import dev.assay.registry.Rollbacks;
import dev.assay.registry.Skill;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.validation.Reviews;
import dev.assay.web.access.Caller;
import dev.assay.web.errors.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/admin/images")
@Tag(name = "Images")
class ImagesController {
  private final Images images;
  private final Reviews reviews;

  ImagesController(Images images, Reviews reviews) {
    this.images = images;
    this.reviews = reviews;
  }

  record ImageWire(
      String version,
      String engine,
      String base,
      String architecture,
      @JsonProperty("skill_name") @Nullable String skillName,
      @Nullable String digest,
      @JsonProperty("contents_digest") @Nullable String contentsDigest,
      Map<String, Map<String, String>> packages,
      @JsonProperty("size_bytes") long sizeBytes,
      @JsonProperty("created_at") Instant createdAt,
      @JsonProperty("is_current") boolean current) {
    static ImageWire of(RuntimeImage image) {
      return new ImageWire(
          image.version(),
          image.image().engine(),
          image.image().base(),
          image.image().architecture().word(),
          image.skill().orElse(null),
          image.digest().orElse(null),
          image.contents().map(Digest::toString).orElse(null),
          image.packages(),
          image.size(),
          image.createdAt(),
          image.current());
    }
  }

  record ImageList(
      @JsonProperty("current_version") String currentVersion,
      List<ImageWire> versions,
      int total) {}

  @GetMapping
  @Operation(operationId = "listImages", summary = "Runtime images, newest first")
  ImageList list() {
    List<RuntimeImage> all = images.list();
    String current = all.stream().filter(RuntimeImage::current).findFirst().orElseThrow().version();
    return new ImageList(current, all.stream().map(ImageWire::of).toList(), all.size());
  }

  /// @param image the image from which sandboxes start; its layers are on the server's home
  @Schema(name = "ImageDetails")
  record ImageAnswer(ImageWire version, LayersWire image) {}

  @Schema(name = "ImageLayers")
  record LayersWire(String engine, String base, List<String> layers, String architecture) {
    static LayersWire of(SandboxImage image) {
      return new LayersWire(
          image.engine(), image.base(), image.layers(), image.architecture().word());
    }
  }

  @GetMapping("/{version}")
  @Refuses(ErrorCode.IMAGE_NOT_FOUND)
  @Operation(operationId = "getImage", summary = "One runtime image and its layers")
  ImageAnswer get(@PathVariable("version") String version) {
    RuntimeImage found = images.load(RuntimeImage.numberOf(version));
    return new ImageAnswer(ImageWire.of(found), LayersWire.of(found.image()));
  }

  record RollbackBody(
      @JsonProperty("target_version") @Nullable String targetVersion,
      @JsonProperty("from_version") @Nullable String fromVersion) {}

  @Schema(name = "AffectedSkill")
  record Affected(@JsonProperty("skill_id") UUID skillId, String name, int version) {
    static Affected of(Skill skill) {
      return new Affected(skill.id(), skill.name(), skill.version());
    }
  }

  /// @param leaving the skills that are no longer in use and become `rollback_pending`
  /// @param returning the skills that are in use again, with their versions in the target image
  record RollbackAnswer(
      @JsonProperty("from_version") String from,
      @JsonProperty("current_version") String current,
      @JsonProperty("dry_run") boolean dryRun,
      @JsonProperty("rolled_back_skills") List<Affected> leaving,
      @JsonProperty("restored_skills") List<Affected> returning) {}

  @PostMapping("/rollback")
  @Refuses({
    ErrorCode.IMAGE_CHANGED,
    ErrorCode.IMAGE_NOT_FOUND,
    ErrorCode.INVALID_STATUS_TRANSITION,
    ErrorCode.MACHINE_UNSUITABLE
  })
  @Operation(
      operationId = "rollBack",
      summary = "Make another runtime image current",
      description =
          "With exactly the skills it was in use with: those admitted later are rollback_pending"
              + " and invisible to agents at once. With dry_run=true it only reports what would"
              + " change. With from_version it is refused (IMAGE_CHANGED) if another image is"
              + " current now.")
  RollbackAnswer rollBack(
      @RequestBody RollbackBody body,
      @RequestParam(name = "dry_run", defaultValue = "false") boolean dryRun,
      @AuthenticationPrincipal Caller caller) {
    String target = Required.text(body.targetVersion(), "target_version");
    Rollbacks.Rollback done =
        dryRun
            ? reviews.previewRollback(target)
            : reviews.rollBack(Optional.ofNullable(body.fromVersion()), target, caller.getName());
    return new RollbackAnswer(
        done.from().version(),
        dryRun ? done.from().version() : done.target().version(),
        dryRun,
        done.leaving().stream().map(Affected::of).toList(),
        done.returning().stream().map(Affected::of).toList());
  }
}
