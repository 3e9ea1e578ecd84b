package dev.assay.validation.dependency;

import dev.assay.contents.NodePackage;
import dev.assay.contents.UnusablePackage;
import dev.assay.packages.PackageDoor;
import dev.assay.packages.PackageFile;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.validation.dependency.Installation.Ran;
import dev.assay.validation.dependency.PackageSource.Made;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Has npm find out, in a throw-away sandbox, which packages go where, without running anything of
/// them, and gets their files as our side received them from the registry. A package that has to
/// run something when it is installed may do so in that sandbox; then its own folder is taken over.
public final class NpmResolver {
  private final TimedCommands commands;
  private final RuntimeEnvironment place;
  private final Sources sources;

  /// @param door to the registries
  /// @param variables by which npm finds the door
  /// @param work a folder of ours for the files of packages
  record Sources(PackageDoor door, Map<String, String> variables, Path work) {}

  NpmResolver(TimedCommands commands, RuntimeEnvironment place, Sources sources) {
    this.commands = commands;
    this.place = place;
    this.sources = sources;
  }

  /// @param before what the image has
  Resolution resolve(List<String> packages, NpmTree before) {
    List<Ran> ran = new ArrayList<>();
    List<String> words = npm("install");
    words.addAll(List.of("--ignore-scripts", "--"));
    words.addAll(packages);
    ran.add(commands.run(words, sources.variables()));
    if (!ran.getLast().succeeded()) {
      return new Resolution.CommandFailed(ran);
    }
    NpmTree after = NpmTree.in(commands.sandbox().files(), place);
    List<Placing> wanted = new ArrayList<>();
    for (String top : after.changedSince(before)) {
      wanted.addAll(placings(after.of(top)));
    }
    List<String> scripted =
        wanted.stream()
            .map(Placing::archive)
            .filter(NodePackage::hasInstallScript)
            .map(NodePackage::name)
            .distinct()
            .toList();
    if (!scripted.isEmpty()) {
      List<String> rebuild = npm("rebuild");
      rebuild.add("--allow-scripts=" + String.join(",", scripted)); // older ones allow all anyway
      ran.add(commands.run(rebuild, sources.variables()));
      if (!ran.getLast().succeeded()) {
        return new Resolution.CommandFailed(ran);
      }
    }
    List<PackageContent> contents = new ArrayList<>();
    wanted.forEach(each -> contents.add(content(each)));
    return new Resolution.Resolved(contents, ran);
  }

  private List<String> npm(String command) {
    List<String> words = new ArrayList<>(List.of("npm", command, "--global"));
    words.addAll(List.of("--prefix", place.npm(), "--no-audit", "--no-fund"));
    words.addAll(List.of("--no-progress", "--loglevel=http"));
    return words;
  }

  private record Placing(String at, PackageFile file, NodePackage archive) {}

  /// What no registry offered must lie in the archive of the package around it.
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

  private PackageContent content(Placing placing) {
    boolean built = placing.archive().hasInstallScript();
    try {
      Path content =
          built ? taken(placing) : PackageStore.take(placing.file().content(), sources.work());
      return new PackageContent(
          new PackageSource(
              Ecosystem.NPM,
              placing.archive().name(),
              placing.archive().version(),
              place.skill(),
              placing.file().name(),
              PackageStore.digest(content),
              Files.size(content),
              built ? Made.BUILT_HERE : Made.PUBLISHED,
              placing.file().origin(),
              List.of(placing.at())),
          content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Its own folder as its scripts left it, without the packages in it.
  private Path taken(Placing placing) {
    try {
      Path folder = Files.createTempDirectory(sources.work(), "npm").resolve("package");
      String inside = NpmTree.modules(place) + "/" + placing.at();
      List<String> _ = commands.sandbox().files().download(inside, folder);
      return NodePackage.pack(folder, sources.work());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
