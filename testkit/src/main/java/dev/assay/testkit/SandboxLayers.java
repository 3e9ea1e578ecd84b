package dev.assay.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.Digest;
import dev.assay.skill.sandbox.Capabilities.Feature;
import dev.assay.skill.sandbox.LayerEntry;
import dev.assay.skill.sandbox.LayerEntry.Kind;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Tests that the changes of a layer can be read from outside. Otherwise the files that packages
/// put into an image could not be compared with their claims.
interface SandboxLayers extends SandboxFixture {
  @Test
  @Essential
  default void everything_that_a_layer_changes_is_listed_and_nothing_else() {
    requires(Feature.LAYER_CHANGES);
    assertThat(engine().changes(image())).isEmpty();
    SandboxImage below;
    try (Sandbox sandbox = sandbox()) {
      shell(
          sandbox,
          "cd /opt; mkdir kept gone replaced; echo 1 > kept/a; echo 1 > gone/a; echo 1 > replaced/a; echo 1 > lost");
      below = sandbox.freeze();
    }
    SandboxImage above;
    try (Sandbox sandbox = engine().create(spec(below))) {
      shell(
          sandbox,
          "cd /opt; rm -rf gone lost replaced; mkdir replaced new; echo b > replaced/b; echo two > kept/b;"
              + " ln kept/b new/also; ln -s ../kept new/link; mkfifo new/pipe; chmod 1711 new; echo x > /tmp/unseen");
      above = sandbox.freeze();
    }
    Map<String, LayerEntry> found = new TreeMap<>();
    engine().changes(above).forEach(entry -> found.put(entry.path(), entry));
    found.remove("/opt"); // whether the way to a change is listed is the engine's business
    assertThat(found.keySet())
        .containsExactly(
            "/opt/gone",
            "/opt/kept",
            "/opt/kept/b",
            "/opt/lost",
            "/opt/new",
            "/opt/new/also",
            "/opt/new/link",
            "/opt/new/pipe",
            "/opt/replaced",
            "/opt/replaced/b");
    assertThat(entry(found, "/opt/gone").kind()).isEqualTo(Kind.REMOVED);
    assertThat(entry(found, "/opt/lost").kind()).isEqualTo(Kind.REMOVED);
    assertThat(entry(found, "/opt/kept").kind()).isEqualTo(Kind.FOLDER);
    assertThat(entry(found, "/opt/replaced").kind()).isEqualTo(Kind.REPLACED_FOLDER);
    assertThat(entry(found, "/opt/new/pipe").kind()).isEqualTo(Kind.SPECIAL);
    assertThat(entry(found, "/opt/new").mode()).isEqualTo(01711);
    assertThat(entry(found, "/opt/new/link").content()).isEqualTo("../kept");
    for (String name : new String[] {"/opt/kept/b", "/opt/new/also"}) {
      assertThat(entry(found, name).kind()).isEqualTo(Kind.FILE);
      assertThat(entry(found, name).names()).isEqualTo(2);
      assertThat(entry(found, name).content())
          .isEqualTo(Digest.of("two\n".getBytes(StandardCharsets.UTF_8)).hex());
    }
    assertThat(entry(found, "/opt/replaced/b").names()).isOne();
  }

  private static LayerEntry entry(Map<String, LayerEntry> found, String path) {
    return Objects.requireNonNull(found.get(path), path);
  }

  private SandboxSpec spec(SandboxImage from) {
    return SandboxSpec.of(from, "contract");
  }
}
