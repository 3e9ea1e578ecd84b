package dev.assay.validation.dependency;

import dev.assay.skill.Digest;
import dev.assay.skill.dependency.Ecosystem;
import java.util.List;
import java.util.Optional;

/// The file from which a package of an image was installed.
///
/// @param name the normalized name of the ecosystem
/// @param environment the skill that owns the environment; empty for the shared one
/// @param file the file's name, such as `numpy-2.4.6-cp311-….whl`
/// @param sha256 the digest of its content
/// @param origin the origin: the address at the index, or the path in the skill
/// @param places the folders of an npm package below `lib/node_modules`
/// @param builtFrom the hash of the sources from which it was built here; empty if it was not built
///   here
public record PackageSource(
    Ecosystem ecosystem,
    String name,
    String version,
    String environment,
    String file,
    Digest sha256,
    long size,
    Made made,
    String origin,
    List<String> places,
    Optional<Digest> builtFrom) {
  public enum Made {
    /// The file that an index offers.
    PUBLISHED,
    /// The file that the skill carries.
    CARRIED,
    /// A file built from sources in a throw-away sandbox. Only this server has it.
    BUILT_HERE
  }

  /// Tests whether an index offers the file or the sources from which it was built.
  public boolean isOfIndex() {
    return made == Made.PUBLISHED || (made == Made.BUILT_HERE && !origin.startsWith("/"));
  }

  public PackageSource {
    places = List.copyOf(places);
  }

  /// Creates the source of a file that was not built here.
  public PackageSource(
      Ecosystem ecosystem,
      String name,
      String version,
      String environment,
      String file,
      Digest sha256,
      long size,
      Made made,
      String origin,
      List<String> places) {
    this(
        ecosystem,
        name,
        version,
        environment,
        file,
        sha256,
        size,
        made,
        origin,
        places,
        Optional.empty());
  }

  /// Tests whether this is the given file or was built from it.
  boolean isFrom(Digest original) {
    return sha256.equals(original) || builtFrom.filter(original::equals).isPresent();
  }

  /// Tests whether another package replaces this one in an image.
  public boolean isReplacedBy(PackageSource other) {
    return ecosystem == other.ecosystem
        && environment.equals(other.environment)
        && (ecosystem == Ecosystem.NPM
            ? top(places).equals(top(other.places))
            : name.equals(other.name));
  }

  /// Tests whether npm put the package at the top level, and not inside another package.
  public boolean isAtTop() {
    return places.stream().noneMatch(place -> place.contains("/node_modules/"));
  }

  /// Tests whether npm put the package inside the given one, at any depth.
  public boolean isInside(PackageSource around) {
    return around.isAtTop()
        && around.ecosystem == ecosystem
        && around.environment.equals(environment)
        && !around.equals(this)
        && top(around.places).equals(top(places));
  }

  /// Tests whether another source is the same file at the same place, independent of its origin.
  public boolean isLike(PackageSource other) {
    return sha256.equals(other.sha256)
        && environment.equals(other.environment)
        && places.equals(other.places);
  }

  /// Returns the top-level package below `lib/node_modules` that contains these folders.
  static String top(List<String> places) {
    if (places.isEmpty()) {
      return "";
    }
    int nested = places.getFirst().indexOf("/node_modules/");
    return nested < 0 ? places.getFirst() : places.getFirst().substring(0, nested);
  }

  public String shown() {
    return name + " " + version;
  }
}
