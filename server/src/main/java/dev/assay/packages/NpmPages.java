package dev.assay.packages;

import dev.assay.packages.Exchange.Result;
import dev.assay.packages.format.Link;
import dev.assay.packages.format.NotAnIndex;
import dev.assay.packages.format.Packument;
import dev.assay.skill.dependency.Ecosystem;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/// Answers npm at `/n/REGISTRY/NAME`. In a registry that is a folder, `NAME/index.json` is the
/// answer. Registry 0 is the default registry; the others are those of scopes, in the order of
/// their names.
final class NpmPages {
  private static final Pattern NAME =
      Pattern.compile("(?:@[A-Za-z0-9._~-]{1,100}/)?[A-Za-z0-9._~-]{1,214}");
  private static final Pattern DOTS = Pattern.compile("(?:.*/)?\\.+");
  private static final String SHORT = "application/vnd.npm.install-v1+json";
  private static final String ACCEPT = SHORT + "; q=1.0, application/json; q=0.8";

  private final PackageSources sources;
  private final Asker asker;
  private final Deliveries deliveries;

  NpmPages(PackageSources sources, Asker asker, Deliveries deliveries) {
    this.sources = sources;
    this.asker = asker;
    this.deliveries = deliveries;
  }

  void serve(DoorRequest request, DoorAnswer answer) throws IOException, Unanswered {
    List<String> parts = new ArrayList<>(request.parts());
    String name =
        String.join("/", parts.subList(2, parts.size())).replace("%2f", "/").replace("%2F", "/");
    name = name.replace("%40", "@");
    if (!NAME.matcher(name).matches() || DOTS.matcher(name).matches()) {
      throw asker.refuse(Optional.of(Ecosystem.NPM), request.path());
    }
    Source registry = registry(parts.get(1), name, request);
    String wanted = name;
    byte[] body =
        load(
            asker,
            registry,
            name,
            request.accept().contains(SHORT) ? ACCEPT : "application/json",
            (version, link) ->
                "http://"
                    + request.host()
                    + deliveries.path(target(registry, wanted, version, link)));
    answer.send(
        200, request.accept().contains(SHORT) ? SHORT : "application/json; charset=utf-8", body);
  }

  private Source registry(String number, String name, DoorRequest request) throws Unanswered {
    List<Source> scopes = List.copyOf(sources.npmScopes().values());
    if (number.equals("0")) {
      if (sources.npmRegistry().isPresent()) {
        return sources.npmRegistry().get();
      }
      throw asker.absent(
          Ecosystem.NPM, name, sources.absent().getOrDefault(Ecosystem.NPM, "none is configured"));
    }
    if (!number.matches("[1-9]\\d{0,2}") || Integer.parseInt(number) > scopes.size()) {
      throw asker.refuse(Optional.of(Ecosystem.NPM), request.path());
    }
    return scopes.get(Integer.parseInt(number) - 1);
  }

  private static FileTarget target(Source registry, String name, String version, Link link) {
    return new FileTarget(
        Ecosystem.NPM,
        registry.address(),
        link.address(),
        link.name(),
        link.checksum(),
        Optional.empty(),
        name + "@" + version);
  }

  private static byte[] load(
      Asker asker,
      Source registry,
      String name,
      String accept,
      BiFunction<String, Link, String> address)
      throws Unanswered {
    boolean folder = registry.address().getHost() == null;
    String below = folder ? name + "/index.json" : name.replace("/", "%2f");
    URI asked = registry.address().resolve("./" + below);
    Asker.Page page =
        asker.page(new Asker.Question(Ecosystem.NPM, registry.address(), asked, name, accept));
    try {
      byte[] body = Packument.rewrite(page.body(), page.from(), address);
      asker.recordGood(page.open(), page.body().length);
      return body;
    } catch (NotAnIndex e) {
      throw asker.record(page.open(), Result.NOT_AN_INDEX, e.found(), page.body().length);
    }
  }

  /// Checks that a registry has a package.
  static void look(Asker asker, Source registry, String name) throws Unanswered {
    load(asker, registry, name, ACCEPT, (version, link) -> "");
  }

  /// The file of a version, as the registry for that name has it now.
  Optional<FileTarget> find(String name, String version) throws Unanswered {
    String scope = name.startsWith("@") ? name.substring(0, name.indexOf('/')) : "";
    Optional<Source> registry =
        Optional.ofNullable(sources.npmScopes().get(scope.toLowerCase(Locale.ROOT)))
            .or(sources::npmRegistry);
    if (registry.isEmpty() || !NAME.matcher(name).matches()) {
      return Optional.empty();
    }
    List<FileTarget> found = new ArrayList<>();
    load(
        asker,
        registry.get(),
        name,
        ACCEPT,
        (each, link) -> {
          if (each.equals(version)) {
            found.add(target(registry.get(), name, each, link));
          }
          return "";
        });
    return found.stream().findFirst();
  }
}
