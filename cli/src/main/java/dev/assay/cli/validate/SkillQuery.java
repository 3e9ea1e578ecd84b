package dev.assay.cli.validate;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// A query for skills in the words of the REST interface. The server reports words that it does not
/// know.
public final class SkillQuery {
  @Option(
      names = "--status",
      paramLabel = "WORD",
      description = "Only these: pending, validating, approved, rejected or rollback_pending.")
  private @Nullable String status;

  @Option(
      names = "--stage",
      paramLabel = "WORD",
      description = "Only those in this stage: layer1, layer2, completed or failed.")
  private @Nullable String stage;

  @Option(
      names = {"-q", "--search"},
      paramLabel = "TEXT",
      description = "Only those with this in their name or description.")
  private @Nullable String search;

  @Option(
      names = "--sort",
      paramLabel = "WORD",
      description = "name, -name, uploaded or -uploaded. Default: name.")
  private @Nullable String sort;

  @Option(
      names = "--page",
      paramLabel = "N",
      description = "One page only, counted from 0. Default: all of them.")
  private @Nullable Integer page;

  @Option(
      names = "--size",
      paramLabel = "N",
      description = "How many to a page, 1 to 200. Default: 50.")
  private @Nullable Integer size;

  static SkillQuery named(String text) {
    SkillQuery query = new SkillQuery();
    query.search = text;
    return query;
  }

  /// Tests whether the query names a page.
  public boolean isPage() {
    return page != null || size != null;
  }

  /// Returns the query part of the address.
  String of(int usualPage, int usualSize) {
    Map<String, String> words = new LinkedHashMap<>();
    put(words, "status", status);
    put(words, "stage", stage);
    put(words, "q", search);
    put(words, "sort", sort);
    put(words, "page", page == null ? usualPage : page);
    put(words, "size", size == null ? usualSize : size);
    return words.entrySet().stream()
        .map(word -> word.getKey() + "=" + word.getValue())
        .collect(Collectors.joining("&"));
  }

  private static void put(Map<String, String> words, String name, @Nullable Object value) {
    if (value != null) {
      words.put(name, URLEncoder.encode(value.toString(), StandardCharsets.UTF_8));
    }
  }
}
