package dev.assay.wiring;

import dev.assay.audit.AuditAnchor;
import dev.assay.audit.AuditCheck.Head;
import dev.assay.home.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the end of the audit log in a file: the number and the hash of its last entry. An
/// unreadable file counts as an end that no log has, so that the damage shows.
final class AnchorFile implements AuditAnchor {
  private static final Logger log = LoggerFactory.getLogger(AnchorFile.class);
  private static final Pattern FORM = Pattern.compile("(\\d{1,18}) ([0-9a-f]{64})\n?");

  private final Path file;

  AnchorFile(Path file) {
    this.file = file;
  }

  @Override
  public Optional<Head> find() {
    try {
      Matcher text = FORM.matcher(Files.readString(file));
      return Optional.of(
          text.matches() ? new Head(Long.parseLong(text.group(1)), text.group(2)) : UNREADABLE);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      log.warn("The anchor of the audit log cannot be read: {}", e.toString());
      return Optional.of(UNREADABLE);
    }
  }

  @Override
  public void keep(Head head) {
    try {
      PrivateFiles.write(file, head.sequence() + " " + head.hash() + "\n");
    } catch (IOException e) {
      log.warn("The anchor of the audit log cannot be written: {}", e.toString());
    }
  }
}
