package dev.assay.bench;

import dev.assay.bench.ChaosPhases.Phase;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// A moment at which a server is killed on purpose, instead of a random one.
enum ChaosAim {
  /// The archive of a layer is packed or on its way to the storage.
  LAYER_PUSH(Phase.VALIDATION),
  /// Steps of a full test are done, and others are not.
  FULL_TEST(Phase.FULL_TEST),
  /// The rollback is about to be written, or was just written.
  ROLLBACK(Phase.ROLLBACK),
  /// The removal is under way.
  DELETION(Phase.DELETION);

  private final Phase phase;

  ChaosAim(Phase phase) {
    this.phase = phase;
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// @param text words separated by commas, `all`, or an empty text
  static Set<ChaosAim> parse(String text) {
    if (text.equals("all")) {
      return EnumSet.allOf(ChaosAim.class);
    }
    Set<ChaosAim> chosen = EnumSet.noneOf(ChaosAim.class);
    for (String word : text.isEmpty() ? new String[0] : text.split(",", -1)) {
      chosen.add(
          Arrays.stream(values())
              .filter(aim -> aim.word().equals(word.strip()))
              .findFirst()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "--aim knows all, %s; not \"%s\""
                              .formatted(
                                  Arrays.stream(values())
                                      .map(ChaosAim::word)
                                      .collect(Collectors.joining(", ")),
                                  word))));
    }
    return chosen;
  }

  static Optional<ChaosAim> of(Phase phase, Set<ChaosAim> chosen) {
    return chosen.stream().filter(aim -> aim.phase == phase).findFirst();
  }
}
