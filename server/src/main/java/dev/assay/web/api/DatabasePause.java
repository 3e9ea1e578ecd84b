package dev.assay.web.api;

import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/// Keeps a stream of events waiting while the database is away or overloaded, as long as the client
/// is connected.
final class DatabasePause {
  private static final Logger log = LoggerFactory.getLogger(DatabasePause.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private DatabasePause() {}

  /// @throws DataAccessException if the failure is not temporary
  static void await(SseEmitter emitter, DataAccessException failure)
      throws IOException, InterruptedException {
    boolean passes =
        failure instanceof DataAccessResourceFailureException
            || failure instanceof TransientDataAccessException
            || failure instanceof RecoverableDataAccessException;
    if (!passes) {
      throw failure;
    }
    log.debug("A stream of events waits for the database", failure);
    emitter.send(SseEmitter.event().comment("still here"));
    Thread.sleep(PAUSE);
  }
}
