package dev.assay.contents;

import dev.assay.skill.Visible;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Rules for the names of programs that packages bring. On every machine, only their own packages
/// may bring interpreters, shells, installers and common tools (`programs.txt`).
///
/// @param base the programs of the base
/// @param origin the origin of the package
public record ProgramNames(Set<String> base, Origin origin) {
  private static final Pattern USABLE = Pattern.compile("[A-Za-z0-9_@+][A-Za-z0-9._@+-]{0,100}");
  private static final Pattern VERSION = Pattern.compile("[-.]?[0-9][0-9.]*$");

  /// Programs of sandboxes that precede those of packages, whatever the base has.
  private static final Set<String> OURS = Set.of("pip");

  /// The packages that may bring a program, such as `pip cmake`, by its name.
  private static final Map<String, Set<String>> COMMON = common();

  public ProgramNames {
    base = Set.copyOf(base);
  }

  /// The origin of a package, on which the rules for its programs depend.
  public enum Origin {
    INDEX,
    CARRIED
  }

  private static Map<String, Set<String>> common() {
    Map<String, Set<String>> all = new HashMap<>();
    for (String line : DataLines.read("programs.txt")) {
      int colon = line.lastIndexOf(':');
      String packages = line.substring(colon + 1).strip();
      all.put(
          line.substring(0, colon),
          packages.isEmpty() ? Set.of() : Set.of(packages.split(",\\s*", -1)));
    }
    return all;
  }

  /// @throws UnusablePackage if the name could be mistaken for another one where it is typed or
  ///   listed
  static void requireUsable(String program, String project) {
    if (!USABLE.matcher(program).matches()) {
      throw new UnusablePackage(
          "The package %s would bring a program with the name %s, which cannot be typed safely. Names begin with a letter, a digit or _ and hold letters, digits and . _ @ + - only."
              .formatted(Visible.line(project, 120), Visible.line(program, 100)));
    }
  }

  /// Decides about one program.
  ///
  /// @param project the package that brings it, such as `pip cmake`
  /// @return a remark if the program is left out, because the base's own stays in its place
  /// @throws UnusablePackage if the package may not bring it
  Optional<String> rule(String program, String project) {
    requireUsable(program, project);
    String plain = VERSION.matcher(program).replaceFirst("");
    Set<String> behind = COMMON.getOrDefault(program, COMMON.get(plain));
    if (behind == null) {
      return Optional.empty();
    }
    if (origin != Origin.INDEX || !behind.contains(project)) {
      throw new UnusablePackage(
          "The package %s would bring a program called %s, which people and agents call without asking whose it is. Rename the program%s."
              .formatted(
                  project,
                  program,
                  behind.isEmpty()
                      ? ""
                      : ", or declare " + String.join(" or ", behind) + " from its index"));
    }
    return base.contains(program) || OURS.contains(plain)
        ? Optional.of(
            "%s: its program %s was left out, because sandboxes have their own"
                .formatted(project, program))
        : Optional.empty();
  }
}
