package dev.assay.validation.dependency;

import dev.assay.skill.Digest;
import dev.assay.skill.dependency.Ecosystem;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// The file that a package of an image was installed from.
///
/// @param name as its ecosystem compares names
/// @param environment the skill in whose environment it is; empty if everybody shares it
/// @param file its name, such as `numpy-2.4.6-cp311-….whl`
/// @param sha256 of its content
/// @param origin where it came from: the address at the index, or the path in the skill
/// @param places of npm packages: folders below `lib/node_modules`
/// @param builtFrom hash of the sources at the origin that it was built from here; empty if it was
///   not, or before that was kept
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
    /// As an index offers it.
    PUBLISHED,
    /// As the skill carries it.
    CARRIED,
    /// Built from sources in a throw-away sandbox: nobody but us has this file.
    BUILT_HERE
  }

  /// Whether an index offers it, or the sources it was built from.
  public boolean isOfIndex() {
    return made == Made.PUBLISHED || (made == Made.BUILT_HERE && !origin.startsWith("/"));
  }

  public PackageSource {
    places = List.copyOf(places);
    builtFrom = Objects.requireNonNullElse(builtFrom, Optional.empty()); // not in older records
  }

  /// The file as it is at its origin.
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

  /// Whether it is that file, or was built from it.
  boolean isFrom(Digest original) {
    return sha256.equals(original) || builtFrom.filter(original::equals).isPresent();
  }

  /// Whether the other one takes the place of this one in an image.
  public boolean isReplacedBy(PackageSource other) {
    return ecosystem == other.ecosystem
        && environment.equals(other.environment)
        && (ecosystem == Ecosystem.NPM
            ? top(places).equals(top(other.places))
            : name.equals(other.name));
  }

  /// Whether npm put it beside others rather than inside another one.
  public boolean isAtTop() {
    return places.stream().noneMatch(place -> place.contains("/node_modules/"));
  }

  /// Whether npm put it inside that one, or inside what is inside it.
  public boolean isInside(PackageSource around) {
    return around.isAtTop()
        && around.ecosystem == ecosystem
        && around.environment.equals(environment)
        && !around.equals(this)
        && top(around.places).equals(top(places));
  }

  /// Whether it is the same file at the same place, wherever it came from.
  public boolean isLike(PackageSource other) {
    return sha256.equals(other.sha256)
        && environment.equals(other.environment)
        && places.equals(other.places);
  }

  /// The package below `lib/node_modules` that these folders belong to.
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
