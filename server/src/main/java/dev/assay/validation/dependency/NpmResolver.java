package dev.assay.validation.dependency;

import dev.assay.contents.NodePackage;
import dev.assay.contents.UnusablePackage;
import dev.assay.packages.PackageDoor;
import dev.assay.packages.PackageFile;
import dev.assay.skill.Digest;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.validation.dependency.Installation.Ran;
import dev.assay.validation.dependency.PackageSource.Made;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Lets npm choose the packages and their places in a throw-away sandbox, without running their
/// code. The files come from the registry as the server received them. A package with an install
/// script may run it in a sandbox of its own; then the package's own folder is taken from there.
public final class NpmResolver {
  private final TimedCommands commands;
  private final Workbenches benches;
  private final RuntimeEnvironment place;
  private final Sources sources;

  /// @param door the door to the registries
  /// @param variables the environment variables by which npm finds the door
  /// @param work a folder on the server for the files of packages
  record Sources(PackageDoor door, Map<String, String> variables, Path work) {}

  NpmResolver(
      TimedCommands commands, Workbenches benches, RuntimeEnvironment place, Sources sources) {
    this.commands = commands;
    this.benches = benches;
    this.place = place;
    this.sources = sources;
  }

  /// @param before the packages of the image
  Resolution resolve(List<String> packages, NpmTree before) {
    List<Ran> ran = new ArrayList<>();
    List<Placing> wanted = propose(packages, before, ran);
    if (!ran.getLast().succeeded()) {
      return new Resolution.CommandFailed(ran);
    }
    List<PackageContent> contents = new ArrayList<>();
    wanted.forEach(each -> contents.add(published(each)));
    for (int at : neededFirst(wanted)) {
      if (wanted.get(at).archive().hasInstallScript()) {
        Optional<PackageContent> built = build(wanted.get(at), contents, ran);
        if (built.isEmpty()) {
          return new Resolution.CommandFailed(ran);
        }
        contents.set(at, built.get());
      }
    }
    return new Resolution.Resolved(contents, ran);
  }

  private List<Placing> propose(List<String> packages, NpmTree before, List<Ran> ran) {
    List<Placing> wanted = new ArrayList<>();
    try (Sandbox sandbox = benches.open()) {
      List<String> words = npm("install");
      words.addAll(List.of("--ignore-scripts", "--"));
      words.addAll(packages);
      ran.add(commands.run(sandbox, words, sources.variables()));
      if (ran.getLast().succeeded()) {
        NpmTree after = NpmTree.in(sandbox.files(), place);
        after.changedSince(before).forEach(top -> wanted.addAll(placings(after.of(top))));
      }
    }
    return wanted;
  }

  /// Returns the order in which install scripts run. A script may use the packages that its package
  /// needs, with the results of their scripts.
  private static Set<Integer> neededFirst(List<Placing> wanted) {
    Set<Integer> order = new LinkedHashSet<>();
    Set<Integer> entered = new HashSet<>();
    for (int at = 0; at < wanted.size(); at++) {
      add(at, wanted, entered, order);
    }
    return order;
  }

  private static void add(int at, List<Placing> wanted, Set<Integer> entered, Set<Integer> order) {
    if (!entered.add(at)) {
      return;
    }
    Placing one = wanted.get(at);
    Set<String> needs = new HashSet<>();
    PackageReader.readNode(one.archive().manifest(), one.file().name())
        .ifPresent(each -> each.needs().forEach(need -> needs.add(need.name())));
    for (int other = 0; other < wanted.size(); other++) {
      if (needs.contains(wanted.get(other).archive().name())) {
        add(other, wanted, entered, order);
      }
    }
    order.add(at);
  }

  /// Runs the scripts of a package in a separate sandbox. All processes are ended before its folder
  /// is read.
  private Optional<PackageContent> build(
      Placing placing, List<PackageContent> contents, List<Ran> ran) {
    String folder = NpmTree.modules(place) + "/" + placing.at();
    try (Sandbox sandbox = benches.openWith(contents)) {
      List<String> words = npm("rebuild");
      words.add("--allow-scripts=" + placing.archive().name()); // older npm allows all anyway
      words.addAll(List.of("--", folder));
      ran.add(commands.run(sandbox, words, sources.variables()));
      if (!ran.getLast().succeeded()) {
        return Optional.empty();
      }
      benches.end(sandbox);
      Path taken = Files.createTempDirectory(sources.work(), "npm").resolve("package");
      List<String> _ = sandbox.files().download(folder, taken);
      Path content = NodePackage.pack(taken, sources.work());
      requireSame(placing, new NodePackage(placing.file().name(), content));
      return Optional.of(
          content(placing, content, Made.BUILT_HERE, Optional.of(placing.file().digest())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Requires that a script did not turn a package into another one.
  private static void requireSame(Placing placing, NodePackage built) {
    NodePackage archive = placing.archive();
    if (!built.name().equals(archive.name()) || !built.version().equals(archive.version())) {
      throw new UnusablePackage(
          "The scripts of %s %s made another package of it: %s %s."
              .formatted(archive.name(), archive.version(), built.name(), built.version()));
    }
  }

  private List<String> npm(String command) {
    List<String> words = new ArrayList<>(List.of("npm", command, "--global"));
    words.addAll(List.of("--prefix", place.npm(), "--no-audit", "--no-fund"));
    words.addAll(List.of("--no-progress", "--loglevel=http"));
    return words;
  }

  private record Placing(String at, PackageFile file, NodePackage archive) {}

  /// Finds the file of each package. A package without a file in a registry must be in the archive
  /// of the package around it.
  private List<Placing> placings(Map<String, NpmTree.Placed> places) {
    Map<String, Placing> found = new HashMap<>();
    List<Placing> all = new ArrayList<>();
    places.forEach(
        (at, placed) -> {
          Optional<PackageFile> file = sources.door().findNpm(placed.name(), placed.version());
          if (file.isPresent()) {
            Placing placing =
                new Placing(
                    at, file.get(), new NodePackage(file.get().name(), file.get().content()));
            found.put(at, placing);
            all.add(placing);
          } else if (found.values().stream()
              .noneMatch(
                  around ->
                      at.startsWith(around.at() + "/")
                          && around
                              .archive()
                              .has(at.substring(around.at().length() + 1) + "/package.json"))) {
            throw new UnusablePackage(
                "npm would install %s %s, which no registry offered."
                    .formatted(placed.name(), placed.version()));
          }
        });
    return all;
  }

  private PackageContent published(Placing placing) {
    try {
      Path content = PackageStore.take(placing.file().content(), sources.work());
      return content(placing, content, Made.PUBLISHED, Optional.empty());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private PackageContent content(
      Placing placing, Path content, Made made, Optional<Digest> builtFrom) throws IOException {
    return new PackageContent(
        new PackageSource(
            Ecosystem.NPM,
            placing.archive().name(),
            placing.archive().version(),
            place.skill(),
            placing.file().name(),
            PackageStore.digest(content),
            Files.size(content),
            made,
            placing.file().origin(),
            List.of(placing.at()),
            builtFrom),
        content);
  }
}
