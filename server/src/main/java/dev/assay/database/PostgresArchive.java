package dev.assay.database;

import dev.assay.skill.Architecture;
import dev.assay.skill.Digest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.tukaani.xz.XZInputStream;

/// The bundled PostgreSQL for one processor, as an archive on the class path.
///
/// @param digest the digest of the archive, so that only this archive is ever started
/// @param loader the part of the GNU C library that its programs need to start
record PostgresArchive(Architecture architecture, String resource, Digest digest, Path loader) {

  static PostgresArchive of(Architecture architecture) {
    return switch (architecture) {
      case AMD64 ->
          new PostgresArchive(
              architecture,
              "/postgres-linux-x86_64.txz",
              new Digest("63999c2914366d62c68e51794e597588c336e75ed2958d53c558e8deca5e13fc"),
              Path.of("/lib64/ld-linux-x86-64.so.2"));
      case ARM64 ->
          new PostgresArchive(
              architecture,
              "/postgres-linux-arm_64.txz",
              new Digest("2eb24d67326da41a81064d116b0bce412dff543c835d6fcc1c099e4abcf18836"),
              Path.of("/lib/ld-linux-aarch64.so.1"));
    };
  }

  /// The reason why it cannot run on this machine, found without unpacking it.
  Optional<String> findObstacle() {
    if (PostgresArchive.class.getResource(resource) == null) {
      return Optional.of(
          "This build brings no PostgreSQL for "
              + architecture.word()
              + " along. Use one that does");
    }
    if (Files.notExists(loader)) {
      return Optional.of(
          "The PostgreSQL that comes along needs the GNU C library ("
              + loader
              + "), which this system does not have. Use a system that has it");
    }
    return Optional.empty();
  }

  /// The folder of its unpacked programs, a different one for every archive.
  String folderName() {
    return "postgresql-" + digest.hex().substring(0, 12);
  }

  /// Unpacks all of it into an empty folder.
  void unpack(Path folder) throws IOException {
    byte[] content;
    try (InputStream in = PostgresArchive.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("This build has no " + resource + ".");
      }
      content = in.readAllBytes();
    }
    if (!Digest.of(content).equals(digest)) {
      throw new IOException(
          "The archive %s of this build is damaged: its SHA-256 is %s, not %s."
              .formatted(resource, Digest.of(content).hex(), digest.hex()));
    }
    try (InputStream plain = new XZInputStream(new ByteArrayInputStream(content))) {
      new TarReader(plain).unpack(folder);
    }
  }
}
