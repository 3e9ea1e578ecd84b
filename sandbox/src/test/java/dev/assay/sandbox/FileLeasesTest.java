package dev.assay.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.skill.sandbox.lease.Lease;
import dev.assay.skill.sandbox.lease.Leases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileLeasesTest {
  @TempDir Path folder;

  private static final SandboxSpec SPEC =
      SandboxSpec.of(SandboxImage.of("host"), "somebody\nelse").withLabel("a=b\n", "c=d\n%");

  private static void open(Leases leases, String id) {
    leases.open(id, "local", SPEC);
  }

  @Test
  void a_lease_is_listed_until_it_is_closed() {
    try (FileLeases leases = new FileLeases(folder)) {
      open(leases, "a");
      open(leases, "bb");
      assertThat(leases.list()).extracting(Lease::id).containsExactly("a", "bb");
      assertThat(leases.list().getFirst().owner()).isEqualTo("somebody\nelse");
      assertThat(leases.list().getFirst().labels()).isEqualTo(SPEC.labels());
      leases.close("a");
      leases.close("a");
      assertThat(leases.list()).extracting(Lease::id).containsExactly("bb");
    }
  }

  @Test
  void leases_of_a_living_holder_are_not_abandoned() {
    try (FileLeases mine = new FileLeases(folder);
        FileLeases other = new FileLeases(folder)) {
      open(mine, "a");
      assertThat(other.abandoned(10)).isEmpty();
      assertThat(mine.abandoned(10)).isEmpty();
    }
  }

  @Test
  void leases_of_a_holder_that_is_gone_are_abandoned_oldest_first_and_in_batches() {
    FileLeases dead = new FileLeases(folder);
    for (String id : List.of("ccc", "a", "bb")) {
      open(dead, id);
    }
    dead.close();
    try (FileLeases leases = new FileLeases(folder)) {
      assertThat(leases.abandoned(2)).extracting(Lease::id).containsExactly("ccc", "a");
    }
  }

  @Test
  void holders_without_leases_are_forgotten() {
    new FileLeases(folder).close();
    try (FileLeases leases = new FileLeases(folder)) {
      leases.abandoned(10);
      assertThat(folder.resolve("holders").toFile().list()).containsExactly(leases.holder());
    }
  }

  @Test
  void a_sandbox_that_cannot_be_removed_keeps_its_lease_and_stops_nobody() {
    FileLeases dead = new FileLeases(folder);
    for (String id : List.of("a", "bb", "ccc")) {
      open(dead, id);
    }
    dead.close();
    List<String> removed = new ArrayList<>();
    Reaper.Remover stubborn =
        one -> {
          String id = one.id();
          if (id.equals("bb")) {
            throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "it clings");
          }
          removed.add(id);
        };
    try (FileLeases leases = new FileLeases(folder)) {
      Reaper.Sweep sweep = new Reaper(leases, Map.of("local", stubborn)).sweep();
      assertThat(removed).containsExactly("a", "ccc");
      assertThat(sweep.removed()).containsExactly("a", "ccc");
      assertThat(sweep.failed()).containsExactly(Map.entry("bb", "it clings"));
      assertThat(leases.list()).extracting(Lease::id).containsExactly("bb");
      assertThat(Files.exists(folder)).isTrue();
    }
  }

  @Test
  void a_lease_of_an_unknown_engine_is_left_to_others() {
    FileLeases dead = new FileLeases(folder);
    open(dead, "a");
    dead.close();
    try (FileLeases leases = new FileLeases(folder)) {
      Reaper.Sweep sweep = new Reaper(leases, Map.of()).sweep();
      assertThat(sweep.failed().get("a")).contains("local");
      assertThat(leases.list()).hasSize(1);
    }
  }

  @Test
  void many_that_cannot_be_removed_do_not_hide_the_one_that_can() {
    FileLeases dead = new FileLeases(folder);
    for (int i = 0; i < 60; i++) {
      open(dead, "stuck" + i);
    }
    open(dead, "the-last-of-them-all");
    dead.close();
    Reaper.Remover stubborn =
        one -> {
          String id = one.id();
          if (id.startsWith("stuck")) {
            throw new IllegalStateException("it clings");
          }
        };
    try (FileLeases leases = new FileLeases(folder)) {
      Reaper reaper = new Reaper(leases, Map.of("local", stubborn));
      assertThat(reaper.sweep().failed()).hasSize(50);
      assertThat(reaper.sweep().removed()).containsExactly("the-last-of-them-all");
      assertThat(leases.list()).hasSize(60);
    }
  }
}
