package dev.assay.validation.report;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The times of a validation as a section of its report. A model never writes this section.
public final class TimesSection {
  private TimesSection() {}

  public static String of(
      Instant uploaded, Instant asked, Optional<Instant> started, Optional<Instant> ended) {
    StringBuilder text = new StringBuilder("\n## Times\n\n");
    text.append("* Uploaded: ").append(uploaded).append('\n');
    text.append("* Asked for: ").append(asked).append('\n');
    started.ifPresent(at -> text.append("* Begun: ").append(at).append('\n'));
    ended.ifPresent(at -> text.append("* Ended: ").append(at).append('\n'));
    if (started.isPresent() && ended.isPresent()) {
      text.append("* Took: ")
          .append(Duration.between(started.get(), ended.get()).toSeconds())
          .append(" s\n");
    }
    return text.toString();
  }
}
