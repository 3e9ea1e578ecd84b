package dev.assay.validation.lab;

import dev.assay.contents.Contents;
import dev.assay.contents.Item;
import dev.assay.contents.LayerClaim;
import dev.assay.contents.NodeEnvironment;
import dev.assay.contents.NodeNames;
import dev.assay.contents.NodePackage;
import dev.assay.contents.ProgramNames;
import dev.assay.contents.PythonEnvironment;
import dev.assay.contents.PythonNames;
import dev.assay.contents.Staging;
import dev.assay.contents.UnusablePackage;
import dev.assay.contents.Wheel;
import dev.assay.skill.AssayException;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.ExtraPackages;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFiles;
import dev.assay.validation.dependency.Inventory;
import dev.assay.validation.dependency.PackageContent;
import dev.assay.validation.dependency.PackageSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Lays out the files of packages for a new layer and puts them into a sandbox. No code of a
/// package runs. The archives are unpacked on the server, so every resulting file is known.
final class Assembly implements AutoCloseable {
  private static final int SHOWN = 5;

  private final Inventory before;
  private final Optional<PythonProbe> python;
  private final Staging staging;
  private final Set<String> remarks = new LinkedHashSet<>();
  private final List<String> doubts = new ArrayList<>();
  private final Set<RuntimeEnvironment> nodePlaces = new LinkedHashSet<>();
  private final Map<RuntimeEnvironment, List<String>> searched = new LinkedHashMap<>();
  private final Map<RuntimeEnvironment, Map<String, Set<String>>> nodePrograms = new HashMap<>();
  private Contents left;

  /// @param before what the image has
  /// @param work a folder of ours
  /// @param most bytes that the files of packages may have
  Assembly(Inventory before, Optional<PythonProbe> python, Path work, long most) {
    this.before = before;
    this.python = python;
    this.staging = new Staging(work, most);
    this.left = before.files();
  }

  /// Removes all files of an environment.
  void clear(RuntimeEnvironment place) {
    left = left.without(item -> item.path().startsWith(place.folder() + "/"), _ -> true);
    left =
        left.without(
            item -> item.path().startsWith(RuntimeEnvironment.PROGRAMS + "/"),
            place.owner()::equals);
  }

