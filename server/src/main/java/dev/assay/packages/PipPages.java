package dev.assay.packages;

import dev.assay.packages.Exchange.Result;
import dev.assay.packages.format.NotAnIndex;
import dev.assay.packages.format.SimplePage;
import dev.assay.skill.dependency.Ecosystem;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Answers pip at `/p/INDEX/PROJECT/` and `/l/FOLDER/`.
final class PipPages {
  private static final Pattern PROJECT = Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9._-]{0,200})");
  private static final String ACCEPT =
      "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.8,"
          + " text/html;q=0.5";

  private final PackageSources sources;
  private final Asker asker;
  private final Deliveries deliveries;

  PipPages(PackageSources sources, Asker asker, Deliveries deliveries) {
    this.sources = sources;
    this.asker = asker;
    this.deliveries = deliveries;
  }

  void serveProject(DoorRequest request, DoorAnswer answer) throws IOException, Unanswered {
    List<String> parts = request.parts();
    boolean known =
        (parts.size() == 3 || (parts.size() == 4 && parts.get(3).isEmpty()))
            && PROJECT.matcher(parts.get(2)).matches();
    if (!known) {
      throw asker.refuse(Optional.of(Ecosystem.PIP), request.path());
    }
    if (sources.pipIndexes().isEmpty()) {
      throw asker.absent(
          Ecosystem.PIP,
          parts.get(2),
          sources.absent().getOrDefault(Ecosystem.PIP, "none is configured"));
    }
    Source index = source(sources.pipIndexes(), parts.get(1), request);
    serve(index, parts.get(2) + "/", answer);
  }

  void serveLinks(DoorRequest request, DoorAnswer answer) throws IOException, Unanswered {
    List<String> parts = request.parts();
    if (parts.size() > 3 || (parts.size() == 3 && !parts.get(2).isEmpty())) {
      throw asker.refuse(Optional.of(Ecosystem.PIP), request.path());
    }
    serve(source(sources.pipFindLinks(), parts.get(1), request), "", answer);
  }

  private Source source(List<Source> list, String number, DoorRequest request) throws Unanswered {
    if (!number.matches("\\d{1,3}") || Integer.parseInt(number) >= list.size()) {
      throw asker.refuse(Optional.of(Ecosystem.PIP), request.path());
    }
    return list.get(Integer.parseInt(number));
  }

  private void serve(Source source, String below, DoorAnswer answer)
      throws IOException, Unanswered {
    SimplePage page = load(asker, source, below);
    byte[] body =
        page.html(link -> deliveries.path(FileTarget.of(Ecosystem.PIP, source.address(), link)));
    answer.send(200, "text/html; charset=utf-8", body);
  }

  /// @param below the project; empty for a page of links
  static SimplePage load(Asker asker, Source source, String below) throws Unanswered {
    URI address = below.isEmpty() ? source.address() : source.address().resolve(below);
    Asker.Page page =
        asker.page(
            new Asker.Question(
                Ecosystem.PIP, source.address(), address, below.isEmpty() ? "/" : below, ACCEPT));
    try {
      SimplePage read = SimplePage.read(page.body(), page.type(), page.from());
      asker.recordGood(page.open(), page.body().length);
      return read;
    } catch (NotAnIndex e) {
      throw asker.record(page.open(), Result.NOT_AN_INDEX, e.found(), page.body().length);
    }
  }
}
