package dev.assay.packages;

import dev.assay.packages.Exchange.Result;
import dev.assay.skill.dependency.Ecosystem;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The exchanges of one door: the first thousand of them, and those that decide who is to blame.
final class DoorExchanges {
  private static final int MOST = 1000;

  private final List<Exchange> first = new ArrayList<>();
  private final List<Exchange> troubles = new ArrayList<>();
  private final Set<Ecosystem> served = EnumSet.noneOf(Ecosystem.class);
  private final List<Exchange> missing = new ArrayList<>();
  private long count;

  synchronized void add(Exchange exchange) {
    count++;
    if (first.size() < MOST) {
      first.add(exchange);
    }
    if (isTrouble(exchange)) {
      keep(troubles, exchange);
    } else if (exchange.result() == Result.ANSWERED) {
      if (exchange.status() == 404 || exchange.status() == 410) {
        keep(missing, exchange);
      } else {
        exchange.ecosystem().ifPresent(served::add);
      }
    }
  }

  private static void keep(List<Exchange> list, Exchange exchange) {
    if (list.size() < MOST) {
      list.add(exchange);
    }
  }

  /// Says whether the index, or the way there, is to blame for it, and not the client.
  private static boolean isTrouble(Exchange exchange) {
    return switch (exchange.result()) {
      case ANSWERED -> {
        int status = exchange.status();
        yield status != 200 && status != 404 && status != 410;
      }
      case REFUSED, TOO_LARGE -> false;
      case NOT_AN_INDEX,
          SILENT,
          UNREACHABLE,
          UNTRUSTED,
          PROXY_FAILED,
          MISDIRECTED,
          CORRUPT,
          NOT_KEPT,
          ABSENT ->
          true;
    };
  }

  synchronized List<Exchange> list() {
    return List.copyOf(first);
  }

  synchronized long count() {
    return count;
  }

  synchronized Optional<Exchange> findTrouble() {
    return troubles.stream().findFirst();
  }

  /// The requests for missing files, in an ecosystem that has delivered nothing yet.
  synchronized List<Exchange> onlyMissing(Ecosystem ecosystem) {
    return served.contains(ecosystem)
        ? List.of()
        : missing.stream().filter(each -> each.ecosystem().equals(Optional.of(ecosystem))).toList();
  }
}
