package dev.assay.packages;

import dev.assay.packages.Exchange.Result;
import dev.assay.packages.format.AptSources;
import dev.assay.skill.dependency.Ecosystem;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Answers apt at `/d/ARCHIVE/PATH` with the archive's files unchanged. apt checks signatures
/// itself.
final class AptFiles {
  private static final Pattern PATH = Pattern.compile("[A-Za-z0-9._~%+:,@=/-]{1,2000}");
  private static final Pattern CLIMBING =
      Pattern.compile("(^|/|%2f)(\\.|%2e){1,2}($|/|%2f)|%5c|%00", Pattern.CASE_INSENSITIVE);
  private static final int MOST_ARCHIVES = 100;
  private static final int CHUNK = 64 * 1024;

  private final PackageSources sources;
  private final Asker asker;
  private final List<URI> archives = new ArrayList<>();

  AptFiles(PackageSources sources, Asker asker) {
    this.sources = sources;
    this.asker = asker;
  }

  String rewrite(String text, String door) {
    Optional<URI> main =
        AptSources.entries(text).stream()
            .filter(entry -> !entry.isSecurity())
            .map(AptSources.Entry::address)
            .findFirst();
    return AptSources.rewrite(
        text,
        (address, suites) -> {
          if ("file".equals(address.getScheme())) {
            return Optional.empty(); // a folder of the base itself
          }
          boolean isMain = main.equals(Optional.of(address));
          URI archive =
              sources
                  .aptMirror()
                  .filter(_ -> isMain)
                  .map(Source::address)
                  .or(() -> findOwn(suites))
                  .orElse(address);
          return Optional.of(door + "/d/" + number(archive) + "/");
        });
  }

  /// The archive that this machine itself uses for a suite.
  private Optional<URI> findOwn(List<String> suites) {
    return sources.aptEntries().stream()
        .filter(entry -> suites.contains(entry.suite()))
        .map(AptSources.Entry::address)
        .findFirst();
  }

  private synchronized int number(URI archive) {
    int known = archives.indexOf(archive);
    if (known >= 0 || archives.size() >= MOST_ARCHIVES) {
      return Math.max(known, 0);
    }
    archives.add(archive);
    return archives.size() - 1;
  }

  private synchronized Optional<URI> find(String number) {
    return number.matches("\\d{1,3}") && Integer.parseInt(number) < archives.size()
        ? Optional.of(archives.get(Integer.parseInt(number)))
        : Optional.empty();
  }

  void serve(DoorRequest request, DoorAnswer answer) throws IOException, Unanswered {
    List<String> parts = request.parts();
    Optional<URI> archive = find(parts.get(1));
    String path = String.join("/", parts.subList(2, parts.size()));
    if (archive.isEmpty()
        || !PATH.matcher(path).matches()
        || CLIMBING.matcher(path).find()
        || path.startsWith("/")) {
      throw asker.refuse(Optional.of(Ecosystem.SYSTEM), request.path());
    }
    URI address = URI.create(archive.get() + path);
    try (Asker.Open open =
        asker.open(
            new Asker.Question(Ecosystem.SYSTEM, archive.get(), address, path, "*/*"),
            "identity")) {
      OutputStream out = answer.begin("application/octet-stream", open.reply().length());
      asker.recordGood(open, copy(open, out));
    }
  }

  private long copy(Asker.Open open, OutputStream out) throws IOException, Unanswered {
    long size = 0;
    for (byte[] next = read(open); next.length > 0; next = read(open)) {
      out.write(next, 0, next.length);
      size += next.length;
    }
    if (open.reply().length() >= 0 && size != open.reply().length()) {
      throw asker.record(
          open,
          Result.CORRUPT,
          "it ended after %d of %d bytes".formatted(size, open.reply().length()),
          size);
    }
    out.close();
    return size;
  }

  private byte[] read(Asker.Open open) throws Unanswered {
    try {
      InputStream in = open.reply().body();
      return in.readNBytes(CHUNK);
    } catch (IOException e) {
      throw asker.record(open, Result.CORRUPT, Asker.reason(e), 0);
    }
  }
}
