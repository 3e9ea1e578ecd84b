package dev.assay.wiring;

import dev.assay.accounts.Throttle;
import dev.assay.accounts.Tokens;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.sandbox.SharedFiles;
import dev.assay.sandbox.SharedFolders;
import dev.assay.skill.AssayException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;

/// Removes expired records and files.
class Housekeeping {
  private static final Logger log = LoggerFactory.getLogger(Housekeeping.class);

  /// A period longer than any task or upload takes.
  private static final Duration LONGEST_UPLOAD = Duration.ofHours(24);

  private final SandboxKeeper sandboxes;
  private final Tokens tokens;
  private final Throttle throttle;
  private final SharedFolders folders;

  private final SharedFiles files;

  Housekeeping(
      Tokens tokens,
      Throttle throttle,
      SandboxKeeper sandboxes,
      SharedFolders folders,
      SharedFiles files) {
    this.files = files;
    this.folders = folders;
    this.sandboxes = sandboxes;
    this.tokens = tokens;
    this.throttle = throttle;
  }

  @Scheduled(initialDelay = 60, fixedDelay = 60, timeUnit = TimeUnit.SECONDS)
  void sweepSandboxes() {
    try {
      sandboxes.sweep();
    } catch (DataAccessException e) {
      log.warn("Could not clean up the sandboxes; will try again: {}", e.getMessage());
    }
  }

  @Scheduled(initialDelay = 1, fixedDelay = 60, timeUnit = TimeUnit.MINUTES)
  void sweepFolders() {
    try {
      int removed = folders.sweep(Instant.now().minus(LONGEST_UPLOAD));
      if (removed > 0) {
        log.info("Removed {} folders of tasks and uploads that were broken off", removed);
      }
    } catch (IOException e) {
      log.warn("Could not clear away the folders of tasks; will try again: {}", e.toString());
    }
  }

  @Scheduled(initialDelay = 2, fixedDelay = 5, timeUnit = TimeUnit.MINUTES)
  void sweepFiles() {
    try {
      files.sweep();
    } catch (DataAccessException | AssayException e) {
      log.warn("Could not clear away files of conversations; will try again: {}", e.getMessage());
    }
  }

  @Scheduled(initialDelay = 1, fixedDelay = 30, timeUnit = TimeUnit.MINUTES)
  void sweep() {
    try {
      log.debug("Forgot {} tokens and {} failures", tokens.sweep(), throttle.sweep());
    } catch (DataAccessException e) {
      log.warn("Could not clear away what has expired; will try again: {}", e.getMessage());
    }
  }
}
