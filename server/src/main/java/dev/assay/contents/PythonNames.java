package dev.assay.contents;

import dev.assay.skill.Visible;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The names that Python's importers and finders of metadata see in an environment, each with the
/// package that owns it. A name has one owner. Only a namespace is shared, and then each name in it
/// has one owner.
///
/// The searched folders are those of a program of the environment: its own folder first, then the
/// folders that `.pth` files put before the others, the packages, and the folders that `.pth` files
/// add.
public final class PythonNames {
  private static final Pattern MODULE =
      Pattern.compile("(?<name>[^.]+)(?:\\.(?:py|pyc|pyw)|(?:\\.[A-Za-z0-9_-]+)*\\.(?:so|pyd))");
  private static final Pattern METADATA =
      Pattern.compile("(?i).*\\.(?:dist-info|egg-info|egg-link|egg)|EGG-INFO|egg-info");
  private static final Set<String> METADATA_FILES =
      Set.of("direct_url.json", "INSTALLER", "RECORD", "METADATA", "PKG-INFO", "entry_points.txt");
  private static final Pattern NESTED =
      Pattern.compile("(?<folder>.+\\.(?:dist-info|egg-info))/(?:METADATA|PKG-INFO)");
  private static final Pattern OWN = Pattern.compile("(?<name>.+?)-(?<version>[^-]+)\\.dist-info");
  private static final Pattern OWN_METADATA =
      Pattern.compile(".*/site-packages/[^/]+\\.dist-info/METADATA");
  private static final Pattern REQUIRED = Pattern.compile("(?m)^Requires-Dist: *([A-Za-z0-9._-]+)");
  private static final int SHOWN = 3;

  /// Modules that Python imports by itself.
  private static final Set<String> AT_START = Set.of("sitecustomize", "usercustomize");

  /// Names that several packages bring by agreement, with these packages.
  private static final Map<String, Pattern> AGREED =
      DataLines.read("shared-names.txt").stream()
          .map(line -> line.split(": *", 2))
          .collect(
              Collectors.toUnmodifiableMap(
                  words -> words[0],
                  words ->
                      Pattern.compile(words[1].replaceAll(", *", "|").replace("*", "[a-z0-9-]+"))));

  private final PythonEnvironment environment;
  private final SortedMap<String, Item> items;
  private final Function<Item, String> text;
  private final Set<String> library;
  private final Name top = new Name();
  private final Set<Fault> faults = new LinkedHashSet<>();
  private final SortedSet<String> remarks = new TreeSet<>();
  private final List<StartLine> code = new ArrayList<>();
  private final List<Addition> additions = new ArrayList<>();
  private final List<String> folders = new ArrayList<>();

  /// A reason why packages cannot be installed together.
  public record Fault(Rule rule, String sentence) {}

  public enum Rule {
    /// Metadata belongs to its own package.
    METADATA,
    /// A name that can be imported has one owner.
    NAME,
    /// Modules of the standard library are found before those of packages.
    LIBRARY,
    /// Python searches only folders of the environment.
    FOLDER
  }

  /// A line that Python runs at every start and that is not known to be harmless.
  public record StartLine(String path, String line, List<String> owners) {}

  /// A file that a package adds to another package, which it requires, at least for an extra.
  ///
  /// @param name the name of the package inside the host
  public record Addition(String path, List<String> owners, String name, String host) {}

  /// @param contents the complete contents of the planned image
  /// @param text reads a file of the image
  /// @param library the modules of the standard library
  public PythonNames(
      PythonEnvironment environment,
      Contents contents,
      Function<Item, String> text,
      Set<String> library) {
    this.environment = environment;
    this.items = contents.items().subMap(environment.root() + "/", environment.root() + "0");
    this.text = text;
    this.library = library;
    read();
  }

  public Collection<Fault> faults() {
    return faults;
  }

  /// Remarks for a reviewer.
  public Collection<String> remarks() {
    return remarks;
  }

  public List<StartLine> code() {
    return List.copyOf(code);
  }

  public List<Addition> additions() {
    return List.copyOf(additions);
  }

  /// Folders that Python searches for packages and their metadata.
  public List<String> folders() {
    return List.copyOf(folders);
  }

  private void read() {
    List<String> first = new ArrayList<>(List.of(environment.programs()));
    List<String> appended = new ArrayList<>();
    for (Item item : below(environment.site())) {
      String name = item.path().substring(environment.site().length() + 1);
      if (name.endsWith(".pth") && name.indexOf('/') < 0 && item.kind() == Item.Kind.FILE) {
        readPaths(item, first, appended);
      }
    }
    folders.addAll(first);
    folders.add(environment.site());
    folders.addAll(appended);
    List<String> distinct = folders.stream().distinct().toList();
    folders.clear();
    folders.addAll(distinct);
    for (String folder : folders) {
      readFolder(folder, first.contains(folder));
    }
    top.inner.forEach((name, found) -> requireOneOwner(name, found));
    readNested();
  }

