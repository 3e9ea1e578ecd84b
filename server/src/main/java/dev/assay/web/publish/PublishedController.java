package dev.assay.web.publish;

import dev.assay.publication.SkillArchives;
import dev.assay.registry.PublishedSkills;
import dev.assay.registry.Skill;
import dev.assay.registry.SkillPage;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import io.swagger.v3.oas.annotations.Operation;
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
  private final SkillArchives archives;

  PublishedController(PublishedSkills skills, SkillArchives archives) {
    this.skills = skills;
    this.archives = archives;
  }

  /// @param digest names the tree; the archive's bytes have another
  /// @param rehearsal whether it was proved by rules instead of a model
  record PublishedSkill(
      String name,
      String description,
      int version,
      String digest,
      @Nullable String license,
      @Nullable String compatibility,
      Map<String, String> metadata,
      boolean rehearsal) {
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
          skill.validated().rehearsal());
    }
  }

  record PublishedList(List<PublishedSkill> skills, int page, int size, long total) {}

  record FileWire(String path, long size, boolean executable, String digest) {}

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
  @Operation(
      operationId = "getSkillArchive",
      summary = "The files that were validated, as a zip",
      description =
          "SKILL.md is at its root. The tree's digest is the ETag and the header Assay-Digest.")
  void archive(
      @PathVariable("name") String name, ServletWebRequest request, HttpServletResponse response)
      throws IOException {
    Skill skill = skills.load(name);
    String digest = skill.bundle().digest().toString();
    response.setHeader("Cache-Control", "no-cache");
    response.setHeader("Assay-Digest", digest);
    response.setHeader("Assay-Version", Integer.toString(skill.version()));
    if (request.checkNotModified(digest)) {
      return;
    }
    SkillArchives.Delivery delivery = archives.deliver(skill.bundle());
    response.setContentType("application/zip");
    response.setContentLengthLong(delivery.size());
    response.setHeader("Content-Disposition", "attachment; filename=\"" + skill.name() + ".zip\"");
    delivery.writeTo(response.getOutputStream());
  }
}
