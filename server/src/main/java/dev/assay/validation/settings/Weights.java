package dev.assay.validation.settings;

/// The weights of the scores, in hundredths.
public record Weights(int completion, int trigger, int offline) {
  public static final Weights STANDARD = new Weights(50, 35, 15);

  public Weights {
    if (completion < 0 || trigger < 0 || offline < 0) {
      throw new IllegalArgumentException("A weight cannot be negative.");
    }
    if (completion + trigger + offline != 100) {
      throw new IllegalArgumentException(
          "Weights must add up to 100, not to " + (completion + trigger + offline) + ".");
    }
  }

  /// Returns the other weights in their proportion, rounded to hundredths.
  Weights withoutOffline() {
    int others = completion + trigger;
    int kept = others == 0 ? 100 : Math.round(100f * completion / others);
    return new Weights(kept, 100 - kept, 0);
  }
}
