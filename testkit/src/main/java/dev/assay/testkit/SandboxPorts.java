package dev.assay.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Capabilities.Feature;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.PortConnection;
import dev.assay.skill.sandbox.RunningCommand;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Connections between a sandbox and its owner, in both directions.
interface SandboxPorts extends SandboxFixture {
  @Test
  default void a_port_inside_can_be_dialled() throws IOException {
    requires(Feature.PORT_DIAL);
    try (Sandbox sandbox = sandbox()) {
      RunningCommand server =
          sandbox.start(
              Command.shell("exec " + SandboxLives.ECHO_SERVER + " 4001"), OutputListener.silent());
      PortConnection connection =
          await().ignoreExceptions().until(() -> sandbox.dial(4001), c -> true);
      try (connection) {
        connection.output().write("ping\n".getBytes(StandardCharsets.UTF_8));
        connection.output().flush();
        assertThat(connection.input().readNBytes(5))
            .asString(StandardCharsets.UTF_8)
            .isEqualTo("ping\n");
        byte[] big = "x".repeat(2_000_000).concat("\n").getBytes(StandardCharsets.UTF_8);
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    connection.output().write(big);
                    connection.output().close();
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                });
        assertThat(connection.input().readNBytes(big.length)).isEqualTo(big);
      }
      server.kill();
    }
  }

  @Test
  default void dialling_a_port_nobody_listens_on_is_told_as_such() {
    requires(Feature.PORT_DIAL);
    try (Sandbox sandbox = sandbox()) {
      assertThat(catchThrowableOfType(AssayException.class, () -> sandbox.dial(4002)).code())
          .isEqualTo(ErrorCode.NOT_FOUND);
    }
  }

  @Test
  default void a_port_can_be_opened_inside_and_leads_to_its_own_handler() {
    requires(Feature.PORT_LISTEN);
    String ask = "exec 3<>/dev/tcp/127.0.0.1/%d; echo hello >&3; cat <&3";
    try (Sandbox sandbox = sandbox()) {
      sandbox.listen(4003, connection -> answer(connection, "first got "));
      sandbox.listen(4004, connection -> answer(connection, "second got "));
      for (int count = 0; count < 20; count++) {
        assertThat(shell(sandbox, "bash -c '" + ask.formatted(4003) + "'"))
            .isEqualTo("first got hello");
      }
      assertThat(
              shell(
                  sandbox,
                  "for i in 1 2 3 4 5 6 7 8; do bash -c '"
                      + ask.formatted(4004)
                      + "' & done; wait"))
          .isEqualTo("second got hello\n".repeat(8).stripTrailing());
      if (engine().capabilities().has(Feature.NETWORK_RECORDING)) {
        assertThat(sandbox.network().attempted()).isEmpty();
        assertThat(sandbox.network().proof()).isPresent();
      }
    }
  }

  private static void answer(PortConnection connection, String word) {
    try (connection) {
      StringBuilder line = new StringBuilder(word);
      for (int next = connection.input().read(); next > 0; next = connection.input().read()) {
        line.append((char) next);
        if (next == '\n') {
          break;
        }
      }
      connection.output().write(line.toString().getBytes(StandardCharsets.UTF_8));
      connection.output().close();
      assertThat(connection.input().read()).isEqualTo(-1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  default void a_port_that_is_taken_cannot_be_opened_and_costs_nothing() throws IOException {
    requires(Feature.PORT_DIAL, Feature.PORT_LISTEN, Feature.METRICS);
    try (Sandbox sandbox = sandbox()) {
      RunningCommand server =
          sandbox.start(
              Command.shell("exec " + SandboxLives.ECHO_SERVER + " 4005"), OutputListener.silent());
      await().ignoreExceptions().until(() -> sandbox.dial(4005), c -> true).close();
      for (int port : new int[] {4005, 4006}) {
        if (port == 4006) {
          sandbox.listen(port, PortConnection::close);
        }
        assertThat(
                catchThrowableOfType(
                        SandboxFailure.class, () -> sandbox.listen(port, PortConnection::close))
                    .reason())
            .contains("Port " + port, "taken");
      }
      Duration before = Objects.requireNonNull(sandbox.metrics().cpu());
      shell(sandbox, "sleep 1");
      assertThat(Objects.requireNonNull(sandbox.metrics().cpu()).minus(before))
          .isLessThan(Duration.ofMillis(500));
      server.kill();
    }
  }
}
