package dev.assay.packages.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// The configuration of pip. Addresses are unchanged, perhaps with a user and a password.
///
/// @param index empty if pip is configured to use none
/// @param netrc the text of the user's file of credentials, from which pip sends each to its host
public record PipSetup(
    Optional<String> index,
    List<String> extraIndexes,
    List<String> findLinks,
    Optional<String> proxy,
    Optional<String> certificates,
    Optional<String> netrc) {
  private static final String DEFAULT =
      "from pip._internal.models.index import PyPI; print(PyPI.simple_url)";

  public PipSetup {
    extraIndexes = List.copyOf(extraIndexes);
    findLinks = List.copyOf(findLinks);
  }

  /// Asks this machine's `python3`.
  public static Found<PipSetup> read(Map<String, String> environment) {
    try (ExecutorService both = Executors.newVirtualThreadPerTaskExecutor()) {
      CompletableFuture<Optional<String>> usual =
          CompletableFuture.supplyAsync(() -> MachineTool.run("python3", "-c", DEFAULT), both);
      Optional<String> list = MachineTool.run("python3", "-m", "pip", "config", "list");
      return list.isEmpty()
          ? new Found.Unknown<>("this machine has no python3 with pip")
          : new Found.Known<>(of(list.get(), usual.join().map(String::strip), netrc(environment)));
    }
  }

  private static Optional<String> netrc(Map<String, String> environment) {
    Path file =
        Path.of(
            environment.getOrDefault("NETRC", environment.getOrDefault("HOME", "/") + "/.netrc"));
    try {
      return Files.isRegularFile(file) ? Optional.of(Files.readString(file)) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // pip cannot read it either
    }
  }

  /// @param list the output of `pip config list`
  /// @param usual the index that pip uses if none is configured
  static PipSetup of(String list, Optional<String> usual, Optional<String> netrc) {
    Map<String, String> values = new HashMap<>();
    for (String section : List.of("global.", "install.", ":env:.")) {
      list.lines()
          .filter(line -> line.startsWith(section) && line.indexOf('=') > 0)
          .forEach(
              line ->
                  values.put(
                      line.substring(section.length(), line.indexOf('=')),
                      unquoted(line.substring(line.indexOf('=') + 1))));
    }
    boolean none = List.of("1", "true", "yes", "on").contains(values.getOrDefault("no-index", ""));
    return new PipSetup(
        none
            ? Optional.empty()
            : Optional.ofNullable(values.get("index-url"))
                .or(() -> usual)
                .filter(text -> !text.isBlank()),
        none ? List.of() : words(values.get("extra-index-url")),
        words(values.get("find-links")),
        Optional.ofNullable(values.get("proxy")).filter(text -> !text.isBlank()),
        Optional.ofNullable(values.get("cert")).filter(text -> !text.isBlank()),
        netrc);
  }

  /// Shows no values: addresses and the file may hold secrets.
  @Override
  public String toString() {
    return "configuration of pip";
  }

  private static List<String> words(@org.jspecify.annotations.Nullable String text) {
    return text == null
        ? List.of()
        : Arrays.stream(text.strip().split("\\s+", -1)).filter(word -> !word.isEmpty()).toList();
  }

  /// Removes Python's quotes.
  private static String unquoted(String text) {
    String inner = text.strip();
    if (inner.length() > 1 && (inner.startsWith("'") || inner.startsWith("\""))) {
      inner = inner.substring(1, inner.length() - 1);
    }
    StringBuilder plain = new StringBuilder();
    List<String> parts = new ArrayList<>(List.of(inner.split("\\\\", -1)));
    plain.append(parts.removeFirst());
    while (!parts.isEmpty()) {
      String part = parts.removeFirst();
      if (part.isEmpty() && !parts.isEmpty()) {
        plain.append('\\').append(parts.removeFirst());
      } else if (part.startsWith("n") || part.startsWith("t")) {
        plain.append(' ').append(part.substring(1));
      } else {
        plain.append(part);
      }
    }
    return plain.toString();
  }
}
