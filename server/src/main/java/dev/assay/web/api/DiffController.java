package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.assay.registry.Skill;
import dev.assay.registry.VersionComparison;
import dev.assay.registry.VersionComparisons;
import dev.assay.skill.ErrorCode;
import dev.assay.web.description.Shape;
import dev.assay.web.errors.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/admin/skills/{id}/diff")
@Tag(name = "Review")
class DiffController {
  private final VersionComparisons comparisons;

  DiffController(VersionComparisons comparisons) {
    this.comparisons = comparisons;
  }

  @Schema(name = "ComparedVersion")
  record Side(
      @JsonProperty("skill_id") UUID skillId,
      int version,
      String digest,
      String status,
      @JsonRawValue @Shape("Scores") @Nullable String scores) {
    static Side of(Skill skill) {
      return new Side(
          skill.id(),
          skill.version(),
          skill.bundle().digest().toString(),
          skill.status().word(),
          skill.validated().scores().orElse(null));
    }
  }

  @Schema(name = "FileDifference")
  record FileWire(String path, String change, @Nullable String diff) {}

  @Schema(name = "FieldDifference")
  record FieldWire(String name, @Nullable String before, @Nullable String after) {
    static List<FieldWire> of(List<VersionComparison.FieldChange> changes) {
      return changes.stream()
          .map(c -> new FieldWire(c.name(), c.before().orElse(null), c.after().orElse(null)))
          .toList();
    }
  }

  @Schema(name = "VersionDifference")
  record DiffAnswer(
      String name,
      Side before,
      Side after,
      List<FileWire> files,
      List<FieldWire> manifest,
      List<FieldWire> dependencies,
      boolean cut) {}

  @GetMapping
  @Refuses({ErrorCode.BLOB_STORE_FAILED, ErrorCode.SKILL_NOT_FOUND, ErrorCode.STORED_FILES_DAMAGED})
  @Operation(
      operationId = "diffSkill",
      summary = "How a version differs from another one of the same name",
      description =
          "From the version number \"against\", or else from the one in use, or else from the one"
              + " before: files with the difference of texts, fields, dependencies and scores.")
  DiffAnswer diff(
      @PathVariable("id") UUID id,
      @RequestParam(name = "against", required = false) @Nullable Integer against) {
    VersionComparison found = comparisons.compare(id, Optional.ofNullable(against));
    return new DiffAnswer(
        found.after().name(),
        Side.of(found.before()),
        Side.of(found.after()),
        found.files().stream()
            .map(
                file ->
                    new FileWire(
                        file.path(),
                        file.change().name().toLowerCase(Locale.ROOT),
                        file.diff().orElse(null)))
            .toList(),
        FieldWire.of(found.manifest()),
        FieldWire.of(found.dependencies()),
        found.cut());
  }
}