  private void fault(Rule rule, String sentence) {
    faults.add(new Fault(rule, sentence));
  }

  private Collection<Item> below(String folder) {
    return items.subMap(folder + "/", folder + "0").values();
  }

  private void readPaths(Item item, List<String> first, List<String> appended) {
    PathLines lines =
        PathLines.parse(
            text.apply(item),
            item.owners().stream().map(PythonNames::project).toList(),
            environment.site(),
            environment.root());
    for (String folder : lines.outside()) {
      fault(
          Rule.FOLDER,
          "%s of %s makes Python search %s, which is no folder of its packages"
              .formatted(item.path(), owners(item.owners()), Visible.line(folder, 200)));
    }
    for (String folder : lines.appended()) {
      if (items.containsKey(folder)) {
        fault(
            Rule.FOLDER,
            "%s of %s makes Python search the archive %s, whose modules nobody can list"
                .formatted(item.path(), owners(item.owners()), folder));
      }
    }
    first.addAll(lines.first());
    appended.addAll(lines.appended());
    for (String namespace : lines.namespaces()) {
      top.at(namespace).add(item);
      requireNotOfLibrary(namespace.split("\\.", 2)[0], item);
    }
    lines.code().forEach(line -> code.add(new StartLine(item.path(), line, item.owners())));
  }

  private void readFolder(String folder, boolean first) {
    for (Item item : below(folder)) {
      String[] words = item.path().substring(folder.length() + 1).split("/", -1);
      if (isMetadata(words)) {
        requireOwnMetadata(folder, words[0], item);
        continue;
      }
      readItem(words, item);
      Optional<String> name = importable(words);
      if (first) {
        name.ifPresent(each -> requireNotOfLibrary(each, item));
      } else if (folder.equals(environment.site())) {
        name.filter(library::contains)
            .ifPresent(
                each ->
                    remarks.add(
                        "%s of %s is never imported: the standard library's own comes first"
                            .formatted(each, owners(item.owners()))));
      }
      name.filter(AT_START::contains)
          .ifPresent(each -> code.add(new StartLine(item.path(), "import " + each, item.owners())));
    }
  }

  private static boolean isMetadata(String[] words) {
    return METADATA.matcher(words[0]).matches()
        || (words.length == 1 && METADATA_FILES.contains(words[0]));
  }

  /// Checks that metadata in a searched folder belongs to its own package, because it declares an
  /// installed package.
  private void requireOwnMetadata(String folder, String name, Item item) {
    Matcher own = OWN.matcher(name);
    boolean ours =
        folder.equals(environment.site())
            && own.matches()
            && item.owners()
                .equals(
                    List.of(
                        Wheel.owner(Wheel.comparable(own.group("name")), own.group("version"))));
    if (!ours) {
      fault(
          Rule.METADATA,
          "%s/%s of %s is metadata of a package that was not installed"
              .formatted(folder, Visible.line(name, 200), owners(item.owners())));
    }
  }

  /// The top-level name under which a file can be imported; empty if there is none.
  private static Optional<String> importable(String[] words) {
    if (words.length == 1) {
      Matcher module = MODULE.matcher(words[0]);
      return module.matches() ? Optional.of(module.group("name")) : Optional.empty();
    }
    return words.length == 2 && isInit(words[1]) ? Optional.of(words[0]) : Optional.empty();
  }

  private static boolean isInit(String file) {
    Matcher module = MODULE.matcher(file);
    return module.matches() && module.group("name").equals("__init__");
  }

  private void requireNotOfLibrary(String name, Item item) {
    if (library.contains(name)) {
      fault(
          Rule.LIBRARY,
          "%s of %s would be imported in place of %s of the standard library"
              .formatted(item.path(), owners(item.owners()), name));
    }
  }

  private void readItem(String[] words, Item item) {
    Name at = top;
    for (int i = 0; i < words.length - 1; i++) {
      if (words[i].equals("__pycache__") || words[i].indexOf('.') >= 0) {
        return; // no name leads there
      }
      at = at.inner.computeIfAbsent(words[i], _ -> new Name());
    }
    String file = words[words.length - 1];
    Matcher module = MODULE.matcher(file);
    if (words.length > 1 && isInit(file)) {
      at.inits.add(item);
      at.add(item);
    } else if (module.matches()) {
      Name name = at.inner.computeIfAbsent(module.group("name"), _ -> new Name());
      name.modules.add(item);
      name.add(item);
    } else if (words.length > 1) {
      at.add(item);
    }
  }

  /// A name and the names below it.
  private static final class Name {
    private final SortedMap<String, Name> inner = new TreeMap<>();
    private final List<Item> inits = new ArrayList<>();
    private final List<Item> modules = new ArrayList<>();

