package dev.assay.web.publish;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.registry.PublishedSkills;
import dev.assay.registry.Skill;
import dev.assay.registry.SkillPage;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.web.errors.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.ServletWebRequest;

@RestController
@RequestMapping("/api/skills")
@Tag(name = "Published skills")
class PublishedController {
  private static final int LARGEST_PAGE = 200;

  private final PublishedSkills skills;
  private final ArchiveDelivery delivery;

  PublishedController(PublishedSkills skills, ArchiveDelivery delivery) {
    this.skills = skills;
    this.delivery = delivery;
  }

  /// @param digest the digest of the tree; the bytes of the archive have another one
  /// @param rehearsal whether rules instead of a model proved the skill
  /// @param rehearsalAcknowledged whether the approver acknowledged that
  record PublishedSkill(
      String name,
      String description,
      int version,
      String digest,
      @Nullable String license,
      @Nullable String compatibility,
      Map<String, String> metadata,
      boolean rehearsal,
      @JsonProperty("rehearsal_acknowledged") boolean rehearsalAcknowledged) {
    static PublishedSkill of(Skill skill) {
      var manifest = skill.bundle().manifest();
      return new PublishedSkill(
          skill.name(),
          manifest.description(),
          skill.version(),
          skill.bundle().digest().toString(),
          manifest.license().orElse(null),
          manifest.compatibility().orElse(null),
          manifest.metadata(),
          skill.validated().rehearsal(),
          skill.decided().rehearsalAcknowledged());
    }
  }

  record PublishedList(List<PublishedSkill> skills, int page, int size, long total) {}

  @Schema(name = "PublishedFile")
  record FileWire(String path, long size, boolean executable, String digest) {}

  @Schema(name = "PublishedSkillDetails")
  record PublishedAnswer(PublishedSkill skill, List<FileWire> files) {}

  @GetMapping
  @Operation(
      operationId = "listPublishedSkills",
      summary = "The approved skills, by name",
      description = "\"q\" is a part of the name or the description.")
  PublishedList list(
      @RequestParam(name = "q", defaultValue = "") String text,
      @RequestParam(name = "page", defaultValue = "0") int page,
      @RequestParam(name = "size", defaultValue = "50") int size) {
    if (page < 0 || size < 1 || size > LARGEST_PAGE) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST, "page counts from 0, size from 1 to " + LARGEST_PAGE + ".");
    }
    SkillPage found = skills.list(text, page, size);
    return new PublishedList(
        found.skills().stream().map(PublishedSkill::of).toList(), page, size, found.total());
  }

  @GetMapping("/{name}")
  @Refuses(ErrorCode.SKILL_NOT_FOUND)
  @Operation(operationId = "getPublishedSkill", summary = "An approved skill and its files")
  PublishedAnswer get(@PathVariable("name") String name) {
    Skill skill = skills.load(name);
    return new PublishedAnswer(
        PublishedSkill.of(skill),
        skill.bundle().files().stream()
            .map(
                file ->
                    new FileWire(
                        file.path(), file.size(), file.executable(), file.digest().toString()))
            .toList());
  }

  @GetMapping(path = "/{name}/archive", produces = "application/zip")
  @Refuses({ErrorCode.BLOB_STORE_FAILED, ErrorCode.SKILL_NOT_FOUND, ErrorCode.STORED_FILES_DAMAGED})
  @Operation(
      operationId = "getSkillArchive",
      responses = {@ApiResponse(responseCode = "200"), @ApiResponse(responseCode = "304")},
      summary = "The files that were validated, as a zip",
      description =
          "SKILL.md is at its root. The tree's digest is the ETag and the header Assay-Digest.")
  void archive(
      @PathVariable("name") String name, ServletWebRequest request, HttpServletResponse response)
      throws IOException {
    delivery.send(name, request, response);
  }
}
