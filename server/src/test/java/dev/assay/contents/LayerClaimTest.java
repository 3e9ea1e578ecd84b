package dev.assay.contents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.sandbox.LayerEntry;
import dev.assay.skill.sandbox.LayerEntry.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LayerClaimTest {
  private static final String SITE = "/opt/runtime/venv/lib/python3.11/site-packages";
  private static final Item MODULE = Item.file(SITE + "/alpha.py", 0644, "aa", "pip alpha 1");
  private static final Item LINK = Item.link("/opt/runtime/venv/bin/a", "b", "pip alpha 1");
  private static final Item OTHER = Item.file(SITE + "/beta.py", 0644, "bb", "pip beta 1");
  private static final Item OLD = Item.file(SITE + "/old/gone.py", 0644, "cc", "pip alpha 0");

  private static final LayerClaim CLAIM =
      new LayerClaim(
          Contents.of(List.of(OTHER, OLD)),
          new TreeMap<>(Contents.of(List.of(MODULE, LINK)).items()),
          Set.of(OLD.path()));

  /// Exactly what is claimed.
  private static List<LayerEntry> exact() {
    return new ArrayList<>(
        List.of(
            folder("/opt"),
            folder("/opt/runtime"),
            folder("/opt/runtime/venv"),
            folder("/opt/runtime/venv/bin"),
            new LayerEntry(LINK.path(), Kind.LINK, 0777, "b", 1, List.of()),
            folder("/opt/runtime/venv/lib"),
            folder("/opt/runtime/venv/lib/python3.11"),
            folder(SITE),
            new LayerEntry(SITE + "/old", Kind.REMOVED, 0, "", 1, List.of()),
            folder(SITE + "/__pycache__"),
            file(SITE + "/__pycache__/alpha.cpython-311.pyc", 0644, "dd"),
            file(MODULE.path(), 0644, "aa")));
  }

  @Test
  void a_layer_that_is_what_was_claimed_has_no_deviation() {
    LayerClaim.Comparison comparison = CLAIM.compare(exact());
    assertThat(comparison.deviations()).isEmpty();
    assertThat(comparison.after().items().keySet())
        .containsExactly(
            LINK.path(), SITE + "/__pycache__/alpha.cpython-311.pyc", MODULE.path(), OTHER.path());
    assertThat(comparison.after().find(SITE + "/__pycache__/alpha.cpython-311.pyc"))
        .hasValueSatisfying(item -> assertThat(item.owners()).containsExactly("pip alpha 1"));
  }

  static Stream<Arguments> strangers() {
    return Stream.of(
        Arguments.of(file("/etc/profile.d/x.sh", 0644, "ee"), "belongs to no package"),
        Arguments.of(file(OTHER.path(), 0644, "ee"), "was changed"),
        Arguments.of(file(SITE + "/zeta.pth", 0644, "ee"), "belongs to no package"),
        Arguments.of(
            file(SITE + "/__pycache__/beta.cpython-311.pyc", 0644, "ee"), "belongs to no package"),
        Arguments.of(
            file(SITE + "/__pycache__/alpha.cpython-311.pyc.x", 0644, "e"),
            "belongs to no package"),
        Arguments.of(folder("/opt/empty"), "is a folder that nobody claims"),
        Arguments.of(
            new LayerEntry("/opt/x", Kind.LINK, 0777, "/etc", 1, List.of()), "is a link to /etc"),
        Arguments.of(
            new LayerEntry(OTHER.path(), Kind.REMOVED, 0, "", 1, List.of()), "was removed"),
        Arguments.of(
            new LayerEntry("/opt/pipe", Kind.SPECIAL, 0644, "", 1, List.of()), "is neither a file"),
        Arguments.of(
            new LayerEntry("/opt/dark", Kind.UNREADABLE, 0, "", 1, List.of()), "cannot be read"));
  }

  @ParameterizedTest
  @MethodSource("strangers")
  void whatever_nobody_claimed_is_named(LayerEntry stranger, String deviation) {
    List<LayerEntry> found = exact();
    found.add(stranger);
    assertThat(CLAIM.compare(found).deviations())
        .singleElement()
        .asString()
        .startsWith(stranger.path() + " ")
        .contains(deviation);
  }

  static Stream<Arguments> changed() {
    return Stream.of(
        Arguments.of(file(MODULE.path(), 0644, "ab"), "is not what the package claims"),
        Arguments.of(file(MODULE.path(), 04755, "aa"), "is not what the package claims"),
        Arguments.of(
            new LayerEntry(MODULE.path(), Kind.FILE, 0644, "aa", 2, List.of()), "has 2 names"),
        Arguments.of(
            new LayerEntry(MODULE.path(), Kind.FILE, 0644, "aa", 1, List.of("security.capability")),
            "has the attributes [security.capability]"),
        Arguments.of(
            new LayerEntry(MODULE.path(), Kind.LINK, 0777, "aa", 1, List.of()), "is a link to aa"),
        Arguments.of(
            new LayerEntry(LINK.path(), Kind.LINK, 0777, "/bin/sh", 1, List.of()),
            "is a link to /bin/sh"),
        Arguments.of(
            new LayerEntry(SITE, Kind.FOLDER, 01777, "", 1, List.of()), "has the mode 1777"),
        Arguments.of(
            new LayerEntry(SITE, Kind.REPLACED_FOLDER, 0755, "", 1, List.of()),
            "hides what others have in it"));
  }

  @ParameterizedTest
  @MethodSource("changed")
  void what_was_claimed_but_is_otherwise_is_named(LayerEntry instead, String deviation) {
    List<LayerEntry> found = exact();
    found.removeIf(entry -> entry.path().equals(instead.path()));
    found.add(instead);
    assertThat(CLAIM.compare(found).deviations()).anyMatch(line -> line.contains(deviation));
  }

  @Test
  void what_was_claimed_and_is_missing_is_named() {
    List<LayerEntry> found = exact();
    found.removeIf(entry -> entry.path().equals(MODULE.path()));
    assertThat(CLAIM.compare(found).deviations()).contains(MODULE.path() + " is missing");
  }

  @Test
  void what_was_to_go_and_is_still_there_is_named() {
    List<LayerEntry> found = exact();
    found.removeIf(entry -> entry.kind() == Kind.REMOVED);
    assertThat(CLAIM.compare(found).deviations()).containsExactly(OLD.path() + " is still there");
  }

  private static LayerEntry folder(String path) {
    return new LayerEntry(path, Kind.FOLDER, 0755, "", 2, List.of());
  }

  private static LayerEntry file(String path, int mode, String content) {
    return new LayerEntry(path, Kind.FILE, mode, content, 1, List.of());
  }
}
