package dev.assay.validation.lab;

import dev.assay.contents.Contents;
import dev.assay.contents.Item;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Sandbox;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// Finds packages of an image that would run plug-ins of new packages. A plug-in affects every
/// skill that uses its reader. A package counts as a reader of a group if one of its sources
/// contains the group's name as a string.
final class PluginReaders {
  private static final String LIST = "/tmp/.groups";
  private static final String FOUND = "/tmp/.readers";
  private static final long MOST = 64 << 20;

  /// Searches the Python sources of a folder for strings and lists the number of each string with
  /// the path. It runs none of the sources.
  private static final String SEARCH =
      """
      import os, sys
      words = open(sys.argv[1], "rb").read().split(b"\\0")[:-1]
      marks = [(n, (b'"' + w + b'"', b"'" + w + b"'")) for n, w in enumerate(words)]
      with open(sys.argv[3], "wb") as found:
          for folder, _, files in os.walk(sys.argv[2]):
              for name in files:
                  path = os.path.join(folder, name)
                  if name.endswith(".py") and os.path.isfile(path):
                      text = open(path, "rb").read()
                      for n, mark in marks:
                          if mark[0] in text or mark[1] in text:
                              found.write(b"%d\\t%s\\0" % (n, os.fsencode(path)))
      """;

  private PluginReaders() {}

  /// Returns one sentence for each group that packages of the image read.
  ///
  /// @param image the files of the image before the installation
  /// @param sandbox the sandbox that has these files
  static List<String> among(Assembly assembly, Contents image, Sandbox sandbox) {
    List<Assembly.Offer> offers =
        assembly.offers().stream().filter(offer -> offer.place().isShared()).toList();
    String venv = RuntimeEnvironment.SHARED.venv();
    if (offers.isEmpty() || image.items().subMap(venv + "/", venv + "0").isEmpty()) {
      return List.of();
    }
    List<String> groups = offers.stream().map(Assembly.Offer::group).distinct().toList();
    Map<String, Set<String>> readers =
        readers(groups, venv, image, sandbox, assembly.probe().program());
    SortedMap<String, Set<String>> names = new TreeMap<>();
    List<String> doubts = new ArrayList<>();
    for (Assembly.Offer offer : offers) {
      Set<String> others = new TreeSet<>(readers.getOrDefault(offer.group(), Set.of()));
      others.removeIf(owner -> project(owner).equals(project(offer.owner())));
      if (!others.isEmpty()) {
        names
            .computeIfAbsent(
                "\"%s\" of %s is read by %s"
                    .formatted(
                        Visible.line(offer.group(), 100), offer.owner(), String.join(", ", others)),
                _ -> new TreeSet<>())
            .add(Visible.line(offer.name(), 60));
      }
    }
    names.forEach(
        (words, plugins) ->
            doubts.add(
                "The plug-in group %s, which other skills use too: %s would run in their work."
                    .formatted(words, String.join(", ", plugins))));
    return doubts;
  }

  /// Returns the owner without its version.
  private static String project(String owner) {
    return owner.substring(0, Math.max(owner.lastIndexOf(' '), 0));
  }

  private static Map<String, Set<String>> readers(
      List<String> groups, String venv, Contents image, Sandbox sandbox, String python) {
    sandbox
        .files()
        .write(LIST, (String.join("\0", groups) + "\0").getBytes(StandardCharsets.UTF_8));
    CommandResult result =
        sandbox.run(
            Command.of(python, "-I", "-S", "-B", "-c", SEARCH, LIST, venv, FOUND)
                .in("/")
                .withTimeout(Duration.ofMinutes(5)));
    if (!result.succeeded()) {
      throw new AssayException(
          ErrorCode.VALIDATION_ERROR,
          "The image could not be searched for packages that read plug-ins: "
              + Visible.line(result.stderr().text().strip(), 300));
    }
    Map<String, Set<String>> readers = new TreeMap<>();
    String found = new String(sandbox.files().read(FOUND, MOST), StandardCharsets.UTF_8);
    sandbox.files().delete(LIST);
    sandbox.files().delete(FOUND);
    for (String line : found.split("\0", -1)) {
      int tab = line.indexOf('\t');
      if (tab > 0) {
        Set<String> owners =
            readers.computeIfAbsent(
                groups.get(Integer.parseInt(line.substring(0, tab))), _ -> new TreeSet<>());
        image.find(line.substring(tab + 1)).map(Item::owners).ifPresent(owners::addAll);
      }
    }
    return readers;
  }
}
