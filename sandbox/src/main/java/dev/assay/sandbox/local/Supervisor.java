package dev.assay.sandbox.local;

import dev.assay.sandbox.evidence.EvidenceBook;
import dev.assay.sandbox.evidence.Marks;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The helper process beside one sandbox, and a thread that reads what it reports.
final class Supervisor {
  /// Is notified of every change in what the sandbox uses.
  interface UsageListener {
    void usageChanged();
  }

  private final Process process;
  private final Marks marks;
  private final UsageListener listener;
  private final CountDownLatch heardAll = new CountDownLatch(1);

  private Supervisor(Process process, Marks marks, UsageListener listener) {
    this.process = process;
    this.marks = marks;
    this.listener = listener;
  }

  static Supervisor start(
      WaitingHelper helper, String id, Launch launch, EvidenceBook book, UsageListener listener) {
    Process process = begin(helper, launch);
    Supervisor supervisor = new Supervisor(process, new Marks(launch.marker(), book), listener);
    Thread.ofPlatform()
        .daemon()
        .name("sandbox-evidence-" + id)
        .stackSize(128 * 1024)
        .start(supervisor::read);
    return supervisor;
  }

  private static Process begin(WaitingHelper helper, Launch launch) {
    try {
      Process process = helper.take();
      try {
        OutputStream words = process.getOutputStream();
        words.write(launch.message());
        words.flush();
        return process;
      } catch (IOException e) {
        process.destroyForcibly();
        throw e;
      }
    } catch (IOException e) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED, "The sandbox helper cannot be started: " + e, e);
    }
  }

  Process process() {
    return process;
  }

  Marks marks() {
    return marks;
  }

  /// What the helper or bubblewrap complained about; all of it once it has ended.
  String remarks() {
    try {
      boolean _ = process.isAlive() || heardAll.await(2, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return marks.remarks();
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
      marks.remark("the helper's lines ended: " + e);
    } finally {
      heardAll.countDown();
    }
  }

  private void take(String line) {
    marks.take(line);
    if (line.startsWith("disk ")) {
      listener.usageChanged();
    }
  }
}