  /// Makes an environment for Python packages unless it exists.
  void prepare(RuntimeEnvironment place) {
    PythonProbe probe = python.orElseThrow();
    PythonEnvironment environment = probe.environment(place);
    if (left.find(environment.root() + "/pyvenv.cfg").isPresent()
        || staging.items().containsKey(environment.root() + "/pyvenv.cfg")) {
      return;
    }
    try {
      environment.lay(staging);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// @throws UnusablePackage if a package cannot be installed together with the existing ones
  void add(List<PackageContent> packages, SandboxFiles base) {
    for (PackageContent each : packages) {
      remove(each.source());
    }
    Set<String> programs = SelfRunningFiles.in(base).programs();
    for (PackageContent each : packages) {
      PackageSource source = each.source();
      RuntimeEnvironment place = new RuntimeEnvironment(source.environment());
      ProgramNames names =
          new ProgramNames(
              programs,
              source.isOfIndex() ? ProgramNames.Origin.INDEX : ProgramNames.Origin.CARRIED);
      switch (source.ecosystem()) {
        case PIP -> {
          prepare(place);
          Wheel wheel = new Wheel(source.file(), each.content());
          lay(wheel, python.orElseThrow().environment(place), names);
        }
        case NPM -> {
          nodePlaces.add(place);
          NodePackage archive = new NodePackage(source.file(), each.content());
          NodeEnvironment environment = new NodeEnvironment(place);
          Map<String, Set<String>> others = nodePrograms(packages, place);
          source
              .places()
              .forEach(at -> remarks.addAll(environment.lay(archive, at, staging, names, others)));
        }
        case SYSTEM -> {} // dpkg installs them
      }
    }
    keepNamespaces(base);
    linkPrograms();
    requireFree();
    requireOwnModules();
    packages.stream()
        .filter(each -> each.source().ecosystem() == Ecosystem.PIP)
        .map(each -> new RuntimeEnvironment(each.source().environment()))
        .distinct()
        .forEach(place -> requireOneOwner(place, base));
  }

  /// The npm packages at the top of an environment that bring a program, by its name: those of the
  /// image and those that come.
  private Map<String, Set<String>> nodePrograms(
      List<PackageContent> packages, RuntimeEnvironment place) {
    return nodePrograms.computeIfAbsent(
        place,
        _ -> {
          Map<String, Set<String>> owners = new TreeMap<>();
          NodeEnvironment environment = new NodeEnvironment(place);
          for (Item item : left.items().values()) {
            environment
                .owner(item)
                .ifPresent(owner -> add(owners, item.path().replaceFirst(".*/", ""), owner));
          }
          for (PackageContent each : packages) {
            PackageSource source = each.source();
            if (source.ecosystem() == Ecosystem.NPM
                && new RuntimeEnvironment(source.environment()).equals(place)
                && source.places().contains(source.name())) {
              new NodePackage(source.file(), each.content())
                  .programs()
                  .keySet()
                  .forEach(program -> add(owners, program, source.name()));
            }
          }
          return owners;
        });
  }

  private static void add(Map<String, Set<String>> owners, String program, String owner) {
    owners.computeIfAbsent(program, _ -> new HashSet<>()).add(owner);
  }

  private void lay(Wheel wheel, PythonEnvironment environment, ProgramNames names) {
    try (wheel) {
      wheel.lay(environment, staging, names, path -> isTaken(path, wheel.owner()));
      remarks.addAll(wheel.remarks());
    }
  }

  private boolean isTaken(String path, String owner) {
    return Stream.of(left.items(), staging.items())
        .flatMap(
            all ->
                Stream.concat(
                    Stream.ofNullable(all.get(path)),
                    all.subMap(path + "/", path + "0").values().stream()))
        .anyMatch(item -> !item.owners().contains(owner));
  }

  /// Links the programs of a skill's own environment, so that they can be called by name.
  private void linkPrograms() {
    for (Item item : List.copyOf(staging.items().values())) {
      RuntimeEnvironment place = RuntimeEnvironment.at(item.path());
      String name = item.path().substring(item.path().lastIndexOf('/') + 1);
      boolean program =
          item.path().equals(place.venv() + "/bin/" + name)
              || item.path().equals(place.npm() + "/bin/" + name);
      if (program && !place.isShared() && !item.owners().contains(Item.ENVIRONMENT)) {
        staging.link(
            RuntimeEnvironment.PROGRAMS + "/" + name,
            ExtraPackages.TOOLS + "/program",
            place.owner());
      }
    }
  }

  private void requireOwnModules() {
    NodeNames names = new NodeNames(left.plus(staging.items().values()));
    if (!names.faults().isEmpty()) {
      throw new UnusablePackage(
          "The packages cannot be installed beside each other: %s."
              .formatted(String.join("; ", names.faults().stream().limit(SHOWN).toList())));
    }
    names
        .hidden(staging.items().keySet())
        .forEach(each -> (each.fromOthers() ? doubts : remarks).add(each.sentence()));
  }

  /// Of two declarations of one namespace, the one that is there stays.
  private void keepNamespaces(SandboxFiles base) {
    for (Item item : List.copyOf(staging.items().values())) {
      left.find(item.path())
          .filter(other -> item.path().endsWith("/__init__.py") && !other.isLike(item))
          .ifPresent(other -> staging.keepNamespace(other, text(other, base)));
    }
  }

  /// Requires a single owner for every name that Python imports and for every package's metadata.
  private void requireOneOwner(RuntimeEnvironment place, SandboxFiles base) {
    PythonNames names = names(place, contents(), base);
    if (!names.faults().isEmpty()) {
      throw new UnusablePackage(
          "The packages cannot be installed beside each other: %s%s"
              .formatted(
                  names.faults().stream()
                      .limit(SHOWN)
                      .map(PythonNames.Fault::sentence)
                      .collect(Collectors.joining("; ")),
                  names.faults().size() > SHOWN
                      ? "; and %d more.".formatted(names.faults().size() - SHOWN)
                      : "."));
    }
    Set<String> known = new HashSet<>(names(place, left, base).remarks());
    names.remarks().stream().filter(each -> !known.contains(each)).forEach(remarks::add);
    names.code().stream()
        .filter(each -> place.isShared() && staging.items().containsKey(each.path()))
        .map(
            each ->
                "%s of %s runs code at every start of Python, also for other skills: %s"
                    .formatted(
                        each.path(),
                        String.join(" and ", each.owners()),
                        Visible.line(each.line(), 160)))
        .forEach(doubts::add);
    for (PythonNames.Addition each : names.additions()) {
      boolean added = staging.items().containsKey(each.path());
      boolean hosted = isNew(each.host());
      if (added || hosted) {
        String sentence =
            "%s adds to %s of %s: %s"
                .formatted(
                    String.join(" and ", each.owners()), each.name(), each.host(), each.path());
        if (place.isShared() && added != hosted) {
          doubts.add(
              sentence
                  + (hosted
                      ? ". It was there before that package, for other skills."
                      : ". Other skills use that package, too."));
        } else {
          remarks.add(sentence);
        }
      }
    }
    searched.put(place, names.folders());
  }

  /// Returns whether the image had no version of this package before.
  boolean isNew(String owner) {
    String project = owner.substring(0, owner.lastIndexOf(' ') + 1);
    return staging.items().values().stream().anyMatch(item -> item.owners().contains(owner))
        && before.files().items().values().stream()
            .flatMap(item -> item.owners().stream())
            .noneMatch(other -> other.startsWith(project));
  }

  private PythonNames names(RuntimeEnvironment place, Contents contents, SandboxFiles base) {
    PythonProbe probe = python.orElseThrow();
    return new PythonNames(
        probe.environment(place), contents, item -> text(item, base), probe.library());
  }

  /// Reads the content of a new or existing file of the image.
  private String text(Item item, SandboxFiles base) {
    Item staged = staging.items().get(item.path());
    if (staged != null && staged.content().equals(item.content())) {
      return staging.text(staged);
    }
    if (base.stat(item.path()).filter(file -> file.size() > Staging.LONGEST_TEXT).isPresent()) {
      throw Staging.tooLong(item.path());
    }
    byte[] bytes = base.read(item.path(), Staging.LONGEST_TEXT);
    if (!Digest.of(bytes).hex().equals(item.content())) {
      throw new AssayException(
          ErrorCode.VALIDATION_ERROR,
          "%s is not what the image's list of files says. Run `assay images verify`, then resume."
              .formatted(item.path()));
    }
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  boolean isStaged(String path) {
    return staging.items().containsKey(path);
  }

  /// Everything the image is to have.
  Contents contents() {
    return left.plus(claim().added().values());
  }

  /// Folders that Python searches in an environment to which packages were added.
  List<String> searched(RuntimeEnvironment place) {
    return searched.getOrDefault(place, List.of());
  }

  Collection<RuntimeEnvironment> pythonPlaces() {
    return searched.keySet();
  }

  Set<RuntimeEnvironment> nodePlaces() {
    return Set.copyOf(nodePlaces);
  }

  PythonProbe probe() {
    return python.orElseThrow();
  }

  /// Things that a person has to acknowledge before the packages are used.
  List<String> doubts() {
    return List.copyOf(doubts);
  }

  /// Removes the files of an older version of a package.
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

  /// Requires that no package changes a file of another one. Identical files may have several
  /// owners.
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
                  String.join(", ", taken.subList(0, Math.min(SHOWN, taken.size()))),
                  taken.size() > SHOWN ? " and %d more.".formatted(taken.size() - SHOWN) : "."));
    }
  }

  /// Finds a file or link at a place where the path needs a folder.
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

  /// Returns the claim of the new layer. A shared file keeps its earlier owners.
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

  /// Puts all files into a sandbox.
  void apply(Sandbox sandbox) {
    LayerClaim claim = claim();
    LayerWriter writer = new LayerWriter(sandbox);
    writer.remove(claim.removed(), claim.emptied());
    sandbox.files().upload(staging.folder(), "/");
    writer.link(
        claim.added().values().stream().filter(item -> item.kind() == Item.Kind.LINK).toList());
  }

  /// Compiles the new Python sources.
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
