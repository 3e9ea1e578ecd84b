package dev.assay.bench;

import dev.assay.contents.Contents;
import dev.assay.contents.Item;
import dev.assay.contents.NodeEnvironment;
import dev.assay.contents.NodePackage;
import dev.assay.contents.ProgramNames;
import dev.assay.contents.PythonEnvironment;
import dev.assay.contents.PythonNames;
import dev.assay.contents.Staging;
import dev.assay.contents.UnusablePackage;
import dev.assay.contents.Wheel;
import dev.assay.skill.dependency.RuntimeEnvironment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Lists the real packages that the rules for an image refuse: every wheel (`.whl`) and npm archive (`.tgz`)
/// of some folders alone, then all of them beside each other in one environment, one version of
/// each wheel.
///
/// Aim: refusals for true conflicts only.
public final class PackagesBench {
  private static final String PROBE =
      "import sys; print('%d.%d' % sys.version_info[:2]); print(*sys.stdlib_module_names)";
  private static final long MOST = 8L << 30;

  /// Files that affect the names of modules, whose text is kept.
  private static final Pattern READ =
      Pattern.compile(".*/site-packages/(?:[^/]+\\.pth|.+/__init__\\.py|[^/]+/METADATA)");

  private final Path work;
  private final PythonEnvironment python;
  private final NodeEnvironment node;
  private final Set<String> library;
  private final ProgramNames programs = new ProgramNames(Set.of(), ProgramNames.Origin.INDEX);
  private final SortedMap<String, Item> together = new TreeMap<>();
  private final Map<String, String> texts = new HashMap<>();
  private final Set<String> names = new HashSet<>();
  private int laid;
  private int refused;
  private int remarked;

  private PackagesBench(Path work, String version, Set<String> library) {
    this.work = work;
    this.library = library;
    this.python = new PythonEnvironment(RuntimeEnvironment.SHARED, version, "/usr/bin/python3");
    this.node = new NodeEnvironment(RuntimeEnvironment.SHARED);
  }

  public static void main(String[] arguments) throws IOException {
    if (arguments.length == 0) {
      System.err.println("Name folders with .whl and .tgz files: assay bench packages FOLDER...");
      System.exit(2);
    }
    Process probe =
        new ProcessBuilder("python3", "-c", PROBE)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<String> answer =
        new String(probe.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    Path work = Files.createTempDirectory("assay-bench-");
    PackagesBench bench =
        new PackagesBench(work, answer.get(0), Set.of(answer.get(1).split(" ", -1)));
    for (String folder : arguments) {
      try (Stream<Path> files = Files.walk(Path.of(folder))) {
        for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
          bench.lay(file);
        }
      }
    }
    bench.report();
    Files.delete(work);
  }

  private void lay(Path file) {
    String name = String.valueOf(file.getFileName());
    try (Staging staging = new Staging(work, MOST)) {
      if (name.endsWith(".whl")) {
        layWheel(name, file, staging);
      } else if (name.endsWith(".tgz")) {
        NodePackage archive = new NodePackage(name, file);
        count(node.lay(archive, archive.name(), staging, programs, Map.of()));
        put(staging);
      }
    } catch (UnusablePackage e) {
      refused++;
      System.out.println("refused: " + e.getMessage());
    }
  }

  private void layWheel(String name, Path file, Staging staging) {
    try (Wheel wheel = new Wheel(name, file)) {
      boolean first = names.add(wheel.name());
      wheel.lay(python, staging, programs, path -> first && isTaken(path));
      requireNoFault(staging);
      count(wheel.remarks());
      if (first) {
        put(staging);
      }
    }
  }

  private void count(Collection<String> remarks) {
    laid++;
    remarked += remarks.isEmpty() ? 0 : 1;
    remarks.forEach(remark -> System.out.println("named: " + remark));
  }

  private boolean isTaken(String path) {
    return together.containsKey(path) || !together.subMap(path + "/", path + "0").isEmpty();
  }

  private void requireNoFault(Staging staging) {
    for (PythonNames.Fault fault :
        new PythonNames(python, Contents.of(staging.items().values()), staging::text, library)
            .faults()) {
      throw new UnusablePackage(fault.rule() + ": " + fault.sentence());
    }
  }

  private void put(Staging staging) {
    for (Item item : staging.items().values()) {
      Item other = together.get(item.path());
      String text = READ.matcher(item.path()).matches() ? staging.text(item) : "";
      boolean namespace = other != null && other.path().endsWith("/__init__.py");
      if (other == null) {
        together.put(item.path(), item);
        texts.put(item.path(), text);
      } else if (other.isLike(item) || namespace) {
        together.put(
            item.path(),
            new Item(
                item.path(),
                item.kind(),
                item.mode(),
                item.content(),
                Stream.concat(other.owners().stream(), item.owners().stream()).toList()));
        texts.merge(item.path(), text, (one, two) -> one.length() > two.length() ? one : two);
      } else {
        System.out.println(
            "conflict: %s of %s and %s".formatted(item.path(), other.owners(), item.owners()));
      }
    }
  }

  private void report() {
    PythonNames all =
        new PythonNames(
            python,
            Contents.of(together.values()),
            item -> texts.getOrDefault(item.path(), ""),
            library);
    all.faults().forEach(fault -> System.out.println(fault.rule() + ": " + fault.sentence()));
    all.remarks().forEach(remark -> System.out.println("named: " + remark));
    all.code().forEach(line -> System.out.println("held: " + line));
    all.additions().forEach(each -> System.out.println("adds: " + each));
    System.out.printf(
        "%d laid out, %d refused alone, %d with remarks; %d wheels together: %d faults, %d files%n",
        laid, refused, remarked, names.size(), all.faults().size(), together.size());
  }
}
