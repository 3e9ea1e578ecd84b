package dev.assay.validation.lab;

import dev.assay.packages.PackageDoor;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.validation.dependency.Installation.Ran;
import dev.assay.validation.dependency.Inventory;
import dev.assay.validation.dependency.PackageContent;
import dev.assay.validation.dependency.PackageResolvers;
import dev.assay.validation.dependency.Resolution;
import dev.assay.validation.dependency.Workbenches;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Resolves the packages of a skill in throw-away sandboxes and fetches or builds their files. Code
/// of packages may run there. Only the packages' files are used afterwards.
final class Gathering {
  private final PackageDoor door;
  private final PackageResolvers resolvers;
  private final Map<Ecosystem, List<String>> asked = new TreeMap<>();
  private final Map<Ecosystem, List<PackageContent>> found = new TreeMap<>();

  /// @param benches the sandboxes, whose network is blocked
  /// @param image the image from which they start
  /// @param carried the folders in the sandbox with packages that the skill carries
  /// @param work a folder on the server for the files of packages
  Gathering(
      Workbenches benches,
      PackageDoor door,
      Place place,
      Inventory image,
      List<String> carried,
      Path work,
      Duration time) {
    this.door = door;
    this.resolvers =
        new PackageResolvers(
            benches,
            new PackageResolvers.Indexes(door, Benches.DOOR),
            place.environment(),
            place
                .python()
                .map(
                    probe ->
                        new PackageResolvers.Python(
                            probe.environment(place.environment()), probe.pipWords())),
            new PackageResolvers.Files(image, carried, work),
            time);
  }

  /// @param python the Python of the base; empty if no Python package is requested
  record Place(RuntimeEnvironment environment, Optional<PythonProbe> python) {}

  /// Requests further packages of one ecosystem together with the earlier ones.
  ///
  /// @param ran the list that receives the commands
  /// @return the failure, after which the state is as before; empty on success
  Optional<Resolution.CommandFailed> ask(
      Ecosystem ecosystem, List<String> packages, List<Ran> ran) {
    if (packages.isEmpty()) {
      return Optional.empty();
    }
    List<String> all = new ArrayList<>(asked.getOrDefault(ecosystem, List.of()));
    all.addAll(packages);
    Resolution answer = readable(resolvers.resolve(ecosystem, all));
    ran.addAll(answer.commands());
    return switch (answer) {
      case Resolution.Resolved resolved -> {
        asked.put(ecosystem, all);
        found.put(ecosystem, resolved.packages());
        yield Optional.empty();
      }
      case Resolution.CommandFailed failed -> Optional.of(failed);
    };
  }

  /// Replaces the door's addresses by those of the indexes.
  private Resolution readable(Resolution answer) {
    List<Ran> ran =
        answer.commands().stream()
            .map(
                each ->
                    new Ran(
                        each.words().stream().map(door::readable).toList(),
                        each.code(),
                        door.readable(each.tail()),
                        each.took()))
            .toList();
    return switch (answer) {
      case Resolution.Resolved resolved -> new Resolution.Resolved(resolved.packages(), ran);
      case Resolution.CommandFailed _ -> new Resolution.CommandFailed(ran);
    };
  }

  /// Explains why declared packages cannot be had, if the skill is to blame.
  ///
  /// @throws dev.assay.skill.AssayException if an index is to blame
  String blame(Resolution.CommandFailed failed) {
    InstallationFault.requireIndexes(failed, door);
    return failed.shown();
  }

  List<PackageContent> packages() {
    return found.values().stream().flatMap(List::stream).toList();
  }

  /// Returns a copy of the state, for a later restore.
  Map<Ecosystem, List<PackageContent>> state() {
    return new TreeMap<>(found);
  }

  void restore(Map<Ecosystem, List<PackageContent>> state) {
    found.clear();
    found.putAll(state);
  }
}
