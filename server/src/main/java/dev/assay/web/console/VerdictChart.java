package dev.assay.web.console;

import dev.assay.audit.AuditLog;
import dev.assay.skill.audit.AuditAction;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/// A chart of the verdicts of the last weeks by day.
public record VerdictChart(List<Day> days) {
  private static final int SPAN = 28;
  private static final int HEIGHT = 40;
  private static final Map<AuditAction, String> KINDS = kinds();

  /// @param counts the number of verdicts by kind, in the order of the chart
  public record Day(LocalDate date, Map<AuditAction, Long> counts) {
    long total() {
      return counts.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /// A segment of a bar.
  public record Piece(int x, double y, double height, String colour) {}

  public long total(String word) {
    AuditAction action = AuditAction.ofWord(word);
    return days.stream().mapToLong(day -> day.counts().getOrDefault(action, 0L)).sum();
  }

  public boolean isEmpty() {
    return days.stream().allMatch(day -> day.total() == 0);
  }

  /// Describes the chart for readers who cannot see it.
  public String words() {
    return "%d passed, %d failed and %d inconclusive in the last %d days"
        .formatted(
            total("validation_passed"),
            total("validation_failed"),
            total("validation_inconclusive"),
            days.size());
  }

  public List<Day> busy() {
    return days.stream().filter(day -> day.total() > 0).toList().reversed();
  }

  public List<Piece> pieces() {
    double highest = days.stream().mapToLong(Day::total).max().orElse(1);
    List<Piece> pieces = new ArrayList<>();
    for (int i = 0; i < days.size(); i++) {
      double y = HEIGHT;
      for (Map.Entry<AuditAction, String> kind : KINDS.entrySet()) {
        double height =
            HEIGHT * days.get(i).counts().getOrDefault(kind.getKey(), 0L) / Math.max(1, highest);
        y -= height;
        if (height > 0) {
          pieces.add(new Piece(i * 10 + 1, y, height, kind.getValue()));
        }
      }
    }
    return pieces;
  }

  public int width() {
    return days.size() * 10;
  }

  public int height() {
    return HEIGHT;
  }

  private static Map<AuditAction, String> kinds() {
    Map<AuditAction, String> kinds = new EnumMap<>(AuditAction.class);
    kinds.put(AuditAction.VALIDATION_PASSED, "green");
    kinds.put(AuditAction.VALIDATION_FAILED, "red");
    kinds.put(AuditAction.VALIDATION_INCONCLUSIVE, "orange");
    return kinds;
  }

  /// Counts the verdicts.
  @Component
  static final class Maker {
    private final AuditLog audit;
    private final Clock clock;

    Maker(AuditLog audit, Clock clock) {
      this.audit = audit;
      this.clock = clock;
    }

    VerdictChart look() {
      LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
      LocalDate first = today.minusDays(SPAN - 1L);
      Map<LocalDate, Map<AuditAction, Long>> counts = audit.daily(KINDS.keySet(), first);
      return new VerdictChart(
          first
              .datesUntil(today.plusDays(1))
              .map(date -> new Day(date, counts.getOrDefault(date, Map.of())))
              .toList());
    }
  }
}
