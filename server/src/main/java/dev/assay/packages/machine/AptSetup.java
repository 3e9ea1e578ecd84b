package dev.assay.packages.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The configuration of apt, as the texts of its files.
///
/// @param sources the sources, of either style
/// @param credentials texts in the format of netrc
public record AptSetup(List<String> sources, List<String> credentials) {
  public AptSetup {
    sources = List.copyOf(sources);
    credentials = List.copyOf(credentials);
  }

  /// @param folder `/etc/apt`
  public static Found<AptSetup> read(Path folder) {
    List<String> sources = new ArrayList<>(texts(folder.resolve("sources.list")));
    files(folder.resolve("sources.list.d"), ".list").forEach(file -> sources.addAll(texts(file)));
    files(folder.resolve("sources.list.d"), ".sources")
        .forEach(file -> sources.addAll(texts(file)));
    List<String> credentials = new ArrayList<>(texts(folder.resolve("auth.conf")));
    files(folder.resolve("auth.conf.d"), ".conf").forEach(file -> credentials.addAll(texts(file)));
    return sources.isEmpty()
        ? new Found.Unknown<>("this machine has no sources for apt")
        : new Found.Known<>(new AptSetup(sources, credentials));
  }

  private static List<Path> files(Path folder, String end) {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.filter(path -> path.toString().endsWith(end)).sorted().toList();
    } catch (IOException e) {
      return List.of(); // missing, or not readable
    }
  }

  private static List<String> texts(Path file) {
    try {
      return Files.isRegularFile(file) ? List.of(Files.readString(file)) : List.of();
    } catch (IOException e) {
      return List.of(); // not readable
    }
  }

  /// Shows only the number of texts, which may hold secrets.
  @Override
  public String toString() {
    return sources.size() + " sources, " + credentials.size() + " files of credentials";
  }
}
