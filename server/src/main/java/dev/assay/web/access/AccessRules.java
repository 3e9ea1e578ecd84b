package dev.assay.web.access;

import dev.assay.accounts.Role;
import java.util.Set;
import java.util.regex.Pattern;

/// The permissions by role, method and path. Below `/admin` and `/api/admin` admins may do
/// everything, and auditors may read everything. All other roles may use only the paths that are
/// listed here.
public final class AccessRules {
  private static final String ID = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";
  private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

  private static final Pattern ADMIN = Pattern.compile("(?:/api)?/admin(?:/.*)?");
  private static final Pattern OWN_ACCOUNT =
      Pattern.compile("/sign-out|/account(?:/.*)?|/api/auth/.*|/api/tokens(?:/.*)?");
  private static final Pattern REVIEWED =
      Pattern.compile(
          "/(?:api/admin/(?:skills|flaky-skills|reviews|images|calibrations)"
              + "|admin/(?:skills|reviews|images|full-test|calibrations|gate))(?:/.*)?");
  private static final Pattern DECIDED =
      Pattern.compile("/(?:api/admin/skills|admin/reviews)/" + ID + "/(?:approve|reject)");
  private static final Pattern SKILLS = Pattern.compile("/(?:api/)?admin/skills");
  private static final Pattern UPLOADED = Pattern.compile("/api/admin/skills/upload|/admin/skills");
  private static final Pattern SKILL =
      Pattern.compile("/(?:api/)?admin/skills/(" + ID + ")(?:/(?!delete).*)?");
  private static final Pattern VALIDATED =
      Pattern.compile("/(?:api/)?admin/skills/(" + ID + ")/(?:validate|revalidate|resume|cancel)");

  private AccessRules() {}

  public enum Access {
    ALLOWED,
    /// Allowed for skills that the caller uploaded.
    OWN_SKILL,
    DENIED
  }

  public static Access of(Role role, String method, String path) {
    boolean reads = READING.contains(method);
    boolean admin = ADMIN.matcher(path).matches();
    return switch (role) {
      case ADMIN -> Access.ALLOWED;
      case AUDITOR -> allow(reads || OWN_ACCOUNT.matcher(path).matches());
      case USER -> allow(!admin);
      case REVIEWER -> allow(!admin || (reads ? REVIEWED : DECIDED).matcher(path).matches());
      case AUTHOR -> admin ? author(reads, path) : Access.ALLOWED;
    };
  }

  private static Access author(boolean reads, String path) {
    if ((reads ? SKILLS : UPLOADED).matcher(path).matches()) {
      return Access.ALLOWED;
    }
    return (reads ? SKILL : VALIDATED).matcher(path).matches() ? Access.OWN_SKILL : Access.DENIED;
  }

  private static Access allow(boolean allowed) {
    return allowed ? Access.ALLOWED : Access.DENIED;
  }

  /// Returns the skill id in a path. It requires a path with [Access#OWN_SKILL].
  static String skillIn(String path) {
    return path.replaceFirst("^/(?:api/)?admin/skills/(" + ID + ").*$", "$1");
  }
}
