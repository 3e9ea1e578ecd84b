package dev.assay.skill.audit;

import dev.assay.skill.Visible;
import java.util.LinkedHashMap;
import java.util.Map;

/// An action of an actor on an object, for the audit log. Texts are made visible and cut; a secret
/// is never among them.
///
/// @param actor an account's name, `local` for the owner of the home, `assay` for the server
///   itself, `?` for a caller who did not sign in
/// @param before the object's state that the action ended; empty if there was none
/// @param after the object's state since the action
public record AuditRecord(
    String actor,
    AuditAction action,
    Subject object,
    Map<String, Object> before,
    Map<String, Object> after) {
  public static final String THE_SERVER = "assay";

  /// The actor without an account; no account can have this name.
  public static final String NOBODY = "?";

  private static final int LONGEST_NAME = 200;
  private static final int LONGEST_VALUE = 1_000;

  public AuditRecord {
    actor = Visible.line(actor, LONGEST_NAME);
    object =
        new Subject(
            object.kind(),
            Visible.line(object.id(), LONGEST_NAME),
            Visible.line(object.name(), LONGEST_NAME));
    before = bounded(before);
    after = bounded(after);
  }

  /// The object of an action.
  ///
  /// @param kind `skill`, `image`, `full_test`, `account`, `token`, `conversation`, `project`,
  ///   `sandbox` or `settings`
  public record Subject(String kind, String id, String name) {}

  public static AuditRecord by(String actor, AuditAction action, Subject object) {
    return new AuditRecord(actor, action, object, Map.of(), Map.of());
  }

  public AuditRecord from(Map<String, ?> was) {
    return new AuditRecord(actor, action, object, Map.copyOf(was), after);
  }

  public AuditRecord to(Map<String, ?> is) {
    return new AuditRecord(actor, action, object, before, Map.copyOf(is));
  }

  private static Map<String, Object> bounded(Map<String, Object> values) {
    Map<String, Object> bounded = new LinkedHashMap<>();
    values.forEach(
        (key, value) ->
            bounded.put(
                key,
                value instanceof Number || value instanceof Boolean
                    ? value
                    : Visible.line(value.toString(), LONGEST_VALUE)));
    return bounded;
  }
}
