package dev.assay.wiring;

import dev.assay.home.Home;
import dev.assay.home.PrivateFiles;
import dev.assay.publication.Attestations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;

/// Keeps the public keys of all servers on the database in the home. `assay verify` on this home
/// then accepts the signatures of each of these servers.
public class KnownKeys {
  private static final Logger log = LoggerFactory.getLogger(KnownKeys.class);

  private final Attestations attestations;
  private final Path file;

  KnownKeys(Attestations attestations, Home home) {
    this.attestations = attestations;
    this.file = home.knownKeysFile();
  }

  @Scheduled(initialDelay = 1, fixedDelay = 30, timeUnit = TimeUnit.SECONDS)
  public void write() {
    try {
      String text =
          attestations.keys().stream()
              .map(key -> key.pem().strip() + "\n")
              .collect(Collectors.joining());
      if (Files.notExists(file) || !Files.readString(file).equals(text)) {
        PrivateFiles.write(file, text);
      }
    } catch (DataAccessException | IOException e) {
      log.debug("The keys of other servers cannot be written: {}", e.getMessage());
    }
  }
}
