package dev.assay.packages;

import dev.assay.packages.Exchange.Result;
import dev.assay.packages.fetch.Fetcher;
import dev.assay.packages.fetch.Reach;
import dev.assay.packages.format.AptSources;
import dev.assay.skill.dependency.Ecosystem;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Looks up one package in every configured index, all in parallel.
public final class LookUps {
  private static final String SUITE = "stable";

  private final PackageSources sources;
  private final Asker asker;

  private LookUps(PackageSources sources, Fetcher fetcher) {
    this.sources = sources;
    this.asker = new Asker(fetcher, new DoorExchanges());
  }

  /// @param environment the environment of this machine's own tools
  /// @throws dev.assay.skill.AssayException with `CONFIGURATION_INVALID` if a file of certificates
  ///   or credentials cannot be used
  public static List<LookUp> run(PackageSettings settings, Map<String, String> environment) {
    return run(SourceFinder.find(settings, environment));
  }

  static List<LookUp> run(PackageSources sources) {
    try (Fetcher fetcher = new Fetcher(sources.means(), new Reach(sources.places()))) {
      return new LookUps(sources, fetcher).all();
    }
  }

  /// A package that every index of an ecosystem has.
  static String project(Ecosystem ecosystem) {
    return Exchange.tool(ecosystem);
  }

  /// The meaning of a package that is missing in an index.
  private enum Missing {
    WRONG,
    /// An index beside the main one need not have every package.
    FINE
  }

  private List<LookUp> all() {
    List<Callable<LookUp>> all = new ArrayList<>();
    all.add(() -> main(Ecosystem.PIP, sources.pipIndex()));
    for (Source source : sources.pipExtraIndexes()) {
      all.add(() -> look(Ecosystem.PIP, source, Missing.FINE));
    }
    for (Source source : sources.pipFindLinks()) {
      all.add(() -> look(Ecosystem.PIP, source, Missing.FINE));
    }
    all.add(() -> main(Ecosystem.NPM, sources.npmRegistry()));
    for (Source source : sources.npmScopes().values()) {
      all.add(() -> look(Ecosystem.NPM, source, Missing.FINE));
    }
    all.add(() -> main(Ecosystem.SYSTEM, archive()));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<LookUp> found = new ArrayList<>();
      for (Future<LookUp> each : threads.invokeAll(all)) {
        found.add(each.get());
      }
      return found;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }

  private LookUp main(Ecosystem ecosystem, Optional<Source> source) {
    return source
        .map(each -> look(ecosystem, each, Missing.WRONG))
        .orElseGet(
            () ->
                new LookUp(
                    ecosystem,
                    "",
                    "",
                    sources.absent().getOrDefault(ecosystem, "none is configured"),
                    "Set " + IndexFault.setting(ecosystem) + ".",
                    Duration.ZERO));
  }

  private LookUp look(Ecosystem ecosystem, Source source, Missing missing) {
    long began = System.nanoTime();
    try {
      ask(ecosystem, source);
      return found(ecosystem, source, "has " + asked(ecosystem, source), "", began);
    } catch (Unanswered e) {
      Exchange exchange = e.exchange();
      boolean lacks = exchange.result() == Result.ANSWERED && exchange.status() == 404;
      return lacks && missing == Missing.FINE
          ? found(ecosystem, source, "answers", "", began)
          : found(
              ecosystem,
              source,
              exchange.shown(),
              new Remedies(source.setting()).of(exchange),
              began);
    }
  }

  private static LookUp found(
      Ecosystem ecosystem, Source source, String finding, String remedy, long began) {
    return new LookUp(
        ecosystem,
        source.address().toString(),
        source.from(),
        finding,
        remedy,
        Duration.ofNanos(System.nanoTime() - began));
  }

  private String asked(Ecosystem ecosystem, Source source) {
    return switch (ecosystem) {
      case PIP -> sources.pipFindLinks().contains(source) ? "packages" : "pip";
      case NPM -> "npm";
      case SYSTEM -> suite();
    };
  }

  private void ask(Ecosystem ecosystem, Source source) throws Unanswered {
    switch (ecosystem) {
      case PIP ->
          PipPages.load(asker, source, sources.pipFindLinks().contains(source) ? "" : "pip/");
      case NPM -> NpmPages.look(asker, source, "npm");
      case SYSTEM -> release(source);
    }
  }

  private void release(Source source) throws Unanswered {
    String path = "dists/" + suite() + "/InRelease";
    Asker.Page page =
        asker.page(
            new Asker.Question(
                Ecosystem.SYSTEM, source.address(), source.address().resolve(path), path, "*/*"));
    String text = new String(page.body(), StandardCharsets.UTF_8);
    if (!text.contains("\nSuite:") && !text.contains("\nCodename:")) {
      throw asker.record(page.open(), Result.NOT_AN_INDEX, "something that is no release file", 0);
    }
  }

  /// The configured mirror, else the main archive of this machine.
  private Optional<Source> archive() {
    return sources
        .aptMirror()
        .or(
            () ->
                main()
                    .map(
                        entry ->
                            new Source(
                                entry.address(),
                                IndexFault.setting(Ecosystem.SYSTEM),
                                "this machine's configuration of apt")));
  }

  private Optional<AptSources.Entry> main() {
    return sources.aptEntries().stream().filter(entry -> !entry.isSecurity()).findFirst();
  }

  private String suite() {
    return main().map(AptSources.Entry::suite).orElse(SUITE);
  }
}