    /// The files of this name itself, one for each list of owners.
    private final Map<List<String>, Item> files = new TreeMap<>(OWNERS);

    private void add(Item item) {
      files.putIfAbsent(item.owners(), item);
    }

    private Name at(String dotted) {
      Name name = this;
      for (String word : dotted.split("\\.", -1)) {
        name = name.inner.computeIfAbsent(word, _ -> new Name());
      }
      return name;
    }

    /// The files of this name and of all names below it.
    private Map<List<String>, Item> all() {
      Map<List<String>, Item> all = new TreeMap<>(OWNERS);
      all.putAll(files);
      inner.values().forEach(each -> each.all().forEach(all::putIfAbsent));
      return all;
    }
  }

  private static final java.util.Comparator<List<String>> OWNERS =
      java.util.Comparator.comparing(owners -> String.join("\n", owners));

  private void requireOneOwner(String dotted, Name name) {
    Map<List<String>, Item> owners = name.all();
    if (owners.size() <= 1) {
      return;
    }
    boolean namespace =
        name.modules.isEmpty() && name.inits.stream().allMatch(this::declaresNamespace);
    if (namespace || isAgreed(dotted, name, owners.keySet()) || isAddition(dotted, name, owners)) {
      name.inner.forEach((word, found) -> requireOneOwner(dotted + "." + word, found));
      return;
    }
    fault(
        Rule.NAME,
        "%s would be imported from files of several packages: %s"
            .formatted(
                Visible.line(dotted, 200),
                owners.values().stream()
                    .limit(SHOWN)
                    .map(item -> owners(item.owners()) + " (" + item.path() + ")")
                    .collect(Collectors.joining(", "))));
  }

  /// Names with a wildcard are open to every publisher, so such a package may add no code there.
  private boolean isAgreed(String dotted, Name name, Collection<List<String>> owners) {
    Pattern agreed = AGREED.get(dotted);
    return agreed != null
        && (!agreed.pattern().contains("[")
            || (name.modules.isEmpty()
                && name.inits.stream().allMatch(init -> text.apply(init).isBlank())))
        && owners.stream()
            .flatMap(List::stream)
            .allMatch(owner -> agreed.matcher(project(owner)).matches());
  }

  private static String project(String owner) {
    String[] words = owner.split(" ", -1);
    return words.length == 3 ? words[1] : owner;
  }

  /// Says whether packages add names of their own to a package that all of them require, at least
  /// for an extra.
  private boolean isAddition(String dotted, Name name, Map<List<String>, Item> owners) {
    Set<String> all =
        owners.keySet().stream()
            .flatMap(List::stream)
            .collect(Collectors.toCollection(TreeSet::new));
    Optional<String> host =
        all.stream()
            .filter(each -> !name.inits.isEmpty() || !name.modules.isEmpty())
            .filter(
                each ->
                    Stream.concat(name.inits.stream(), name.modules.stream())
                        .allMatch(item -> item.owners().contains(each)))
            .filter(
                each ->
                    all.stream()
                        .allMatch(other -> other.equals(each) || requires(other, project(each))))
            .findFirst();
    host.ifPresent(
        owner ->
            owners.values().stream()
                .filter(item -> !item.owners().contains(owner))
                .forEach(
                    item ->
                        additions.add(new Addition(item.path(), item.owners(), dotted, owner))));
    return host.isPresent();
  }

  private boolean requires(String owner, String project) {
    return below(environment.site()).stream()
        .filter(item -> item.owners().equals(List.of(owner)))
        .filter(item -> OWN_METADATA.matcher(item.path()).matches())
        .anyMatch(
            item ->
                REQUIRED
                    .matcher(text.apply(item))
                    .results()
                    .anyMatch(found -> Wheel.comparable(found.group(1)).equals(project)));
  }

  private boolean declaresNamespace(Item init) {
    return init.path().endsWith(".py") && NamespaceDeclaration.isIn(text.apply(init));
  }

  /// Remarks on copies of packages within others, which only those others can import.
  private void readNested() {
    Set<String> seen = new HashSet<>();
    for (Item item : below(environment.site())) {
      Matcher nested = NESTED.matcher(item.path().substring(environment.site().length() + 1));
      if (nested.matches()
          && nested.group("folder").indexOf('/') > 0
          && seen.add(nested.group("folder"))) {
        remarks.add(
            "%s carries a copy of another package: %s"
                .formatted(owners(item.owners()), nested.group("folder")));
      }
    }
  }

  private static String owners(List<String> owners) {
    return owners.stream()
        .map(owner -> owner.equals(Item.ENVIRONMENT) ? "the environment" : owner)
        .collect(Collectors.joining(" and "));
  }
}
