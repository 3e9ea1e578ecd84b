package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The pages of the documents lead to each other.
class DocumentsTest {
  private static final Path TOP = Path.of("..");
  private static final Path DOCS = TOP.resolve("docs");
  private static final Path INDEX = DOCS.resolve("README.md");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

  @Test
  void every_link_leads_to_a_file_and_a_heading_that_exist() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      for (String link : links(page)) {
        if (!link.contains("://") && !leadsSomewhere(page, link)) {
          broken.add(page + ": " + link);
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void the_index_names_every_page() throws IOException {
    List<Path> named = links(INDEX).stream().map(link -> DOCS.resolve(link).normalize()).toList();
    for (String shelf : List.of("tutorial", "how-to", "reference", "concepts", "measurements")) {
      assertThat(named).containsAll(files(DOCS.resolve(shelf)));
    }
  }

  /// Every page of the documents, those at the top included.
  static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(files(DOCS));
    for (String name : List.of("README", "ARCHITECTURE", "CHANGELOG", "CONTRIBUTING", "SECURITY")) {
      pages.add(TOP.resolve(name + ".md"));
    }
    return pages;
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(".md")).map(Path::normalize).toList();
    }
  }

  private static List<String> links(Path page) throws IOException {
    return LINK.matcher(Files.readString(page))
        .results()
        .map((MatchResult result) -> result.group(1))
        .toList();
  }

  private static boolean leadsSomewhere(Path page, String link) throws IOException {
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
    return Files.exists(target) && (parts.length == 1 || headings(target).contains(parts[1]));
  }

  /// The addresses that code hosts give to headings.
  private static List<String> headings(Path page) throws IOException {
    return Files.readAllLines(page).stream()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
        .map(line -> line.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .toList();
  }
}
