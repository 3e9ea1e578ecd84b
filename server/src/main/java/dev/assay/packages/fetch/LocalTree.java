package dev.assay.packages.fetch;

import dev.assay.packages.fetch.Reply.Failed;
import dev.assay.packages.fetch.Reply.Failure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jsoup.nodes.Entities;

/// An index that is a folder of this machine. Its pages usually name files outside of it
/// (`../../files/…`), so all files in its parent folder can be fetched, too, but none that a link
/// leads to outside of the parent.
final class LocalTree {
  private static final int MOST_FILES = 100_000;

  private LocalTree() {}

  static Reply fetch(URI address, URI index) {
    try {
      if (!"file".equals(index.getScheme())) {
        return new Failed(Failure.MISDIRECTED, "leads to a file of this machine");
      }
      Path root = Path.of(bare(index));
      if (!Files.exists(root)) {
        return new Failed(Failure.UNREACHABLE, "is not there");
      }
      Path asked = Path.of(bare(address)).normalize();
      boolean isPage = address.equals(index) || address.getRawPath().endsWith("/");
      Path file = isPage ? page(asked) : asked;
      if (!Files.exists(file)) {
        return answer(address, 404, "text/plain", new byte[0]);
      }
      Path real = file.toRealPath();
      if (!real.startsWith(surroundings(root))) {
        return new Failed(Failure.MISDIRECTED, "leads to a file outside of the folder around it");
      }
      if (isPage && Files.isDirectory(real)) {
        return answer(address, 200, "text/html", listing(real));
      }
      if (!Files.isRegularFile(real)) {
        return new Failed(Failure.MISDIRECTED, "leads to something that is not a file");
      }
      return new Reply.Answered(
          isPage && !file.equals(asked) ? folder(address) : address,
          200,
          type(real),
          "",
          Files.size(real),
          Files.newInputStream(real));
    } catch (IOException | IllegalArgumentException e) {
      return new Failed(
          Failure.UNREACHABLE, "cannot be read (" + e.getClass().getSimpleName() + ")");
    }
  }

  private static Path page(Path folder) {
    Path page = folder.resolve("index.html");
    return Files.isRegularFile(page) ? page : folder;
  }

  /// The parent of the index, unless that is the root of the machine.
  private static Path surroundings(Path root) throws IOException {
    Path real = root.toRealPath();
    Path around = real.getParent();
    return around == null || around.getNameCount() == 0 ? real : around;
  }

  private static URI bare(URI address) {
    return URI.create("file://" + address.getRawPath());
  }

  private static URI folder(URI address) {
    String path = address.getRawPath();
    return URI.create("file://" + (path.endsWith("/") ? path : path + "/"));
  }

  private static String type(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.endsWith(".html") || name.endsWith(".htm")
        ? "text/html"
        : name.endsWith(".json") ? "application/json" : "application/octet-stream";
  }

  /// The list of a folder's files, for a folder without a page of its own.
  private static byte[] listing(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> entries = Files.list(folder)) {
      files = entries.filter(Files::isRegularFile).sorted().limit(MOST_FILES).toList();
    }
    StringBuilder page = new StringBuilder("<html><head><title>Links for files</title></head>\n");
    for (Path file : files) {
      String name = String.valueOf(file.getFileName());
      page.append("<a href=\"")
          .append(Entities.escape(file.toUri().toString()))
          .append("\">")
          .append(Entities.escape(name))
          .append("</a>\n");
    }
    return page.append("</html>\n").toString().getBytes(StandardCharsets.UTF_8);
  }

  private static Reply answer(URI address, int status, String type, byte[] body) {
    return new Reply.Answered(
        address, status, type, "", body.length, new ByteArrayInputStream(body));
  }
}
