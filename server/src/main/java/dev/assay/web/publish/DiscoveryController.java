package dev.assay.web.publish;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.publication.SkillArchives;
import dev.assay.publication.SkillFiles;
import dev.assay.registry.PublishedSkills;
import dev.assay.registry.Skill;
import dev.assay.skill.AssayException;
import dev.assay.skill.BundleFile;
import dev.assay.skill.ErrorCode;
import dev.assay.web.errors.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.ServletWebRequest;

/// Serves the index that installers look for. There are two forms: a newer one that names archives
/// and their digests, and an older one that names files.
@RestController
@RequestMapping("/.well-known")
@Tag(name = "Published skills")
class DiscoveryController {
  private static final String ARCHIVE = ".zip";
  private static final String SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

  private static final Logger log = LoggerFactory.getLogger(DiscoveryController.class);

  private final PublishedSkills skills;
  private final SkillArchives archives;
  private final SkillFiles files;
  private final ArchiveDelivery delivery;
  private volatile @Nullable Known<ArchiveIndex> archiveIndex;
  private volatile @Nullable Known<FileIndex> fileIndex;

  DiscoveryController(
      PublishedSkills skills, SkillArchives archives, SkillFiles files, ArchiveDelivery delivery) {
    this.skills = skills;
    this.archives = archives;
    this.files = files;
    this.delivery = delivery;
  }

  /// @param url the address relative to the index; the archives are beside it
  /// @param version the version; this and the following fields are Assay's own, and installers skip
  ///   fields that they do not know
  record ArchiveEntry(
      String name,
      String type,
      String description,
      String url,
      String digest,
      int version,
      boolean rehearsal,
      @JsonProperty("rehearsal_acknowledged") boolean rehearsalAcknowledged) {}

  record ArchiveIndex(@JsonProperty("$schema") String schema, List<ArchiveEntry> skills) {}

  record FileEntry(String name, String description, List<String> files) {}

  record FileIndex(List<FileEntry> skills) {}

  /// An index as of the last publication or withdrawal.
  private record Known<T>(String state, T index) {}

  @GetMapping("/agent-skills/index.json")
  @Refuses({ErrorCode.BLOB_STORE_FAILED, ErrorCode.STORED_FILES_DAMAGED})
  @Operation(
      operationId = "discoverSkills",
      responses = {@ApiResponse(responseCode = "200"), @ApiResponse(responseCode = "304")},
      summary = "The approved skills for installers, with the digests of their archives")
  @Nullable ArchiveIndex archives(ServletWebRequest request) {
    String state = skills.state();
    if (isKnown(request, state)) {
      return null;
    }
    Known<ArchiveIndex> known = archiveIndex;
    if (known != null && known.state().equals(state)) {
      return known.index();
    }
    List<Skill> all = skills.all();
    ArchiveIndex index =
        new ArchiveIndex(SCHEMA, all.stream().flatMap(skill -> entry(skill).stream()).toList());
    if (index.skills().size() == all.size()) {
      archiveIndex = new Known<>(PublishedSkills.stateOf(all), index);
    }
    return index;
  }

  private static boolean isKnown(ServletWebRequest request, String state) {
    HttpServletResponse response = Objects.requireNonNull(request.getResponse());
    response.setHeader("Cache-Control", "no-cache");
    return request.checkNotModified("\"" + state + "\"");
  }

  /// Returns the entry of a skill, or empty if its files are damaged. One damaged skill must not
  /// hide the others.
  private Optional<ArchiveEntry> entry(Skill skill) {
    try {
      return Optional.of(
          new ArchiveEntry(
              skill.name(),
              "archive",
              skill.bundle().manifest().description(),
              skill.name() + ARCHIVE,
              archives.of(skill.bundle()).digest().toString(),
              skill.version(),
              skill.validated().rehearsal(),
              skill.decided().rehearsalAcknowledged()));
    } catch (AssayException e) {
      log.warn("{} is not published: {}", skill.name(), e.reason());
      return Optional.empty();
    }
  }

  @GetMapping(
      path = {"/agent-skills/{name}" + ARCHIVE, "/skills/{name}" + ARCHIVE},
      produces = "application/zip")
  @Refuses({ErrorCode.BLOB_STORE_FAILED, ErrorCode.SKILL_NOT_FOUND, ErrorCode.STORED_FILES_DAMAGED})
  @Operation(
      operationId = "getDiscoveredArchive",
      responses = {@ApiResponse(responseCode = "200"), @ApiResponse(responseCode = "304")},
      summary = "The archive that the index names, with the digest that it names")
  void archive(
      @PathVariable("name") String name, ServletWebRequest request, HttpServletResponse response)
      throws IOException {
    delivery.send(name, request, response);
  }

  @GetMapping("/skills/index.json")
  @Operation(
      operationId = "discoverSkillFiles",
      responses = {@ApiResponse(responseCode = "200"), @ApiResponse(responseCode = "304")},
      summary = "The approved skills for older installers, with the names of their files")
  @Nullable FileIndex files(ServletWebRequest request) {
    String state = skills.state();
    if (isKnown(request, state)) {
      return null;
    }
    Known<FileIndex> known = fileIndex;
    if (known == null || !known.state().equals(state)) {
      List<Skill> all = skills.all();
      known =
          new Known<>(
              PublishedSkills.stateOf(all),
              new FileIndex(all.stream().map(DiscoveryController::files).toList()));
      fileIndex = known;
    }
    return known.index();
  }

  private static FileEntry files(Skill skill) {
    return new FileEntry(
        skill.name(),
        skill.bundle().manifest().description(),
        skill.bundle().files().stream().map(BundleFile::path).toList());
  }

  @GetMapping({"/skills/{name}/{*path}", "/agent-skills/{name}/{*path}"})
  @Refuses({
    ErrorCode.BLOB_STORE_FAILED,
    ErrorCode.NOT_FOUND,
    ErrorCode.SKILL_NOT_FOUND,
    ErrorCode.STORED_FILES_DAMAGED
  })
  @Operation(operationId = "getSkillFile", summary = "One file of an approved skill")
  void file(
      @PathVariable("name") String name,
      @PathVariable("path") String path,
      HttpServletResponse response)
      throws IOException {
    Skill skill = skills.load(name);
    String wanted = path.substring(1);
    BundleFile file =
        skill.bundle().files().stream()
            .filter(each -> each.path().equals(wanted))
            .findFirst()
            .orElseThrow(
                () ->
                    new AssayException(
                        ErrorCode.NOT_FOUND, "\"%s\" has no file \"%s\".".formatted(name, wanted)));
    SkillFiles.Delivery checked = files.deliver(skill.bundle(), file);
    response.setHeader("Cache-Control", "no-cache");
    response.setHeader("Content-Disposition", "attachment");
    response.setContentType("application/octet-stream");
    response.setContentLengthLong(file.size());
    checked.writeTo(response.getOutputStream());
  }
}
