package dev.assay.wiring;

import dev.assay.skill.Secret;
import java.util.Optional;

/// The one-time password of the first admin, if this start made that account.
public record InitialPassword(Optional<Secret> text) {}
