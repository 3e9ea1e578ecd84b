package dev.assay.packages;

import dev.assay.skill.dependency.Ecosystem;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Finds out whether an index, or the way to it, is to blame for an installation that failed.
final class IndexFault {
  private final PackageSources sources;
  private final DoorExchanges exchanges;
  private final Asker asker;
  private final ConcurrentHashMap<Ecosystem, Boolean> probed = new ConcurrentHashMap<>();

  IndexFault(PackageSources sources, DoorExchanges exchanges, Asker asker) {
    this.sources = sources;
    this.exchanges = exchanges;
    this.asker = asker;
  }

  Optional<String> find() {
    Optional<Exchange> trouble = exchanges.findTrouble();
    if (trouble.isPresent()) {
      return trouble.map(this::sentence);
    }
    for (Ecosystem ecosystem : List.of(Ecosystem.PIP, Ecosystem.NPM)) {
      Optional<String> emptiness = findEmptiness(ecosystem);
      if (emptiness.isPresent()) {
        return emptiness;
      }
    }
    return Optional.empty();
  }

  /// Detects an address without an index, which answers like an index that lacks everything. It is
  /// asked for the package that every index has. An existing folder counts as an index.
  private Optional<String> findEmptiness(Ecosystem ecosystem) {
    List<Source> remote =
        (ecosystem == Ecosystem.PIP ? sources.pipIndexes() : sources.npmRegistries())
            .stream().filter(source -> source.address().getHost() != null).toList();
    if (remote.isEmpty() || exchanges.onlyMissing(ecosystem).isEmpty()) {
      return Optional.empty();
    }
    probed.computeIfAbsent(
        ecosystem,
        each -> {
          remote.forEach(source -> probe(each, source));
          return true;
        });
    Optional<Exchange> trouble = exchanges.findTrouble();
    if (trouble.isPresent()) {
      return trouble.map(this::sentence);
    }
    List<Exchange> missing = exchanges.onlyMissing(ecosystem);
    if (missing.isEmpty()) {
      return Optional.empty();
    }
    Source first = remote.getFirst();
    return Optional.of(
        "%s answered %d to everything, even to %s%s. It may not be a package index: check the address in %s."
            .formatted(
                first.address(),
                missing.getLast().status(),
                LookUps.project(ecosystem),
                from(first),
                first.setting()));
  }

  private void probe(Ecosystem ecosystem, Source source) {
    try {
      if (ecosystem == Ecosystem.PIP) {
        PipPages.load(asker, source, LookUps.project(ecosystem) + "/");
      } else {
        NpmPages.look(asker, source, LookUps.project(ecosystem));
      }
    } catch (Unanswered e) {
      return; // the exchange has been recorded, which is its purpose
    }
  }

  private String sentence(Exchange exchange) {
    Optional<Source> source =
        sources.all().stream()
            .filter(each -> each.address().toString().equals(exchange.index()))
            .findFirst();
    String setting =
        source
            .map(Source::setting)
            .orElseGet(
                () -> exchange.ecosystem().map(IndexFault::setting).orElse("assay.packages"));
    return "%s%s. %s"
        .formatted(
            exchange.shown(),
            source.map(IndexFault::from).orElse(""),
            new Remedies(setting).of(exchange));
  }

  private static String from(Source source) {
    return " (from " + source.from() + ")";
  }

  static String setting(Ecosystem ecosystem) {
    return switch (ecosystem) {
      case PIP -> "assay.packages.pip.index";
      case NPM -> "assay.packages.npm.registry";
      case SYSTEM -> "assay.packages.apt.mirror";
    };
  }
}
