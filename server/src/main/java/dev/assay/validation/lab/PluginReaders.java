package dev.assay.validation.lab;

import dev.assay.contents.Contents;
import dev.assay.contents.Item;
import dev.assay.contents.Staging;
import dev.assay.contents.Wheel;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFiles;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Finds packages of an image that run plug-ins of others: a plug-in takes effect in the work of
/// every skill that uses its reader, whichever of the two came first. A package reads a group if a
/// source of it holds the group's name as a text.
///
/// @param doubts one sentence for each group of one package that a package of other skills reads,
///   or that was there before its reader
/// @param remarks the same where both are new
record PluginReaders(List<String> doubts, List<String> remarks) {
  private static final String LIST = "/tmp/.groups";
  private static final String FOUND = "/tmp/.readers";
  private static final long MOST = 64 << 20;
  private static final Pattern OFFERS =
      Pattern.compile(".*/site-packages/[^/]+\\.dist-info/entry_points\\.txt");

  /// Looks through the Python sources of a folder for texts; lists the numbers of those found and
  /// the path. Runs nothing of what it reads.
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
                      those = [b"%d" % n for n, mark in marks if mark[0] in text or mark[1] in text]
                      if those:
                          found.write(b"%s\\t%s\\0" % (b" ".join(those), os.fsencode(path)))
      """;

  /// A plug-in that a package offers to others.
  ///
  /// @param group by which others find it
  /// @param added whether it comes now
  private record Offer(String owner, String group, String name, boolean added) {}

  /// @param sandbox that has everything the image is to have
  static PluginReaders among(Assembly assembly, Sandbox sandbox) {
    if (!assembly.pythonPlaces().contains(RuntimeEnvironment.SHARED)) {
      return new PluginReaders(List.of(), List.of());
    }
    Contents image = assembly.contents();
    List<Offer> offers = offers(assembly, image, sandbox.files());
    List<String> groups = offers.stream().map(Offer::group).distinct().toList();
    Map<String, Set<String>> readers =
        groups.isEmpty() ? Map.of() : readers(groups, image, sandbox, assembly.probe().program());
    SortedSet<String> doubts = new TreeSet<>();
    SortedSet<String> remarks = new TreeSet<>();
    SortedMap<String, SortedSet<String>> plugins = new TreeMap<>();
    for (Offer offer : offers) {
      Set<String> others = new TreeSet<>(readers.getOrDefault(offer.group(), Set.of()));
      others.removeIf(reader -> project(reader).equals(project(offer.owner())));
      for (boolean hosted : new boolean[] {true, false}) {
        List<String> those =
            others.stream().filter(reader -> assembly.isNew(reader) == hosted).toList();
        if (!those.isEmpty() && (offer.added() || hosted)) {
          String words =
              "The plug-in group \"%s\" of %s%s is read by %s%s"
                  .formatted(
                      Visible.line(offer.group(), 100),
                      offer.owner(),
                      offer.added() ? "" : ", which was there before,",
                      String.join(", ", those),
                      hosted ? "" : ", which other skills use too");
          plugins.computeIfAbsent(words, _ -> new TreeSet<>()).add(Visible.line(offer.name(), 60));
          (offer.added() == hosted ? remarks : doubts).add(words);
        }
      }
    }
    return new PluginReaders(sentences(doubts, plugins), sentences(remarks, plugins));
  }

  private static List<String> sentences(
      SortedSet<String> found, SortedMap<String, SortedSet<String>> plugins) {
    return found.stream()
        .map(
            words ->
                "%s: %s would run in their work."
                    .formatted(
                        words, String.join(", ", plugins.getOrDefault(words, new TreeSet<>()))))
        .toList();
  }

  private static List<Offer> offers(Assembly assembly, Contents image, SandboxFiles files) {
    List<Offer> offers = new ArrayList<>();
    for (Item item : below(image)) {
      if (OFFERS.matcher(item.path()).matches()) {
        boolean added = assembly.isStaged(item.path());
        Wheel.plugins(text(files.read(item.path(), Staging.LONGEST_TEXT)))
            .forEach(
                (group, names) ->
                    names.forEach(
                        name ->
                            offers.add(new Offer(item.owners().getFirst(), group, name, added))));
      }
    }
    return offers;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static Collection<Item> below(Contents image) {
    String venv = RuntimeEnvironment.SHARED.venv();
    return image.items().subMap(venv + "/", venv + "0").values();
  }

  /// Returns the owner without its version.
  private static String project(String owner) {
    return owner.substring(0, Math.max(owner.lastIndexOf(' '), 0));
  }

  private static Map<String, Set<String>> readers(
      List<String> groups, Contents image, Sandbox sandbox, String python) {
    sandbox
        .files()
        .write(LIST, (String.join("\0", groups) + "\0").getBytes(StandardCharsets.UTF_8));
    CommandResult result =
        sandbox.run(
            Command.of(
                    python,
                    "-I",
                    "-S",
                    "-B",
                    "-c",
                    SEARCH,
                    LIST,
                    RuntimeEnvironment.SHARED.venv(),
                    FOUND)
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
        for (String number : line.substring(0, tab).split(" ", -1)) {
          Set<String> owners =
              readers.computeIfAbsent(groups.get(Integer.parseInt(number)), _ -> new TreeSet<>());
          image.find(line.substring(tab + 1)).map(Item::owners).ifPresent(owners::addAll);
        }
      }
    }
    return readers;
  }
}
