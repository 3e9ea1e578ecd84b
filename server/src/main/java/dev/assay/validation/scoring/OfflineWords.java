package dev.assay.validation.scoring;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Describes in one sentence how a skill works without the network.
public final class OfflineWords {
  public static final String NOT_REACHED = "Offline was not reached.";
  private static final int MOST = 5;

  private OfflineWords() {}

  public static String of(Score score) {
    return switch (score) {
      case Score.Stopped _, Score.Missing _ -> NOT_REACHED;
      case Score.Scored scored -> of(scored);
    };
  }

  private static String of(Score.Scored scored) {
    if (scored.evidence().stream().allMatch(task -> task.judgedOffline().isEmpty())) {
      return NOT_REACHED;
    }
    Set<String> places = new TreeSet<>();
    scored.evidence().forEach(task -> places.addAll(task.attempts().orElse(Set.of())));
    String tried = places.isEmpty() ? "" : "; tried to reach " + list(places);
    return Scoring.completedOffline(scored.offlineCompletion())
        ? "Works offline" + tried + "."
        : "Does not work offline: completion there is %s, %d is needed%s."
            .formatted(scored.offlineCompletion(), Scoring.OFFLINE_COMPLETED, tried);
  }

  /// Lists the first few places and the number of the others.
  public static String list(Set<String> all) {
    List<String> shown = all.stream().limit(MOST).toList();
    return String.join(", ", shown)
        + (all.size() > MOST ? " and " + (all.size() - MOST) + " more" : "");
  }
}
