package dev.assay.validation.lab;

import dev.assay.contents.Item;
import dev.assay.contents.LayerClaim;
import dev.assay.contents.UnusablePackage;
import dev.assay.skill.Digest;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.LayerEntry;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.validation.dependency.Inventory;
import dev.assay.validation.dependency.PackageContent;
import dev.assay.validation.dependency.PackageList;
import dev.assay.validation.dependency.PackageReader;
import dev.assay.validation.dependency.PackageSource;
import dev.assay.validation.dependency.PackageStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Makes an image from the files of packages. The sandbox is new, has no network and runs no
/// foreign code. The frozen layer is then compared from outside with the claims of the packages.
public final class ImageMaker {
  private static final int SHOWN = 10;

  private final Laboratory laboratory;
  private final SandboxEngine engine;
  private final Inventories inventories;
  private final PackageStore store;
  private final Limits limits;

  /// @param work a folder on the server for temporary files
  /// @param disk the maximum number of bytes that packages may unpack to
  public record Limits(Path work, long disk) {}

  public ImageMaker(
      Laboratory laboratory,
      SandboxEngine engine,
      Inventories inventories,
      PackageStore store,
      Limits limits) {
    this.laboratory = laboratory;
    this.engine = engine;
    this.inventories = inventories;
    this.store = store;
    this.limits = limits;
  }

  /// Removes the leftovers of a killed server. It must not run while an image is made.
  public static void sweep(Path work) {
    PackageFolder.sweep(work);
  }

  PackageFolder work() {
    return PackageFolder.below(limits.work());
  }

  /// @param python the Python of the base; empty if no Python package is installed
  Assembly assembly(Inventory image, Optional<PythonProbe> python, PackageFolder work) {
    return new Assembly(image, python, work.path(), limits.disk());
  }

  /// @param contents the digest of the list of all files in the image
  /// @param before the packages of the image from which it was made; empty if they were not read
  /// @param packages the packages of the image; empty if nothing changed
  /// @param noticed the notes about files for a reviewer
  /// @param doubts the points that a person has to acknowledge before the image is used
  /// @param failure the reason why the image must not be used
  record Made(
      SandboxImage image,
      Optional<Digest> contents,
      Optional<PackageList> before,
      Optional<PackageList> packages,
      List<String> noticed,
      List<String> doubts,
      Optional<String> failure) {}

  Made unchanged(Laboratory.Site site, Inventory image, Optional<String> failure) {
    return new Made(
        site.image(),
        inventories.keep(site.run(), image),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        failure);
  }

  /// Makes an image from stored files.
  Made remake(
      Laboratory.Site site,
      Inventory image,
      List<PackageSource> sources,
      Set<RuntimeEnvironment> cleared,
      PackageFolder work) {
    return make(site, image, store.fetch(sources, work.path()), cleared, work);
  }

