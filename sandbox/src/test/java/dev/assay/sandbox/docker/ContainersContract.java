package dev.assay.sandbox.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.sandbox.settings.DockerSettings;
import dev.assay.skill.sandbox.Capabilities.Feature;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.LayerEntry;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.lease.Lease;
import dev.assay.testkit.ContractExtent;
import dev.assay.testkit.SandboxContract;
import dev.assay.testkit.engine.MemoryLeases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// The Docker engine keeps the contract with a daemon of the tests' own.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(ContractExtent.class)
abstract class ContainersContract extends SandboxContract {
  @TempDir private static Path folder;
  private final MemoryLeases leases = new MemoryLeases();
  private TestDaemon daemon;
  private DockerEngine engine;

  abstract TestDaemon startDaemon() throws IOException;

  @BeforeAll
  void start() throws IOException {
    daemon = startDaemon();
    engine =
        new DockerEngine(
            DockerSettings.in(Files.createDirectories(folder.resolve("home")), daemon.socket()),
            leases);
    Files.createDirectory(scratch());
  }

  @AfterAll
  void stop() throws IOException {
    if (engine != null) {
      engine.close();
    }
    if (daemon != null) {
      daemon.close();
    }
  }

  @Override
  public SandboxEngine engine() {
    return engine;
  }

  @Override
  public SandboxImage image() {
    return SandboxImage.of(DockerEngine.NAME, engine.requireBase(SandboxImage.HOST));
  }

  @Override
  public Path scratch() {
    return folder.resolve("scratch");
  }

  @Test
  void a_container_has_no_rights_and_no_network_but_the_recorded_one() {
    try (Sandbox sandbox = sandbox()) {
      assertThat(shell(sandbox, "grep -E 'CapEff|NoNewPrivs' /proc/self/status | tr -d '\\n\\t '"))
          .isEqualTo("CapEff:0000000000000000NoNewPrivs:1");
      assertThat(shell(sandbox, "cut -d: -f1 /proc/net/dev | tail -n +3 | tr -d ' '"))
          .isEqualTo("lo\nv0");
    }
  }

  @Test
  void the_lease_has_the_container_s_id_and_ends_with_it() {
    Sandbox sandbox = sandbox();
    Lease lease =
        leases.list().stream()
            .filter(one -> one.id().equals(sandbox.id()))
            .findFirst()
            .orElseThrow();
    assertThat(engine.list(Map.of())).contains(lease.ref());
    sandbox.destroy();
    assertThat(leases.list()).noneMatch(one -> one.id().equals(sandbox.id()));
    assertThat(engine.list(Map.of())).doesNotContain(lease.ref());
  }

  @Test
  void nothing_is_left_of_a_container_whose_server_died() {
    DockerSandbox sandbox = (DockerSandbox) engine.create(spec().withLabel("server", "died"));
    shell(sandbox, "sleep 4799 >/dev/null 2>&1 & true");
    Path own = folder.resolve("home/containers").resolve(sandbox.id());
    assertThat(own.resolve("recorder")).isDirectory();
    sandbox.loseConnection();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> engine.list(Map.of("server", "died")).isEmpty());
    sandbox.destroy();
    assertThat(own).doesNotExist();
  }

  @Test
  void a_runtime_with_a_network_of_its_own_cannot_be_recorded_and_says_so() {
    DockerSettings other =
        new DockerSettings(
            folder.resolve("home"), daemon.socket(), Optional.empty(), Optional.of("runsc"));
    try (DockerEngine unseen = new DockerEngine(other, leases)) {
      assertThat(unseen.capabilities().features())
          .doesNotContain(
              Feature.NETWORK_RECORDING, Feature.ACCESS_RECORDING, Feature.LAYER_CHANGES);
      assertThat(unseen.capabilities().missing().get(Feature.NETWORK_RECORDING.name()))
          .contains("assay.sandbox.engine: local");
    }
  }

  @Test
  void what_an_open_container_reaches_is_recorded_and_this_machine_is_out_of_reach() {
    try (Sandbox sandbox = engine.create(spec().withNetwork(Network.open()))) {
      sandbox.run(Command.of("bash", "-c", "timeout 2 bash -c 'exec 3<>/dev/tcp/203.0.113.14/99'"));
      sandbox.run(Command.of("bash", "-c", "timeout 2 bash -c 'exec 3<>/dev/tcp/127.0.0.1/22'"));
      assertThat(sandbox.network().attempted()).containsExactly("203.0.113.14:99");
    }
  }

  @Test
  void programs_of_the_machine_run_in_the_host_base() {
    try (Sandbox sandbox = sandbox()) {
      assertThat(
              sandbox.run(Command.of("python3", "-c", "import json; print(6 * 7)")).stdout().text())
          .isEqualTo("42\n");
    }
  }

  @Test
  void packages_of_debian_are_known_in_the_host_base_and_cannot_be_changed() throws IOException {
    try (Sandbox sandbox = sandbox()) {
      assertThat(sandbox.files().read("/var/lib/dpkg/status", 64 << 20))
          .isEqualTo(Files.readAllBytes(Path.of("/var/lib/dpkg/status")));
      assertThat(sandbox.run(Command.of("dpkg-query", "-W", "-f", "${Status}", "grep")))
          .satisfies(found -> assertThat(found.stdout().text()).isEqualTo("install ok installed"));
      assertThat(sandbox.run(Command.shell("echo >> /var/lib/dpkg/status")).succeeded()).isFalse();
    }
  }

  @Test
  void a_first_layer_has_what_was_written_and_nothing_of_the_daemon_s() {
    try (Sandbox sandbox = sandbox()) {
      shell(sandbox, "echo 1 > /opt/written");
      assertThat(engine.changes(sandbox.freeze()))
          .extracting(LayerEntry::path)
          .filteredOn(path -> !path.equals("/opt"))
          .containsExactly("/opt/written");
    }
  }

  @Test
  void a_daemon_is_known_again_by_another_server() throws IOException {
    DockerSettings settings =
        DockerSettings.in(Files.createDirectories(folder.resolve("other")), daemon.socket());
    try (DockerEngine other = new DockerEngine(settings, leases)) {
      assertThat(other.place()).isEqualTo(engine.place()).hasSizeGreaterThan(20);
    }
  }

  @Test
  void versions_lose_their_tag_with_their_place_in_the_list() {
    try (Sandbox sandbox = sandbox()) {
      shell(sandbox, "echo 1 > /opt/version");
      SandboxImage image = sandbox.freeze();
      engine.publish(Map.of("v1.7", image));
      assertThat(daemon.tags("skill-runtime")).contains("skill-runtime:v1.7");
      engine.publish(Map.of());
      assertThat(daemon.tags("skill-runtime")).doesNotContain("skill-runtime:v1.7");
      assertThat(engine.size(image)).isPositive();
    }
  }
}
