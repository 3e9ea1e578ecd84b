package dev.assay.toolservice;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/// The artifacts of projects: uploads and downloads of members, and inputs and outputs of calls.
public final class Artifacts {
  /// The default lifetime of a link.
  public static final Duration USUAL_LIFE = Duration.ofMinutes(10);

  private static final Duration SHORTEST_LIFE = Duration.ofMinutes(1);
  private static final Duration LONGEST_LIFE = Duration.ofDays(1);
  private static final int MOST_LISTED = 200;
  private static final Pattern HEX = Pattern.compile("[0-9A-Fa-f]{64}");

  private final ArtifactStore store;
  private final ArtifactLinks links;

  Artifacts(ArtifactStore store, ArtifactLinks links) {
    this.store = store;
    this.links = links;
  }

  /// A part of a project's artifacts, the latest first.
  ///
  /// @param total the number of all its artifacts
  public record Listing(List<Artifact> artifacts, int total) {}

  /// An open artifact. The caller closes the stream, which fails at its end if the artifact is
  /// damaged.
  public record Opened(Artifact artifact, InputStream stream) {}

  /// @param path the path on this server, with the signature
  public record Link(String path, Instant expiresAt) {}

  /// @param sha256 the expected SHA-256; other bytes are refused
  public Artifact upload(
      ProjectAccess access, String name, Optional<String> sha256, InputStream content) {
    Projects.require(access, ProjectRole.CALLER);
    if (sha256.filter(text -> !HEX.matcher(text).matches()).isPresent()) {
      throw new AssayException(ErrorCode.BAD_REQUEST, "sha256 must have 64 hexadecimal digits.");
    }
    return store.keep(
        new ArtifactStore.Source(
            access.project().id(),
            name,
            access.visitor().name(),
            Optional.empty(),
            Optional.empty(),
            sha256),
        content,
        Long.MAX_VALUE);
  }

  public Listing list(ProjectAccess access, int limit, int offset) {
    if (limit < 1 || limit > MOST_LISTED || offset < 0) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "limit must be from 1 to %d and offset at least 0.".formatted(MOST_LISTED));
    }
    String project = access.project().id();
    return new Listing(store.list(project, limit, offset), store.count(project));
  }

  /// @throws AssayException with `NOT_FOUND` if the project does not have it
  public Artifact load(ProjectAccess access, String id) {
    return store.find(access.project().id(), id).orElseThrow(() -> ArtifactStore.missing(id));
  }

  public Opened open(ProjectAccess access, String id) {
    Artifact artifact = load(access, id);
    return new Opened(artifact, store.open(artifact));
  }

  /// Makes a link with which anyone can download the artifact for a while.
  public Link link(ProjectAccess access, String id, Duration life) {
    if (life.compareTo(SHORTEST_LIFE) < 0 || life.compareTo(LONGEST_LIFE) > 0) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "expires_seconds must be from %d to %d."
              .formatted(SHORTEST_LIFE.toSeconds(), LONGEST_LIFE.toSeconds()));
    }
    return links.sign(load(access, id), life);
  }

  /// Opens the artifact of a link, without an account.
  ///
  /// @throws AssayException with `NOT_FOUND` if this installation did not make the link, it has
  ///   expired, or the artifact is gone
  public Opened follow(UUID id, long expires, String signature) {
    links.require(id, expires, signature);
    Artifact artifact = store.find(id).orElseThrow(ArtifactLinks::invalid);
    return new Opened(artifact, store.open(artifact));
  }

  public void remove(ProjectAccess access, String id) {
    Projects.require(access, ProjectRole.CALLER);
    if (!store.remove(load(access, id))) {
      throw ArtifactStore.missing(id);
    }
  }
}
