package dev.assay.web.console.list;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The search of a list and the requested page, as parameters of the list's address.
///
/// @param path the path of the list
/// @param kept further parameters of the address, which stay unchanged
/// @param text the search words, all of which must occur; empty for all rows
public record Search(String path, Map<String, String> kept, String text, int page) {
  private static final int LONGEST = 200;

  public static Search of(HttpServletRequest request, String path, String... kept) {
    Map<String, String> words = new LinkedHashMap<>();
    for (String name : kept) {
      String value = request.getParameter(name);
      if (value != null && !value.isEmpty()) {
        words.put(name, value);
      }
    }
    String text = Objects.requireNonNullElse(request.getParameter("text"), "").strip();
    String page = Objects.requireNonNullElse(request.getParameter("page"), "0");
    return new Search(
        path, words, text.substring(0, Math.min(LONGEST, text.length())), number("page", page));
  }

  private static int number(String name, String value) {
    try {
      return Math.max(0, Integer.parseInt(value));
    } catch (NumberFormatException e) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST, "\"%s\" is a number, not \"%s\".".formatted(name, value), e);
    }
  }

  public boolean isEmpty() {
    return text.isEmpty();
  }

  /// Returns the address of the list without a search.
  public String all() {
    return kept.isEmpty() ? path : path + "?" + words(kept);
  }

  /// Returns the search as the query of an address.
  public String query() {
    Map<String, String> all = new LinkedHashMap<>(kept);
    all.put("text", text);
    return words(all);
  }

  public Pager pager(int size, long total) {
    return new Pager(page, size, total, path + "?" + query() + "&page=");
  }

  /// Returns a pager for a second list on the same page. Its page number is the kept parameter with
  /// the given name.
  public Pager through(String name, int size, long total) {
    Map<String, String> others = new LinkedHashMap<>(kept);
    String page = others.remove(name);
    others.put("text", text);
    return new Pager(
        page == null ? 0 : number(name, page),
        size,
        total,
        path + "?" + words(others) + "&" + name + "=");
  }

  /// Tests whether a description contains all search words.
  boolean fits(String description) {
    String whole = description.toLowerCase(Locale.ROOT);
    return Stream.of(text.toLowerCase(Locale.ROOT).split("\\s+")).allMatch(whole::contains);
  }

  private static String words(Map<String, String> named) {
    return named.entrySet().stream()
        .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), UTF_8))
        .collect(Collectors.joining("&"));
  }
}
