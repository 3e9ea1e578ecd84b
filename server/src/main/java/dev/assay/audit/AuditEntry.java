package dev.assay.audit;

import dev.assay.skill.Digest;
import dev.assay.skill.audit.AuditRecord;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.List;

/// One entry of the audit log.
///
/// @param before and `after` are JSON objects, kept byte for byte
/// @param requestId the id of the request; empty for an action without one
/// @param previous the hash of the entry before
public record AuditEntry(
    long sequence,
    Instant at,
    String actor,
    String action,
    AuditRecord.Subject object,
    String before,
    String after,
    String requestId,
    String previous,
    String hash) {
  /// The previous hash of the first entry.
  public static final String BEGINNING = "0".repeat(64);

  /// The hash that the entry must have: SHA-256 over every field in this order, each as its length
  /// in bytes (four, big-endian) and its UTF-8 text.
  public String expectedHash() {
    MessageDigest function = Digest.sha256();
    for (String field :
        List.of(
            previous,
            Long.toString(sequence),
            at.toString(),
            actor,
            action,
            object.kind(),
            object.id(),
            object.name(),
            before,
            after,
            requestId)) {
      byte[] bytes = field.getBytes(StandardCharsets.UTF_8);
      function.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
      function.update(bytes);
    }
    return Digest.finish(function).hex();
  }

  AuditEntry sealed() {
    return new AuditEntry(
        sequence, at, actor, action, object, before, after, requestId, previous, expectedHash());
  }
}
