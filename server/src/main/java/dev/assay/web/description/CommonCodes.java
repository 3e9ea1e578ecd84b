package dev.assay.web.description;

import dev.assay.skill.ErrorCode;
import java.util.EnumSet;
import java.util.Set;

/// The error codes that every operation may answer with.
public final class CommonCodes {
  private CommonCodes() {}

  /// Returns the common codes of an operation. They depend on its need for a token and on its body.
  public static Set<ErrorCode> of(Access access, Body body) {
    Set<ErrorCode> codes =
        EnumSet.of(
            ErrorCode.BAD_REQUEST,
            ErrorCode.NOT_ACCEPTABLE,
            ErrorCode.TOO_BUSY,
            ErrorCode.INTERNAL_ERROR,
            ErrorCode.API_NOT_SERVED,
            ErrorCode.DATABASE_UNAVAILABLE,
            ErrorCode.STORAGE_FULL);
    if (access == Access.SIGNED_IN) {
      codes.add(ErrorCode.UNAUTHORIZED);
      codes.add(ErrorCode.FORBIDDEN);
      codes.add(ErrorCode.IDENTITY_PROVIDER_UNAVAILABLE);
    }
    if (body == Body.SOME) {
      codes.add(ErrorCode.FILE_TOO_LARGE);
      codes.add(ErrorCode.UNSUPPORTED_MEDIA_TYPE);
    }
    return codes;
  }

  /// The callers of an operation.
  public enum Access {
    ANYBODY,
    SIGNED_IN
  }

  /// The presence of a body.
  public enum Body {
    NONE,
    SOME
  }
}
