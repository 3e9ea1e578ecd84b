package dev.assay.validation.lab;

import dev.assay.packages.PackageDoor;
import dev.assay.skill.SkillName;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.validation.dependency.Inventory;
import dev.assay.validation.dependency.PackageContent;
import dev.assay.validation.dependency.Workbenches;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The throw-away sandboxes of one installation. Their network is blocked except for the door to
/// the package indexes.
final class Benches implements Workbenches, AutoCloseable {
  /// The port of the door in the sandbox.
  static final int DOOR = 3129;

  private final Laboratory laboratory;
  private final ImageMaker maker;
  private final Plan plan;
  private final PackageDoor door;
  private final Optional<PythonProbe> python;
  private final Sandbox first;
  private boolean untouched = true;

  /// @param skill the skill whose packages are resolved
  /// @param environment the environment for the packages
  /// @param image the inventory of the site's image
  record Plan(
      Laboratory.Site site,
      SkillName skill,
      RuntimeEnvironment environment,
      Inventory image,
      PackageFolder work) {}

  /// @param withPython whether Python packages are resolved
  Benches(
      Laboratory laboratory, ImageMaker maker, Plan plan, PackageDoor door, boolean withPython) {
    this.laboratory = laboratory;
    this.maker = maker;
    this.plan = plan;
    this.door = door;
    this.first = laboratory.open(plan.site());
    try {
      this.python = withPython ? Optional.of(PythonProbe.ask(first)) : Optional.empty();
    } catch (RuntimeException e) {
      first.destroy();
      throw e;
    }
  }

  /// Returns the first sandbox, to be inspected before it is used.
  Sandbox first() {
    return first;
  }

  Optional<PythonProbe> python() {
    return python;
  }

  @Override
  public Sandbox open() {
    return openWith(List.of());
  }

  @Override
  public Sandbox openWith(List<PackageContent> packages) {
    Sandbox sandbox = untouched ? first : laboratory.open(plan.site());
    untouched = false;
    try {
      furnish(sandbox, packages);
      sandbox.listen(DOOR, door::serve);
      return sandbox;
    } catch (RuntimeException e) {
      sandbox.destroy();
      throw e;
    }
  }

  /// Prepares a sandbox. It removes the environment that an older version of the skill has left.
  private void furnish(Sandbox sandbox, List<PackageContent> packages) {
    RuntimeEnvironment own = new RuntimeEnvironment(plan.skill().text());
    sandbox.files().delete(own.folder());
    if (python.isPresent() || !packages.isEmpty()) {
      try (Assembly assembly = maker.assembly(plan.image(), python, plan.work())) {
        assembly.clear(own);
        if (python.isPresent()) {
          assembly.prepare(plan.environment());
        }
        if (!packages.isEmpty()) {
          assembly.add(packages, sandbox.files());
        }
        assembly.apply(sandbox);
      }
    }
  }

  @Override
  public void end(Sandbox sandbox) {
    laboratory.endProcesses(sandbox);
  }

  @Override
  public Path carried(String path) {
    return laboratory.file(plan.site(), path);
  }

  @Override
  public void close() {
    if (untouched) {
      first.destroy();
    }
  }
}