  /// @param cleared the environments that are emptied first
  Made make(
      Laboratory.Site site,
      Inventory image,
      List<PackageContent> packages,
      Set<RuntimeEnvironment> cleared,
      PackageFolder work) {
    boolean clears = cleared.stream().anyMatch(place -> isIn(place, image));
    if (packages.isEmpty() && !clears) {
      return unchanged(site, image, Optional.empty());
    }
    Optional<DebianPackages.Reference> reference = reference(site, image, packages, work);
    try (Sandbox sandbox = laboratory.openBare(site);
        Assembly assembly = assembly(image, python(packages, sandbox), work)) {
      cleared.forEach(assembly::clear);
      assembly.add(packages, sandbox.files());
      PackageList before = read(sandbox, reference);
      if (reference.isPresent()) {
        DebianPackages.install(sandbox, DebianPackages.among(packages));
      }
      assembly.apply(sandbox);
      PluginReaders plugins = PluginReaders.among(assembly, sandbox);
      List<String> doubts = new ArrayList<>(assembly.doubts());
      doubts.addAll(plugins.doubts());
      assembly.compile(sandbox);
      LayerWriter writer = new LayerWriter(sandbox);
      packages.stream()
          .map(each -> new RuntimeEnvironment(each.source().environment()))
          .distinct()
          .forEach(writer::settle);
      List<PackageSource> now = packagesAfter(image, packages, cleared);
      new PackageTools(sandbox).requireSame(assembly, now);
      PackageList after = read(sandbox, reference);
      SelfRunningFiles intruders = SelfRunningFiles.in(sandbox.files());
      Set<String> status =
          reference.isPresent() ? DebianPackages.status(sandbox.files()) : Set.of();
      SandboxImage made = sandbox.freeze();
      List<LayerEntry> found = engine.changes(made);
      LayerClaim claim =
          reference
              .map(
                  known ->
                      together(
                          assembly.claim(),
                          DebianPackages.claim(known, image.files(), status, found)))
              .orElseGet(assembly::claim);
      LayerClaim.Comparison comparison = claim.compare(found);
      List<String> noticed = new ArrayList<>(intruders.among(claim.added().values()));
      noticed.addAll(assembly.remarks());
      noticed.addAll(plugins.remarks());
      Inventory inventory = new Inventory(comparison.after(), now);
      store.keep(packages);
      return new Made(
          made,
          inventories.keep(site.run(), inventory),
          Optional.of(before),
          Optional.of(after),
          noticed,
          doubts,
          failure(comparison.deviations()));
    } catch (UnusablePackage e) {
      return unchanged(site, image, Optional.of(e.reason()));
    }
  }

  private static Optional<PythonProbe> python(List<PackageContent> packages, Sandbox sandbox) {
    return packages.stream().anyMatch(each -> each.source().ecosystem() == Ecosystem.PIP)
        ? Optional.of(PythonProbe.ask(sandbox))
        : Optional.empty();
  }

  private static PackageList read(Sandbox sandbox, Optional<DebianPackages.Reference> reference) {
    return reference.isPresent() ? PackageReader.readAll(sandbox) : PackageReader.read(sandbox);
  }

  /// Installs all system packages, old and new, on the clean base for reference.
  private Optional<DebianPackages.Reference> reference(
      Laboratory.Site site, Inventory image, List<PackageContent> packages, PackageFolder work) {
    List<PackageContent> added = DebianPackages.among(packages);
    if (added.isEmpty()) {
      return Optional.empty();
    }
    List<PackageSource> older =
        image.packages().stream()
            .filter(each -> each.ecosystem() == Ecosystem.SYSTEM)
            .filter(each -> added.stream().noneMatch(one -> each.isReplacedBy(one.source())))
            .toList();
    List<PackageContent> all = new ArrayList<>(store.fetch(older, work.path()));
    all.addAll(added);
    try (Sandbox clean = laboratory.openBare(site.onBase())) {
      return Optional.of(DebianPackages.refer(clean, engine, all));
    }
  }

  private static LayerClaim together(LayerClaim claim, DebianPackages.Claimed system) {
    SortedMap<String, Item> added = new TreeMap<>(system.added());
    added.putAll(claim.added());
    Set<String> removed = new HashSet<>(system.removed());
    removed.addAll(claim.removed());
    return new LayerClaim(claim.before(), added, removed, system.folders());
  }

  private static List<PackageSource> packagesAfter(
      Inventory image, List<PackageContent> packages, Set<RuntimeEnvironment> cleared) {
    Inventory left =
        new Inventory(
            image.files(),
            image.packages().stream()
                .filter(each -> !cleared.contains(new RuntimeEnvironment(each.environment())))
                .toList());
    return left.packagesWith(packages.stream().map(PackageContent::source).toList());
  }

  private static boolean isIn(RuntimeEnvironment place, Inventory image) {
    return !image.files().items().subMap(place.folder() + "/", place.folder() + "0").isEmpty();
  }

  private static Optional<String> failure(List<String> deviations) {
    return deviations.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "The image is not what the packages claim, so it may not be used: %s%s"
                .formatted(
                    String.join("; ", deviations.subList(0, Math.min(SHOWN, deviations.size()))),
                    deviations.size() > SHOWN
                        ? "; and %d more.".formatted(deviations.size() - SHOWN)
                        : "."));
  }
}
