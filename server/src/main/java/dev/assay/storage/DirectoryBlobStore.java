package dev.assay.storage;

import dev.assay.skill.AssayException;
import dev.assay.skill.BlobStore;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Keeps blobs as files below one folder: `ab/cdef…`. A blob is written to a temporary file, forced
/// to disk and then renamed, so a crash leaves at most a temporary file, which a sweep removes.
public final class DirectoryBlobStore implements BlobStore {
  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private static final String INCOMING = "incoming-";
  private static final Duration STRAY = Duration.ofDays(1);

  private final Path root;

  /// @param root the folder, which is made when first needed
  public DirectoryBlobStore(Path root) {
    this.root = root;
  }

  @Override
  public void keep(Digest digest, Content content) throws IOException {
    Path place = place(digest);
    if (Files.exists(place)) {
      return;
    }
    Path temporary = temporary(place);
    try {
      try (FileChannel file = FileChannel.open(temporary, StandardOpenOption.WRITE);
          OutputStream out = new BufferedOutputStream(Channels.newOutputStream(file))) {
        content.writeTo(out);
        out.flush();
        file.force(true);
      }
      move(temporary, place);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  @Override
  public Optional<InputStream> find(Digest digest) {
    try {
      return Optional.of(Files.newInputStream(place(digest)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw failed("read", e);
    }
  }

  @Override
  public boolean contains(Digest digest) {
    return Files.exists(place(digest));
  }

  @Override
  public void remove(Digest digest) {
    try {
      Files.deleteIfExists(place(digest));
    } catch (IOException e) {
      throw failed("delete from", e);
    }
  }

  /// Removes temporary files that a crash left more than a day ago.
  public void sweep(Instant now) {
    if (!Files.isDirectory(root)) {
      return;
    }
    FileTime limit = FileTime.from(now.minus(STRAY));
    try (Stream<Path> strays =
        Files.find(
            root,
            2,
            (path, attributes) ->
                attributes.isRegularFile()
                    && String.valueOf(path.getFileName()).startsWith(INCOMING)
                    && attributes.lastModifiedTime().compareTo(limit) < 0)) {
      for (Path stray : strays.toList()) {
        Files.deleteIfExists(stray);
      }
    } catch (IOException | UncheckedIOException e) {
      throw failed("clean", e);
    }
  }

  private Path place(Digest digest) {
    return root.resolve(digest.hex().substring(0, 2)).resolve(digest.hex().substring(2));
  }

  private Path temporary(Path place) {
    try {
      Files.createDirectories(place.getParent(), PRIVATE_FOLDER);
      return Files.createTempFile(place.getParent(), INCOMING, "", PRIVATE);
    } catch (IOException e) {
      throw failed("write to", e);
    }
  }

  private void move(Path temporary, Path place) {
    try {
      Files.move(temporary, place, StandardCopyOption.ATOMIC_MOVE);
      force(place.resolveSibling(""));
      force(root);
    } catch (IOException e) {
      throw failed("write to", e);
    }
  }

  /// Forces a folder to disk, without which a renamed file in it is not safe.
  private static void force(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private AssayException failed(String what, Exception cause) {
    return new AssayException(
        ErrorCode.BLOB_STORE_FAILED,
        "Assay could not "
            + what
            + " the folder of stored files "
            + root
            + ": "
            + cause.getMessage()
            + ". Check its permissions and the free space.",
        cause);
  }
}
