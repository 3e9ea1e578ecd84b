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

/// What somebody looks for in a list and which page of it, in the words of the list's address.
///
/// @param path of the list
/// @param kept further words of the address, which stay as they are
/// @param text each of its words has to occur; empty for all
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

  /// The address of the whole list.
  public String all() {
    return kept.isEmpty() ? path : path + "?" + words(kept);
  }

  /// What is looked for, as a query of an address.
  public String query() {
    Map<String, String> all = new LinkedHashMap<>(kept);
    all.put("text", text);
    return words(all);
  }

  public Pager pager(int size, long total) {
    return new Pager(page, size, total, path + "?" + query() + "&page=");
  }

  /// Through something else on the same page, whose number is the kept word of that name.
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

  /// Whether something that can be described so is looked for.
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
