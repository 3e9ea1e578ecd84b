package dev.assay.packages.format;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Entities;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The files of one project, or of a folder for `--find-links`. Read from HTML (PEP 503) or JSON
/// (PEP 691), written as HTML.
public record SimplePage(List<Link> links) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  public SimplePage {
    links = List.copyOf(links);
  }

  /// @param type the content type that the index declares
  /// @param from the address of the page, which links are relative to
  /// @throws NotAnIndex if it is something else
  public static SimplePage read(byte[] body, String type, URI from) throws NotAnIndex {
    String plain = type.toLowerCase(Locale.ROOT);
    return plain.contains("json") ? json(body, from) : html(body, from);
  }

  private static SimplePage html(byte[] body, URI from) throws NotAnIndex {
    Document page = Jsoup.parse(new String(body, StandardCharsets.UTF_8), from.toString());
    List<Element> anchors = page.select("a[href]");
    List<Link> links = new ArrayList<>();
    for (Element anchor : anchors) {
      resolve(URI.create(base(page, from)), anchor.attr("href"))
          .flatMap(target -> link(target, anchor))
          .ifPresent(links::add);
    }
    if (links.isEmpty() && !looksLikeAnIndex(page)) {
      throw new NotAnIndex(
          anchors.isEmpty()
              ? "a page without any links"
              : "a page of " + anchors.size() + " links, none of them to a package");
    }
    return new SimplePage(links);
  }

  private static String base(Document page, URI from) {
    Element base = page.selectFirst("base[href]");
    return base == null
        ? from.toString()
        : resolve(from, base.attr("href")).orElse(from).toString();
  }

  /// Recognizes the page of a project without files.
  private static boolean looksLikeAnIndex(Document page) {
    return page.selectFirst("meta[name=pypi:repository-version]") != null
        || page.title().startsWith("Links for ");
  }

  private static Optional<Link> link(URI target, Element anchor) {
    Optional<String> metadata = attribute(anchor, "data-core-metadata");
    return link(
        target,
        Optional.ofNullable(target.getRawFragment()).flatMap(Checksum::findInFragment),
        attribute(anchor, "data-requires-python"),
        attribute(anchor, "data-yanked"),
        metadata
            .or(() -> attribute(anchor, "data-dist-info-metadata"))
            .filter(text -> !text.equals("false"))
            .map(text -> new Link.Metadata(Checksum.findInFragment(text))));
  }

  private static Optional<String> attribute(Element anchor, String name) {
    return anchor.hasAttr(name) ? Optional.of(anchor.attr(name)) : Optional.empty();
  }

  private static SimplePage json(byte[] body, URI from) throws NotAnIndex {
    JsonNode files;
    try {
      files = JSON.readTree(body).path("files");
    } catch (JacksonException e) {
      throw new NotAnIndex("broken JSON");
    }
    if (!files.isArray()) {
      throw new NotAnIndex("JSON without a list of files");
    }
    List<Link> links = new ArrayList<>();
    for (JsonNode file : files) {
      resolve(from, file.path("url").asString(""))
          .flatMap(target -> link(target, file))
          .ifPresent(links::add);
    }
    return new SimplePage(links);
  }

  private static Optional<Link> link(URI target, JsonNode file) {
    JsonNode metadata = file.path("core-metadata");
    JsonNode stated = metadata.isMissingNode() ? file.path("dist-info-metadata") : metadata;
    JsonNode yanked = file.path("yanked");
    boolean offered = stated.isObject() || stated.asBoolean(false);
    return link(
        target,
        checksum(file.path("hashes")),
        Optional.of(file.path("requires-python").asString("")).filter(text -> !text.isEmpty()),
        yanked.isString()
            ? Optional.of(yanked.stringValue())
            : Optional.of("").filter(none -> yanked.asBoolean(false)),
        offered ? Optional.of(new Link.Metadata(checksum(stated))) : Optional.empty());
  }

  private static Optional<Checksum> checksum(JsonNode hashes) {
    for (String name : List.of("sha256", "sha512", "sha384", "sha1", "md5")) {
      Optional<Checksum> found = Checksum.find(name, hashes.path(name).asString(""));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static Optional<Link> link(
      URI target,
      Optional<Checksum> checksum,
      Optional<String> requiresPython,
      Optional<String> yanked,
      Optional<Link.Metadata> metadata) {
    return Link.findName(target)
        .filter(Link::isArchive)
        .flatMap(
            name ->
                withoutUserAndFragment(target)
                    .map(
                        address ->
                            new Link(address, name, checksum, requiresPython, yanked, metadata)));
  }

  static Optional<URI> resolve(URI from, String text) {
    try {
      URI target = from.resolve(new URI(text.strip().replace(" ", "%20")));
      return target.isAbsolute() ? Optional.of(target) : Optional.empty();
    } catch (URISyntaxException | IllegalArgumentException e) {
      return Optional.empty(); // a link that leads nowhere
    }
  }

  static Optional<URI> withoutUserAndFragment(URI target) {
    if (target.isOpaque()) {
      return Optional.empty();
    }
    String text = target.getScheme() + "://";
    if (target.getHost() != null) {
      text += target.getHost() + (target.getPort() < 0 ? "" : ":" + target.getPort());
    }
    text += target.getRawPath();
    return resolve(target, target.getRawQuery() == null ? text : text + "?" + target.getRawQuery());
  }

  /// @param address gives the address of a file
  public byte[] html(Function<Link, String> address) {
    StringBuilder page =
        new StringBuilder(
            "<!DOCTYPE html>\n<html><head><meta name=\"pypi:repository-version\" content=\"1.0\">"
                + "<title>Links for packages</title></head><body>\n");
    for (Link link : links) {
      page.append("<a href=\"").append(Entities.escape(address.apply(link)));
      link.checksum().ifPresent(sum -> page.append('#').append(sum));
      page.append('"');
      link.requiresPython().ifPresent(text -> attribute(page, "data-requires-python", text));
      link.yanked().ifPresent(text -> attribute(page, "data-yanked", text));
      link.metadata()
          .ifPresent(
              data -> {
                String text = data.checksum().map(Checksum::toString).orElse("true");
                attribute(page, "data-core-metadata", text);
                attribute(page, "data-dist-info-metadata", text);
              });
      page.append('>').append(Entities.escape(link.name())).append("</a><br>\n");
    }
    return page.append("</body></html>\n").toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void attribute(StringBuilder page, String name, String value) {
    page.append(' ').append(name).append("=\"").append(Entities.escape(value)).append('"');
  }
}
