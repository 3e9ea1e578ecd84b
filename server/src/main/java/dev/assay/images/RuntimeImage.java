package dev.assay.images;

import dev.assay.skill.AssayException;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.audit.AuditRecord;
import dev.assay.skill.sandbox.SandboxImage;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One version of the environment that admitted skills run in.
///
/// @param number a number that grows by one with every admission and is never used again
/// @param packages the installed packages, name to exact version, by ecosystem
/// @param skill the skill whose admission or deletion made it; empty for the base
/// @param digest the digest of the admitted tree; empty if nothing was admitted
/// @param contents the digest of the list of everything in it; empty if it has nothing beyond the
///   base
/// @param size the size of its layers, in bytes
public record RuntimeImage(
    int number,
    SandboxImage image,
    Map<String, Map<String, String>> packages,
    Optional<String> skill,
    Optional<String> digest,
    Optional<Digest> contents,
    long size,
    Instant createdAt,
    boolean current) {
  private static final Pattern VERSION = Pattern.compile("v1\\.(0|[1-9][0-9]{0,8})");

  /// The version for display: `v1.N`.
  public String version() {
    return "v1." + number;
  }

  /// The name of the image with that number in the audit log.
  public static AuditRecord.Subject auditSubject(int number) {
    return new AuditRecord.Subject("image", "v1." + number, "v1." + number);
  }

  /// @throws AssayException with `IMAGE_NOT_FOUND` if that is no version of an image
  public static int numberOf(String version) {
    Matcher matcher = VERSION.matcher(version);
    if (!matcher.matches()) {
      throw new AssayException(
          ErrorCode.IMAGE_NOT_FOUND,
          "There is no runtime image \"%s\"; versions look like v1.3. List them with `assay images list`."
              .formatted(Visible.line(version, 40)));
    }
    return Integer.parseInt(matcher.group(1));
  }
}
