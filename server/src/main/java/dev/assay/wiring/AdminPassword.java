package dev.assay.wiring;

import dev.assay.skill.Secret;
import java.util.Map;
import java.util.Optional;

/// The first admin's password, given by the environment. Programs that install Assay set it.
public record AdminPassword(Optional<Secret> text) {
  public static AdminPassword of(Map<String, String> environment) {
    return new AdminPassword(
        Optional.ofNullable(environment.get("ASSAY_ADMIN_PASSWORD"))
            .filter(text -> !text.isEmpty())
            .map(Secret::of));
  }
}
