package dev.assay.validation.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.registry.SkillFolders;
import dev.assay.sandbox.LimitPolicy;
import dev.assay.sandbox.SharedFolders;
import dev.assay.sandbox.Workspaces;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Capabilities;
import dev.assay.skill.sandbox.Capabilities.Feature;
import dev.assay.skill.sandbox.LayerEntry;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxRef;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.storage.DirectoryBlobStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The abilities that a machine needs before a trial.
class LaboratoryTest {
  @TempDir Path folder;

  private Laboratory laboratory(Set<Feature> features) {
    SkillFolders folders = new SkillFolders(folder, new DirectoryBlobStore(folder));
    Promise engine = new Promise(features);
    return new Laboratory(
        engine,
        new SkillTrees(
            folder,
            folders,
            id -> {
              throw new AssertionError("the tree of " + id + " is not there");
            }),
        new Workspaces(engine, new SharedFolders(folder, folder), 1, 1, LimitPolicy.LIST, folder),
        Map.of());
  }

  @ParameterizedTest
  @EnumSource(
      names = {"BLOCKED_NETWORK", "OPEN_NETWORK", "NETWORK_RECORDING", "PROCESS_END", "SNAPSHOT"})
  void an_engine_that_lacks_one_of_these_proves_nothing(Feature lacking) {
    Set<Feature> features = EnumSet.allOf(Feature.class);
    features.remove(lacking);
    assertThatThrownBy(() -> laboratory(features).requireAble())
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.SANDBOX_UNSUPPORTED))
        .hasMessageContaining(lacking + ": not on this machine");
  }

  @Test
  void
      tasks_are_repeated_also_where_nothing_is_recorded_but_not_without_a_network_that_is_blocked() {
    Set<Feature> features = EnumSet.of(Feature.BLOCKED_NETWORK, Feature.OPEN_NETWORK);
    assertThatCode(() -> laboratory(features).requireTasks()).doesNotThrowAnyException();
    features.remove(Feature.BLOCKED_NETWORK);
    assertThatThrownBy(() -> laboratory(features).requireTasks())
        .hasMessageContaining("BLOCKED_NETWORK: not on this machine");
  }

  @Test
  void the_rest_may_be_missing() {
    assertThatCode(
            () ->
                laboratory(
                        EnumSet.of(
                            Feature.BLOCKED_NETWORK,
                            Feature.OPEN_NETWORK,
                            Feature.NETWORK_RECORDING,
                            Feature.PROCESS_END,
                            Feature.SNAPSHOT))
                    .requireAble())
        .doesNotThrowAnyException();
  }

  /// An engine that only declares its features.
  private record Promise(Set<Feature> features) implements SandboxEngine {
    @Override
    public String name() {
      return "promise";
    }

    @Override
    public Capabilities capabilities() {
      Map<String, String> missing = new HashMap<>();
      for (Feature feature : Feature.values()) {
        missing.put(feature.name(), "not on this machine");
      }
      return new Capabilities(features, Set.of(), Set.of("host"), missing);
    }

    @Override
    public Sandbox create(SandboxSpec spec) {
      throw new AssertionError("nothing may be tried");
    }

    @Override
    public List<SandboxRef> list(Map<String, String> labels) {
      throw new AssertionError("nothing may be tried");
    }

    @Override
    public void remove(SandboxRef sandbox) {
      throw new AssertionError("nothing may be tried");
    }

    @Override
    public SandboxImage squash(SandboxImage image) {
      throw new AssertionError("nothing may be tried");
    }

    @Override
    public List<LayerEntry> changes(SandboxImage image) {
      return List.of();
    }

    @Override
    public long size(SandboxImage image) {
      return 0;
    }

    @Override
    public int collect(Collection<SandboxImage> kept, Instant madeBefore) {
      return 0;
    }

    @Override
    public void close() {}
  }
}
