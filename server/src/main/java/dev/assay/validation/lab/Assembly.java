package dev.assay.validation.lab;

import dev.assay.contents.Contents;
import dev.assay.contents.Item;
import dev.assay.contents.LayerClaim;
import dev.assay.contents.NodeEnvironment;
import dev.assay.contents.NodePackage;
import dev.assay.contents.PythonEnvironment;
import dev.assay.contents.Staging;
import dev.assay.contents.UnusablePackage;
import dev.assay.contents.Wheel;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFiles;
import dev.assay.validation.dependency.Inventory;
import dev.assay.validation.dependency.PackageContent;
import dev.assay.validation.dependency.PackageSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Lays out the files of packages as a new layer is to have them, and puts them into a sandbox. No
/// code of a package runs: archives are unpacked here, and what comes of it is known file by file.
final class Assembly implements AutoCloseable {
  private static final long LONGEST_WHEEL = 64 << 20;

  private final Inventory before;
  private final Optional<PythonProbe> python;
  private final Path work;
  private final Staging staging;
  private final List<String> remarks = new ArrayList<>();
  private Contents left;

  /// @param before what the image has
  /// @param work a folder of ours
  /// @param most bytes that the files of packages may have
  Assembly(Inventory before, Optional<PythonProbe> python, Path work, long most) {
    this.before = before;
    this.python = python;
    this.work = work;
    this.staging = new Staging(work, most);
    this.left = before.files();
  }

  /// Takes everything out that lies in an environment.
  void clear(RuntimeEnvironment place) {
    left = left.without(item -> item.path().startsWith(place.folder() + "/"), _ -> true);
  }

  /// Makes an environment for Python packages unless there is one.
  ///
  /// @param base the sandbox that has the base's files
  void prepare(RuntimeEnvironment place, SandboxFiles base) {
    PythonProbe probe = python.orElseThrow();
    PythonEnvironment environment = probe.environment(place);
    if (left.find(environment.root() + "/pyvenv.cfg").isPresent()
        || staging.items().containsKey(environment.root() + "/pyvenv.cfg")) {
      return;
    }
    try {
      environment.lay(staging, probe.source());
      if (probe.source() == PythonEnvironment.Pip.OWN) {
        String path = probe.wheel().orElseThrow();
        Path file = Files.createTempFile(work, "pip", ".whl");
        Files.write(file, base.read(path, LONGEST_WHEEL));
        lay(new Wheel(path.substring(path.lastIndexOf('/') + 1), file), environment);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// @throws UnusablePackage if one of them cannot be installed beside what is there
  void add(List<PackageContent> packages, SandboxFiles base) {
    for (PackageContent each : packages) {
      remove(each.source());
    }
    for (PackageContent each : packages) {
      PackageSource source = each.source();
      RuntimeEnvironment place = new RuntimeEnvironment(source.environment());
      switch (source.ecosystem()) {
        case PIP -> {
          prepare(place, base);
          lay(new Wheel(source.file(), each.content()), python.orElseThrow().environment(place));
        }
        case NPM -> {
          NodePackage archive = new NodePackage(source.file(), each.content());
          NodeEnvironment environment = new NodeEnvironment(place);
          source.places().forEach(at -> environment.lay(archive, at, staging));
        }
        case SYSTEM -> {} // by dpkg
      }
    }
    requireFree();
  }

  private void lay(Wheel wheel, PythonEnvironment environment) {
    try (wheel) {
      wheel.lay(environment, staging);
      remarks.addAll(wheel.remarks());
    }
  }

  /// An older version of a package goes, whatever it had.
  private void remove(PackageSource source) {
    RuntimeEnvironment place = new RuntimeEnvironment(source.environment());
    if (source.ecosystem() == Ecosystem.PIP) {
      String owner = "pip " + source.name() + " ";
      left =
          left.without(
              item -> item.path().startsWith(place.venv() + "/"), name -> name.startsWith(owner));
    } else if (source.ecosystem() == Ecosystem.NPM) {
      NodeEnvironment environment = new NodeEnvironment(place);
      for (String at : source.places()) {
        int nested = at.indexOf("/node_modules/");
        String top = nested < 0 ? at : at.substring(0, nested);
        left = left.without(item -> environment.isOf(top, item), _ -> true);
      }
    }
  }

  /// Whoever changes what others rely on is not let in; the same file may have several owners.
  private void requireFree() {
    List<String> taken = new ArrayList<>();
    SortedMap<String, Item> staged = new TreeMap<>(staging.items());
    for (Item item : staged.values()) {
      left.find(item.path())
          .ifPresent(
              other -> {
                if (!other.isLike(item)) {
                  taken.add(item.path() + " (" + String.join(", ", other.owners()) + ")");
                }
              });
      if (!left.items().subMap(item.path() + "/", item.path() + "0").isEmpty()) {
        taken.add(item.path() + " (a folder with files of others)");
      }
      above(item.path())
          .ifPresent(
              other ->
                  taken.add(
                      "%s (below %s of %s, which is no folder)"
                          .formatted(
                              item.path(), other.path(), String.join(", ", other.owners()))));
    }
    if (!taken.isEmpty()) {
      throw new UnusablePackage(
          "The packages would change files that belong to others: %s%s"
              .formatted(
                  String.join(", ", taken.subList(0, Math.min(5, taken.size()))),
                  taken.size() > 5 ? " and %d more.".formatted(taken.size() - 5) : "."));
    }
  }

  /// What is a file or a link where this path needs a folder.
  private Optional<Item> above(String path) {
    for (int at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1)) {
      Optional<Item> other = left.find(path.substring(0, at));
      if (other.isPresent()) {
        return other;
      }
    }
    return Optional.empty();
  }

  private Set<String> removed() {
    Set<String> gone = new HashSet<>(before.files().items().keySet());
    gone.removeAll(left.items().keySet());
    gone.removeAll(staging.items().keySet());
    return gone;
  }

  /// What the layer is to be. Files that others have too stay theirs as well.
  LayerClaim claim() {
    SortedMap<String, Item> added = new TreeMap<>();
    staging
        .items()
        .forEach(
            (path, item) ->
                added.put(
                    path,
                    left.find(path)
                        .map(
                            other -> {
                              List<String> owners = new ArrayList<>(other.owners());
                              owners.addAll(item.owners());
                              return new Item(
                                  path, item.kind(), item.mode(), item.content(), owners);
                            })
                        .orElse(item)));
    return new LayerClaim(before.files(), added, removed());
  }

  List<String> remarks() {
    return List.copyOf(remarks);
  }

  /// Puts everything into a sandbox.
  void apply(Sandbox sandbox) {
    LayerClaim claim = claim();
    LayerWriter writer = new LayerWriter(sandbox);
    writer.remove(claim.removed(), claim.emptied());
    sandbox.files().upload(staging.folder(), "/");
    writer.link(
        claim.added().values().stream().filter(item -> item.kind() == Item.Kind.LINK).toList());
  }

  /// Compiles the Python sources among it.
  void compile(Sandbox sandbox) {
    python.ifPresent(
        probe ->
            new LayerWriter(sandbox)
                .compile(
                    probe.program(),
                    staging.items().values().stream()
                        .filter(item -> item.kind() == Item.Kind.FILE)
                        .map(Item::path)
                        .filter(path -> path.endsWith(".py") && path.contains("/site-packages/"))
                        .toList()));
  }

  static boolean hasFolder(SandboxFiles files, String path) {
    return files.stat(path).filter(entry -> entry.kind() == FileEntry.Kind.FOLDER).isPresent();
  }

  @Override
  public void close() {
    staging.close();
  }
}
