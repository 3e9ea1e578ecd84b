package dev.assay.sandbox.evidence;

import dev.assay.sandbox.agent.AgentLink;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.SandboxFailure;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/// Proves what must be true of a sandbox, by trying the opposite from inside and by checking
/// whether the attempt arrived where it should.
public final class IsolationProof {
  public static final long PATIENCE_MILLIS = 15_000;
  private static final int TRIES = 100;
  private static final String CLOSED = "vsock=97 uring=38 userns=1 seccomp=2";
  private static final String OPEN = "connect=0 " + CLOSED;
  private static final String OFFLINE = "connect=111 " + CLOSED;

  private final AgentLink link;
  private final Marks marks;
  private final EvidenceBook book;

  public IsolationProof(AgentLink link, Marks marks, EvidenceBook book) {
    this.link = link;
    this.marks = marks;
    this.book = book;
  }

  /// A mark that was sent; it opens when it has come back.
  public record Mark(String token, CountDownLatch reported) {}

  /// Asks for an attempt to get out and for a mark behind it, also of an agent that is only about
  /// to start: then both wait for it.
  public Mark attempt(Network network) {
    int port = network instanceof Network.Open ? 0 : freshPort();
    book.expectProof(port);
    link.send(0, 'Q', ByteBuffer.allocate(2).putShort((short) port).array());
    return sendMark();
  }

  /// The proof in words. Without a way out, an attempt must be refused by the sink and recorded
  /// there; in every mode the system call filter must be in force.
  ///
  /// @param attempted what [#attempt] gave
  public String prove(Network network, Mark attempted) {
    String seen = link.await('q', PATIENCE_MILLIS);
    await(attempted);
    return judge(network, seen, book.endProof());
  }

  /// A port for one attempt, which nobody inside can guess.
  public static int freshPort() {
    return ThreadLocalRandom.current().nextInt(20_000, 60_000);
  }

  /// The proof in words, from what an attempt from inside met.
  ///
  /// @param recorded whether the recorder saw the attempt
  /// @throws SandboxFailure if it is none
  public static String judge(Network network, String seen, boolean recorded) {
    if (network instanceof Network.Open) {
      if (!seen.equals(OPEN)) {
        throw new SandboxFailure(
            ErrorCode.SANDBOX_FAILED,
            "The sandbox's system call filter could not be proved (expected "
                + OPEN
                + ", saw "
                + seen
                + "); it was not used.");
      }
      return "not offline: the network is open; " + seen;
    }
    if (!seen.equals(OFFLINE) || !recorded) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_NOT_OFFLINE,
          "The sandbox could not be proved to be offline (expected "
              + OFFLINE
              + ", saw "
              + seen
              + (recorded ? ", recorded" : ", not recorded")
              + "); it was not used.");
    }
    return "a connection from inside was refused and recorded by the sink; " + seen;
  }

  /// Returns when everything that happened inside before this call has been reported.
  public void mark() {
    await(sendMark());
  }

  private Mark sendMark() {
    String token =
        marks.marker() + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    Mark mark = new Mark(token, marks.expect(token));
    send(mark);
    return mark;
  }

  private void send(Mark mark) {
    link.send(0, 'P', mark.token().getBytes(StandardCharsets.US_ASCII));
  }

  /// A packet may get lost on a busy machine, so it is sent again.
  private void await(Mark mark) {
    try {
      for (int tries = 0; tries < TRIES; tries++) {
        if (mark.reported().await(100, TimeUnit.MILLISECONDS)) {
          return;
        }
        send(mark);
      }
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED, "The sandbox's recorder does not answer; destroy the sandbox.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "Interrupted.", e);
    }
  }
}
