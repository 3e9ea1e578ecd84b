package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.toolservice.Artifact;
import dev.assay.toolservice.Artifacts;
import dev.assay.toolservice.ProjectAccess;
import dev.assay.toolservice.ProjectRole;
import dev.assay.toolservice.ToolCalls;
import dev.assay.web.OwnAddress;
import dev.assay.web.access.Caller;
import dev.assay.web.access.ProjectVisitor;
import dev.assay.web.errors.Refuses;
import dev.assay.web.files.Download;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.security.SecurityRequirements;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.InputStreamResource;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

@RestController
@Tag(name = "Artifacts")
class ArtifactsController {
  private final Artifacts artifacts;
  private final ProjectVisitor visitor;
  private final OwnAddress own;

  ArtifactsController(ToolCalls calls, ProjectVisitor visitor, OwnAddress own) {
    this.own = own;
    this.artifacts = calls.artifacts();
    this.visitor = visitor;
  }

  /// @param runId the command or task that made the artifact; none if a caller uploaded it
  record ArtifactAnswer(
      @JsonProperty("artifact_id") UUID id,
      String filename,
      String mime,
      long size,
      String sha256,
      @JsonProperty("task_id") @Nullable UUID runId,
      @JsonProperty("created_by") String createdBy,
      @JsonProperty("created_at") Instant createdAt) {
    static ArtifactAnswer of(Artifact artifact) {
      return new ArtifactAnswer(
          artifact.id(),
          artifact.filename(),
          artifact.mime(),
          artifact.size(),
          artifact.sha256(),
          artifact.run().orElse(null),
          artifact.createdBy(),
          artifact.createdAt());
    }
  }

  record ArtifactList(List<ArtifactAnswer> artifacts, int total) {}

  record LinkAnswer(
      ArtifactAnswer artifact, String url, @JsonProperty("expires_at") Instant expiresAt) {}

  @PostMapping(
      path = "/api/projects/{project}/artifacts:upload",
      consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
  @ResponseStatus(HttpStatus.CREATED)
  @Refuses({
    ErrorCode.BLOB_STORE_FAILED,
    ErrorCode.FILE_TOO_LARGE,
    ErrorCode.NOT_FOUND,
    ErrorCode.PROJECT_NOT_FOUND,
    ErrorCode.QUOTA_EXCEEDED
  })
  @Operation(
      operationId = "uploadProjectArtifact",
      summary = "Bring a file to a project",
      description =
          "The part \"file\". Its name becomes a plain one, its type is what its first bytes show."
              + " With ?sha256= it is kept only if it arrived whole.")
  ArtifactAnswer upload(
      @PathVariable("project") String project,
      @RequestPart("file") MultipartFile file,
      @RequestParam(name = "sha256", required = false) @Nullable String sha256,
      @AuthenticationPrincipal Caller caller)
      throws IOException {
    ProjectAccess access = visitor.enter(project, caller, ProjectRole.CALLER);
    String name = Optional.ofNullable(file.getOriginalFilename()).orElse("");
    try (InputStream content = file.getInputStream()) {
      return ArtifactAnswer.of(
          artifacts.upload(access, name, Optional.ofNullable(sha256), content));
    }
  }

  @GetMapping("/api/projects/{project}/artifacts")
  @Refuses(ErrorCode.PROJECT_NOT_FOUND)
  @Operation(
      operationId = "listProjectArtifacts",
      summary = "The artifacts of a project, the latest first")
  ArtifactList list(
      @PathVariable("project") String project,
      @RequestParam(name = "limit", defaultValue = "200") int limit,
      @RequestParam(name = "offset", defaultValue = "0") int offset,
      @AuthenticationPrincipal Caller caller) {
    Artifacts.Listing listing =
        artifacts.list(visitor.enter(project, caller, ProjectRole.VIEWER), limit, offset);
    return new ArtifactList(
        listing.artifacts().stream().map(ArtifactAnswer::of).toList(), listing.total());
  }

  @GetMapping("/api/projects/{project}/artifacts/{id}")
  @Refuses({ErrorCode.NOT_FOUND, ErrorCode.PROJECT_NOT_FOUND})
  @Operation(
      operationId = "linkProjectArtifact",
      responses = {@ApiResponse(responseCode = "200"), @ApiResponse(responseCode = "303")},
      summary = "One artifact, and a link with which anybody can download it for a while",
      description = "?mode=redirect leads there at once. ?expires_seconds= is from 60 to 86400.")
  ResponseEntity<LinkAnswer> link(
      @PathVariable("project") String project,
      @PathVariable("id") String id,
      @RequestParam(name = "mode", defaultValue = "json") String mode,
      @RequestParam(name = "expires_seconds", defaultValue = "600") long seconds,
      @AuthenticationPrincipal Caller caller,
      HttpServletRequest request) {
    ProjectAccess access = visitor.enter(project, caller, ProjectRole.VIEWER);
    Artifacts.Link link = artifacts.link(access, id, Duration.ofSeconds(seconds));
    return switch (mode) {
      case "redirect" ->
          ResponseEntity.status(HttpStatus.SEE_OTHER).location(URI.create(link.path())).build();
      case "json" ->
          ResponseEntity.ok(
              new LinkAnswer(
                  ArtifactAnswer.of(artifacts.load(access, id)),
                  own.of(link.path(), request),
                  link.expiresAt()));
      default ->
          throw new AssayException(
              ErrorCode.BAD_REQUEST,
              "mode must be json or redirect, not \"%s\".".formatted(Visible.line(mode, 40)));
    };
  }

  @GetMapping("/api/projects/{project}/artifacts/{id}/content")
  @Refuses({
    ErrorCode.BLOB_STORE_FAILED,
    ErrorCode.NOT_FOUND,
    ErrorCode.PROJECT_NOT_FOUND,
    ErrorCode.STORED_FILES_DAMAGED
  })
  @Operation(operationId = "getProjectArtifact", summary = "Download an artifact")
  ResponseEntity<InputStreamResource> content(
      @PathVariable("project") String project,
      @PathVariable("id") String id,
      @AuthenticationPrincipal Caller caller) {
    return Download.of(artifacts.open(visitor.enter(project, caller, ProjectRole.VIEWER), id));
  }

  @DeleteMapping("/api/projects/{project}/artifacts/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Refuses({ErrorCode.BLOB_STORE_FAILED, ErrorCode.NOT_FOUND, ErrorCode.PROJECT_NOT_FOUND})
  @Operation(operationId = "deleteProjectArtifact", summary = "Delete an artifact")
  void delete(
      @PathVariable("project") String project,
      @PathVariable("id") String id,
      @AuthenticationPrincipal Caller caller) {
    artifacts.remove(visitor.enter(project, caller, ProjectRole.CALLER), id);
  }

  @GetMapping("/api/artifacts/{id}")
  @SecurityRequirements
  @Refuses({ErrorCode.BLOB_STORE_FAILED, ErrorCode.NOT_FOUND, ErrorCode.STORED_FILES_DAMAGED})
  @Operation(
      operationId = "followArtifactLink",
      summary = "Download an artifact with a signed link; needs no account")
  ResponseEntity<InputStreamResource> follow(
      @PathVariable("id") UUID id,
      @RequestParam(name = "expires", defaultValue = "0") long expires,
      @RequestParam(name = "signature", defaultValue = "") String signature) {
    return Download.of(artifacts.follow(id, expires, signature));
  }
}
