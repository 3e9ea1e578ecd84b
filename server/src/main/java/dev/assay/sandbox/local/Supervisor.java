package dev.assay.sandbox.local;

import dev.assay.sandbox.local.network.EvidenceBook;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// The helper process beside one sandbox, and a thread that reads what it reports.
final class Supervisor {
  private static final int MOST_REMARKS = 20;
  private static final int MOST_MARKS = 256;

  /// Is notified of every change in what the sandbox uses.
  interface UsageListener {
    void usageChanged();
  }

  private final Process process;
  private final String marker;
  private final EvidenceBook book;
  private final UsageListener listener;
  private final SequencedMap<String, CountDownLatch> marks = new LinkedHashMap<>();
  private final CountDownLatch heardAll = new CountDownLatch(1);
  private final Deque<String> remarks = new ArrayDeque<>();

  private Supervisor(Process process, String marker, EvidenceBook book, UsageListener listener) {
    this.process = process;
    this.marker = marker;
    this.book = book;
    this.listener = listener;
  }

  static Supervisor start(
      NativeProgram program, String id, Launch launch, EvidenceBook book, UsageListener listener) {
    try {
      ProcessBuilder builder = new ProcessBuilder(program.path().toString(), "run", id);
      builder.environment().clear();
      Supervisor supervisor = new Supervisor(builder.start(), launch.marker(), book, listener);
      Thread.ofPlatform()
          .daemon()
          .name("sandbox-evidence-" + id)
          .stackSize(128 * 1024)
          .start(supervisor::read);
      OutputStream words = supervisor.process.getOutputStream();
      words.write(launch.message());
      words.flush();
      return supervisor;
    } catch (IOException e) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED, "The sandbox helper cannot be started: " + e, e);
    }
  }

  Process process() {
    return process;
  }

  /// How every mark of this sandbox begins. Nobody inside knows it, so nobody can imitate one.
  String marker() {
    return marker;
  }

  /// What the helper or bubblewrap complained about; all of it once it has ended.
  String remarks() {
    try {
      boolean _ = process.isAlive() || heardAll.await(2, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (remarks) {
      return remarks.stream().collect(Collectors.joining(" / "));
    }
  }

  /// Announces a mark; the latch opens when everything before the mark has been reported. A mark is
  /// remembered after that: on a busy machine it was sent again, and comes again.
  CountDownLatch expect(String token) {
    CountDownLatch latch = new CountDownLatch(1);
    synchronized (marks) {
      marks.put(token, latch);
      if (marks.size() > MOST_MARKS) {
        marks.pollFirstEntry();
      }
    }
    return latch;
  }

  private Optional<CountDownLatch> expected(String token) {
    synchronized (marks) {
      return Optional.ofNullable(marks.get(token));
    }
  }

  /// Waits for the end, which follows the end of the agent's input; else kills.
  ///
  /// @throws SandboxFailure if it cannot be killed
  void awaitEnd() {
    try {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        if (!process.destroyForcibly().waitFor(5, TimeUnit.SECONDS)) {
          throw new SandboxFailure(
              ErrorCode.SANDBOX_FAILED, "The helper " + process.pid() + " cannot be killed.");
        }
      }
    } catch (InterruptedException e) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8), 4096)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        take(line);
      }
    } catch (IOException e) {
      remark("the helper's lines ended: " + e);
    } finally {
      heardAll.countDown();
    }
  }

  private void take(String line) {
    if (line.startsWith("mark ")) {
      expected(line.substring(5))
          .ifPresentOrElse(
              CountDownLatch::countDown,
              () -> book.take("net udp 192.0.2.1 9 1 " + System.currentTimeMillis() + " sink "));
      return;
    }
    try {
      if (!book.take(line)) {
        remark(line);
      } else if (line.startsWith("disk ")) {
        listener.usageChanged();
      }
    } catch (RuntimeException e) {
      remark(line + " (" + e + ")");
    }
  }

  private void remark(String line) {
    synchronized (remarks) {
      if (remarks.size() == MOST_REMARKS) {
        remarks.removeFirst();
      }
      remarks.add(line);
    }
  }
}
