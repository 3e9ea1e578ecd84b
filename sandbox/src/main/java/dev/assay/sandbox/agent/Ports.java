package dev.assay.sandbox.agent;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.PortConnection;
import dev.assay.skill.sandbox.SandboxFailure;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Connections to ports inside, and from there to us.
public record Ports(AgentLink link, Talk talk) {
  private static final long PATIENCE_MILLIS = 15_000;

  /// Speaks with the agent when it may be spoken with.
  public interface Talk {
    <T> T talking(Supplier<T> action);
  }

  /// With an agent that may be spoken with at any time.
  public Ports(AgentLink link) {
    this(link, Ports::atOnce);
  }

  private static <T> T atOnce(Supplier<T> action) {
    return action.get();
  }

  public PortConnection dial(int port) {
    Channel channel = talk.talking(() -> link.open('D', number(port)));
    if (answer(channel) != 0) {
      channel.forget();
      throw new AssayException(
          ErrorCode.NOT_FOUND, "Nothing in the sandbox listens on port " + port + ".");
    }
    return new AgentConnection(channel);
  }

  public void listen(int port, Consumer<PortConnection> handler) {
    Channel channel =
        talk.talking(
            () -> link.listen(number(port), made -> handler.accept(new AgentConnection(made))));
    int error = answer(channel);
    if (error != 0) {
      channel.forget();
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED,
          "Port %d cannot be opened in the sandbox (error %d); it is taken already, or no port for users."
              .formatted(port, error));
    }
  }

  private static byte[] number(int port) {
    if (port < 1 || port > 65535) {
      throw new IllegalArgumentException("Not a port: " + port);
    }
    return ByteBuffer.allocate(2).putShort((short) port).array();
  }

  /// What the agent says to the request: 0, or the number of an error.
  private static int answer(Channel channel) {
    try {
      Channel.Message answer = channel.take(PATIENCE_MILLIS);
      if (answer == null || answer.kind() != 'D') {
        throw new SandboxFailure(ErrorCode.SANDBOX_GONE, "The sandbox is gone.");
      }
      return answer.payload().buffer().getInt();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "Interrupted.", e);
    }
  }
}
