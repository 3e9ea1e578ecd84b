package dev.assay.validation.lab;

import dev.assay.contents.LayerClaim;
import dev.assay.contents.UnusablePackage;
import dev.assay.skill.Digest;
import dev.assay.skill.dependency.RuntimeEnvironment;
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
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Makes an image from the files of packages, in a fresh sandbox without network in which nobody's
/// code runs, and compares the frozen layer from outside with what the packages claim.
public final class ImageMaker {
  private static final int SHOWN = 10;

  private final Laboratory laboratory;
  private final SandboxEngine engine;
  private final Inventories inventories;
  private final PackageStore store;
  private final Limits limits;

  /// @param work a folder of ours for what is needed meanwhile
  /// @param disk the most bytes that packages may unpack to
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

  WorkFolder work() {
    return WorkFolder.below(limits.work());
  }

  Assembly assembly(Inventory image, PythonProbe python, WorkFolder work) {
    return new Assembly(image, python, work.path(), limits.disk());
  }

  /// @param contents digest of the list of everything in the image
  /// @param before packages of the image it was made from; empty if nobody looked
  /// @param packages those of the image; empty if nothing changed
  /// @param noticed what a reviewer should know about the files
  /// @param failure why it may not be used
  record Made(
      SandboxImage image,
      Optional<Digest> contents,
      Optional<PackageList> before,
      Optional<PackageList> packages,
      List<String> noticed,
      Optional<String> failure) {}

  Made unchanged(Laboratory.Site site, Inventory image, Optional<String> failure) {
    return new Made(
        site.image(),
        inventories.keep(site.run(), image),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        failure);
  }

  /// From files that are kept.
  Made remake(
      Laboratory.Site site,
      Inventory image,
      List<PackageSource> sources,
      Set<RuntimeEnvironment> cleared,
      WorkFolder work) {
    return make(site, image, store.fetch(sources, work.path()), cleared, work);
  }

  /// @param cleared environments of which nothing stays
  Made make(
      Laboratory.Site site,
      Inventory image,
      List<PackageContent> packages,
      Set<RuntimeEnvironment> cleared,
      WorkFolder work) {
    boolean clears = cleared.stream().anyMatch(place -> isIn(place, image));
    if (packages.isEmpty() && !clears) {
      return unchanged(site, image, Optional.empty());
    }
    try (Sandbox sandbox = laboratory.openBare(site);
        Assembly assembly = assembly(image, PythonProbe.ask(sandbox), work)) {
      cleared.forEach(assembly::clear);
      assembly.add(packages, sandbox.files());
      PackageList before = PackageReader.read(sandbox);
      assembly.apply(sandbox);
      assembly.compile(sandbox);
      LayerWriter writer = new LayerWriter(sandbox);
      packages.stream()
          .map(each -> new RuntimeEnvironment(each.source().environment()))
          .distinct()
          .forEach(writer::settle);
      PackageList after = PackageReader.read(sandbox);
      Intruders intruders = Intruders.in(sandbox.files());
      SandboxImage made = sandbox.freeze();
      return compared(site, image, packages, assembly, made, intruders, before, after, cleared);
    } catch (UnusablePackage e) {
      return unchanged(site, image, Optional.of(e.reason()));
    }
  }

  private Made compared(
      Laboratory.Site site,
      Inventory image,
      List<PackageContent> packages,
      Assembly assembly,
      SandboxImage made,
      Intruders intruders,
      PackageList before,
      PackageList after,
      Set<RuntimeEnvironment> cleared) {
    LayerClaim claim = assembly.claim();
    LayerClaim.Comparison comparison = claim.compare(engine.changes(made));
    Inventory inventory =
        new Inventory(comparison.after(), packagesAfter(image, packages, cleared));
    Optional<Digest> contents = inventories.keep(site.run(), inventory);
    store.keep(packages);
    List<String> noticed = new ArrayList<>(intruders.among(claim.added().values()));
    noticed.addAll(assembly.remarks());
    return new Made(
        made,
        contents,
        Optional.of(before),
        Optional.of(after),
        noticed,
        failure(comparison.deviations()));
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
