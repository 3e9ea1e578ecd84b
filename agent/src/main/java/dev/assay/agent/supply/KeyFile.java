package dev.assay.agent.supply;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import dev.assay.skill.model.FaultOwner;
import dev.assay.skill.model.ModelFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Keys in a file, one on each line, the preferred one first. The file is read for every question,
/// so a replaced key is used from the next question on.
public final class KeyFile {
  private final Path file;

  public KeyFile(Path file) {
    this.file = file;
  }

  /// @throws ModelFailure if it cannot be read or has no key
  public List<Secret> keys() {
    try {
      List<Secret> keys =
          Files.readAllLines(file).stream()
              .map(String::strip)
              .filter(line -> !line.isEmpty() && !line.startsWith("#"))
              .map(Secret::of)
              .toList();
      if (keys.isEmpty()) {
        throw unusable("has no key", null);
      }
      return keys;
    } catch (IOException e) {
      throw unusable("cannot be read (" + e.getClass().getSimpleName() + ")", e);
    }
  }

  private ModelFailure unusable(String why, @org.jspecify.annotations.Nullable Throwable cause) {
    return new ModelFailure(
        ErrorCode.MODEL_REFUSED,
        "The file of assay.model.key-file, %s, %s. Put one key on each line.".formatted(file, why),
        Map.of(ModelFailure.CAUSE, "key", ModelFailure.OWNER, FaultOwner.REQUEST.word()),
        cause);
  }
}
