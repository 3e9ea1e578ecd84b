package dev.assay.validation.lab;

import dev.assay.intake.Versions;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFiles;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.validation.dependency.PackageList;
import dev.assay.validation.dependency.PackageReader;
import java.util.List;

/// Checks packages of the operating system. The base has them, or they are installed if the base
/// permits that. A package that cannot be had is a limit of this platform and says nothing about a
/// skill.
final class SystemPackages {
  private static final List<String> PROGRAMS =
      List.of("/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin");

  private SystemPackages() {}

  /// Reads the packages of a sandbox. Those of the operating system are many, so they are read only
  /// if the skill declares some.
  static PackageList read(Sandbox sandbox, Dependencies declared) {
    return declared.system().isEmpty()
        ? PackageReader.read(sandbox)
        : PackageReader.readAll(sandbox);
  }

  /// Returns the declared packages that are missing. On a base without a list of packages, a
  /// package without a version range counts as there if its program exists.
  static List<Requirement> missing(Dependencies declared, PackageList there, SandboxFiles files) {
    boolean listed =
        there.packages().stream().anyMatch(each -> each.ecosystem() == Ecosystem.SYSTEM);
    return declared.system().stream()
        .filter(each -> listed ? !isThere(each, there) : !hasProgram(each, files))
        .toList();
  }

  private static boolean isThere(Requirement wanted, PackageList there) {
    return there
        .find(Ecosystem.SYSTEM, wanted.name(), RuntimeEnvironment.SHARED)
        .filter(found -> Versions.fits(wanted, found.version()))
        .isPresent();
  }

  private static boolean hasProgram(Requirement wanted, SandboxFiles files) {
    return wanted.range().isEmpty()
        && PROGRAMS.stream()
            .anyMatch(folder -> files.stat(folder + "/" + wanted.name()).isPresent());
  }

  /// Returns the packages in apt's spelling. apt accepts only exact versions; other ranges are
  /// checked afterwards.
  static List<String> spellings(List<Requirement> requirements) {
    return requirements.stream()
        .map(
            each ->
                each.range().startsWith("=")
                    ? each.name() + "=" + each.range().replaceFirst("^=+", "")
                    : each.name())
        .toList();
  }

  /// @param why the output of apt; empty if apt was not asked
  static AssayException lacking(
      List<Requirement> missing, PackageList there, Sandbox sandbox, String why) {
    String base = sandbox.spec().image().base();
    List<String> words =
        missing.stream()
            .map(
                each ->
                    each.spelling()
                        + there
                            .find(Ecosystem.SYSTEM, each.name(), RuntimeEnvironment.SHARED)
                            .map(found -> " (it has " + found.version() + ")")
                            .orElse(""))
            .toList();
    return new AssayException(
        ErrorCode.VALIDATION_ERROR,
        "The base \"%s\" lacks packages of the operating system that the skill declares: %s. That says nothing about the skill. %s, then resume.%s"
            .formatted(
                base,
                String.join(", ", words),
                remedy(base, missing),
                why.isEmpty() ? "" : " " + why));
  }

  private static String remedy(String base, List<Requirement> missing) {
    List<String> names = missing.stream().map(Requirement::name).toList();
    return base.equals(SandboxImage.HOST)
        ? "Install them on this machine (apt-get install %s), or choose a base that has them (assay.sandbox.base)"
            .formatted(String.join(" ", names))
        : "Choose a base that has them (assay.sandbox.base)";
  }
}
