package dev.assay.web.description;

import dev.assay.skill.ErrorCode;
import java.util.EnumSet;
import java.util.Set;

/// What any operation may answer with, whatever it does.
public final class CommonCodes {
  private CommonCodes() {}

  /// Whether it needs a token, and whether it takes a body, decide what it may be refused for.
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

  /// Who may call an operation.
  public enum Access {
    ANYBODY,
    SIGNED_IN
  }

  /// Whether an operation takes a body.
  public enum Body {
    NONE,
    SOME
  }
}
