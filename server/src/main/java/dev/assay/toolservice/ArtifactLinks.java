package dev.assay.toolservice;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Signed links with which anyone can download one artifact until a given time. All servers of a
/// database share the signing key.
final class ArtifactLinks {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int KEY_BYTES = 32;

  private final JdbcClient jdbc;
  private final Clock clock;
  private volatile @Nullable Secret key;

  ArtifactLinks(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  Artifacts.Link sign(Artifact artifact, Duration life) {
    Instant until = clock.instant().plus(life);
    String signature = signature(artifact.id(), until.getEpochSecond());
    return new Artifacts.Link(
        "/api/artifacts/%s?expires=%d&signature=%s"
            .formatted(artifact.id(), until.getEpochSecond(), signature),
        Instant.ofEpochSecond(until.getEpochSecond()));
  }

  /// @throws AssayException with `NOT_FOUND` for any fault of the link
  void require(UUID artifact, long expires, String signature) {
    boolean genuine =
        MessageDigest.isEqual(
            signature(artifact, expires).getBytes(StandardCharsets.UTF_8),
            signature.getBytes(StandardCharsets.UTF_8));
    if (!genuine || clock.instant().getEpochSecond() >= expires) {
      throw invalid();
    }
  }

  static AssayException invalid() {
    return new AssayException(
        ErrorCode.NOT_FOUND,
        "The link does not lead to an artifact, or its time is over. Ask for a new one.");
  }

  private String signature(UUID artifact, long expires) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(Base64.getDecoder().decode(key().reveal()), ALGORITHM));
      byte[] seal =
          mac.doFinal(
              "assay artifact link\n%s\n%d"
                  .formatted(artifact, expires)
                  .getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(seal);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }

  /// The signing key, made by the first server that needs it.
  private Secret key() {
    Secret known = key;
    if (known == null) {
      byte[] fresh = new byte[KEY_BYTES];
      new SecureRandom().nextBytes(fresh);
      jdbc.sql("insert into artifact_key (id, secret) values (1, ?) on conflict do nothing")
          .param(fresh)
          .update();
      byte[] shared =
          jdbc.sql("select secret from artifact_key where id = 1").query(byte[].class).single();
      known = Secret.of(Base64.getEncoder().encodeToString(shared));
      key = known;
    }
    return known;
  }
}
