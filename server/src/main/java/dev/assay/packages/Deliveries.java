package dev.assay.packages;

import dev.assay.packages.Exchange.Result;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Delivers files to the sandbox, and keeps them.
final class Deliveries {
  private static final String FILE = "/f/";
  private static final String METADATA = ".metadata";
  private static final int MOST_METADATA = 16 << 20;
  private static final int MOST_LABELS = 10_000;

  private final Asker asker;
  private final KeptFiles files;
  private final LinkSeal seal = new LinkSeal();
  private final Map<String, FileTarget> labelled = new ConcurrentHashMap<>();

  Deliveries(Asker asker, KeptFiles files) {
    this.asker = asker;
    this.files = files;
  }

  /// The door's path of a file.
  String path(FileTarget target) {
    return FILE + seal.seal(target) + "/" + encoded(target.name());
  }

  private static String encoded(String name) {
    StringBuilder text = new StringBuilder();
    for (int at = 0; at < name.length(); at++) {
      char each = name.charAt(at);
      boolean plain = Character.isLetterOrDigit(each) || "-._~".indexOf(each) >= 0;
      text.append(plain ? Character.toString(each) : "%%%02X".formatted((int) each));
    }
    return text.toString();
  }

  /// The file of a door's path; empty for any other path.
  Optional<FileTarget> find(String path) {
    int slash = path.indexOf('/', FILE.length());
    if (!path.startsWith(FILE) || slash < 0) {
      return Optional.empty();
    }
    String name = path.substring(slash + 1);
    return seal.open(path.substring(FILE.length(), slash))
        .filter(
            target ->
                name.equals(encoded(target.name()))
                    || name.equals(encoded(target.name()) + METADATA));
  }

  Optional<FileTarget> findLabelled(String label) {
    return Optional.ofNullable(labelled.get(label));
  }

  void serve(String path, DoorAnswer answer) throws IOException, Unanswered {
    Optional<FileTarget> target = find(path);
    if (target.isEmpty()) {
      throw asker.refuse(Optional.empty(), path);
    }
    if (path.endsWith(METADATA) && !target.get().name().endsWith(METADATA)) {
      serveMetadata(target.get(), answer);
    } else {
      serve(target.get(), answer);
    }
  }

  private void serve(FileTarget target, DoorAnswer answer) throws IOException, Unanswered {
    if (!target.label().isEmpty() && labelled.size() < MOST_LABELS) {
      labelled.put(target.label(), target);
    }
    Optional<PackageFile> kept = files.find(target);
    if (kept.isPresent()) {
      try (OutputStream out = answer.begin("application/octet-stream", kept.get().size())) {
        Files.copy(kept.get().content(), out);
      }
      return;
    }
    try (Asker.Open open = open(target, target.address(), target.name())) {
      OutputStream out = answer.begin("application/octet-stream", open.reply().length());
      receive(target, open, out);
    }
  }

  /// The file, fetched now unless it was fetched before.
  PackageFile load(FileTarget target) throws Unanswered {
    Optional<PackageFile> kept = files.find(target);
    if (kept.isPresent()) {
      return kept.get();
    }
    try (Asker.Open open = open(target, target.address(), target.name())) {
      return receive(target, open, OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e); // only the file is written, and it reports its own failure
    }
  }

  private PackageFile receive(FileTarget target, Asker.Open open, OutputStream out)
      throws IOException, Unanswered {
    try {
      PackageFile file = files.receive(target, open.reply().body(), open.reply().length(), out);
      asker.recordGood(open, file.size());
      return file;
    } catch (KeptFiles.Damaged e) {
      throw asker.record(open, Result.CORRUPT, String.valueOf(e.getMessage()), 0);
    } catch (KeptFiles.TooLarge e) {
      throw asker.record(
          open,
          Result.TOO_LARGE,
          "one installation may have %d GiB".formatted(KeptFiles.MOST >> 30),
          0);
    } catch (KeptFiles.NotKept e) {
      throw asker.record(open, Result.NOT_KEPT, String.valueOf(e.getMessage()), 0);
    }
  }

  private void serveMetadata(FileTarget target, DoorAnswer answer) throws IOException, Unanswered {
    String name = target.name() + METADATA;
    if (target.metadata().isEmpty()) {
      throw asker.refuse(Optional.of(target.ecosystem()), name);
    }
    byte[] body;
    try (Asker.Open open = open(target, target.metadataAddress(), name)) {
      body = read(open);
      boolean right =
          target.metadata().orElseThrow().checksum().stream()
              .allMatch(
                  sum -> {
                    MessageDigest function = sum.function();
                    function.update(body);
                    return sum.fits(function);
                  });
      if (!right) {
        throw asker.record(
            open, Result.CORRUPT, "its checksum is not the one that the index names", body.length);
      }
      asker.recordGood(open, body.length);
    }
    answer.send(200, "application/octet-stream", body);
  }

  private byte[] read(Asker.Open open) throws Unanswered {
    try (InputStream in = open.reply().body()) {
      byte[] body = in.readNBytes(MOST_METADATA + 1);
      if (body.length > MOST_METADATA) {
        throw asker.record(
            open, Result.CORRUPT, "metadata of more than %d bytes".formatted(MOST_METADATA), 0);
      }
      return body;
    } catch (IOException e) {
      throw asker.record(open, Result.CORRUPT, Asker.reason(e), 0);
    }
  }

  private Asker.Open open(FileTarget target, URI address, String name) throws Unanswered {
    return asker.open(
        new Asker.Question(target.ecosystem(), target.index(), address, name, "*/*"), "identity");
  }
}
