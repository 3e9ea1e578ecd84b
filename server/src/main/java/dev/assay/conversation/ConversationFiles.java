package dev.assay.conversation;

import dev.assay.sandbox.SharedFiles;
import dev.assay.sandbox.SharedFolders;
import dev.assay.sandbox.SharedTree;
import dev.assay.skill.AssayException;
import dev.assay.skill.ClientName;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.sandbox.Layout;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The files of conversations: uploads of users, and artifacts of agents. They outlive sandboxes
/// and servers. Callers must have checked that the conversation is the user's own.
public final class ConversationFiles {
  private static final int MOST_LISTED = 1_000;
  private static final int MOST_UPLOADS = 1_000;
  private static final int STRIPES = 64;

  private final ConversationPolicy.Storage storage;
  private final SharedFiles shared;
  private final Lock[] locks = new Lock[STRIPES];

  public ConversationFiles(ConversationPolicy.Storage storage, SharedFiles shared) {
    this.storage = storage;
    this.shared = shared;
    for (int i = 0; i < STRIPES; i++) {
      locks[i] = new ReentrantLock();
    }
  }

  /// A folder of a conversation.
  public enum Place {
    UPLOADS,
    ARTIFACTS;

    String inside() {
      return this == UPLOADS ? Layout.UPLOADS : Layout.INTERMEDIATE;
    }
  }

  /// The content of a folder.
  ///
  /// @param more the number of files that are not in the list: too many, too deep, or with
  ///   unreadable names
  public record Listing(List<StoredFile> files, int more) {}

  /// A file being read. The caller closes it.
  public record Opened(StoredFile file, InputStream stream) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      stream.close();
    }
  }

  /// Takes a file from a user.
  ///
  /// @param clientName the client's name for it; never a path
  /// @throws AssayException with `BAD_REQUEST`, `FILE_TOO_LARGE` or `QUOTA_EXCEEDED`; then nothing
  ///   is kept
  public StoredFile upload(UUID conversation, String clientName, InputStream content) {
    if (clientName.indexOf('\0') >= 0) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST, "The name of the file holds the character NUL. Rename the file.");
    }
    Lock lock = locks[Math.floorMod(conversation.hashCode(), STRIPES)];
    lock.lock();
    try {
      shared.settle(conversation);
      Path folder = storage.folders().uploads(conversation);
      long room = storage.quota() - used(conversation);
      Path incoming = storage.folders().incoming();
      try {
        long size = copy(content, incoming, Math.min(room, storage.fileSize()), room);
        List<String> others =
            new SharedTree(folder)
                .look(MOST_UPLOADS).files().stream().map(SharedTree.Leaf::path).toList();
        String name = ClientName.among(others, ClientName.plain(clientName));
        requireRoomFor(others, name);
        Instant modified = Files.getLastModifiedTime(incoming).toInstant();
        storage.folders().place(incoming, conversation, name);
        shared.settle(conversation);
        return new StoredFile(name, size, Layout.UPLOADS + "/" + name, modified);
      } finally {
        Files.deleteIfExists(incoming);
      }
    } catch (IOException e) {
      throw broken(e);
    } finally {
      lock.unlock();
    }
  }

  /// The files below a folder whose content sandboxes control, relative to the folder.
  static Stream<String> paths(Path folder, int most) {
    try {
      return new SharedTree(folder).look(most).files().stream().map(SharedTree.Leaf::path);
    } catch (IOException e) {
      throw broken(e);
    }
  }

  public Listing list(UUID conversation, Place place) {
    shared.settle(conversation);
    try {
      SharedTree.Content content = new SharedTree(path(conversation, place)).look(MOST_LISTED);
      return new Listing(
          content.files().stream().map(leaf -> stored(leaf, place)).toList(), content.more());
    } catch (IOException e) {
      throw broken(e);
    }
  }

  /// @throws AssayException with `NOT_FOUND` if there is no such file, or it is no plain file
  public Opened open(UUID conversation, Place place, String name) {
    shared.settle(conversation);
    try {
      SharedTree.Opened opened =
          new SharedTree(path(conversation, place)).find(name).orElseThrow(() -> missing(name));
      return new Opened(
          new StoredFile(name, opened.size(), place.inside() + "/" + name, opened.modified()),
          opened.stream());
    } catch (IOException e) {
      throw broken(e);
    }
  }

  public void delete(UUID conversation, String name) {
    shared.settle(conversation);
    try {
      if (!new SharedTree(path(conversation, Place.UPLOADS)).delete(name)) {
        throw missing(name);
      }
      shared.settle(conversation);
    } catch (IOException e) {
      throw broken(e);
    }
  }

  void deleteAll(UUID conversation) {
    try {
      shared.forget(conversation);
      storage.folders().remove(conversation);
    } catch (IOException e) {
      throw broken(e);
    }
  }

  /// The size of all files of a conversation in bytes.
  long used(UUID conversation) {
    try {
      return storage.folders().size(conversation);
    } catch (IOException e) {
      throw broken(e);
    }
  }

  /// The folder on the host, made if it is missing. For mounts only.
  Path folder(UUID conversation, Place place) {
    try {
      return SharedFolders.make(path(conversation, place));
    } catch (IOException e) {
      throw broken(e);
    }
  }

  /// The folder that a caller named to replace the uploads.
  Path named(String given) {
    Optional<Path> root = storage.uploadRoot();
    if (root.isEmpty()) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "upload_path is not allowed here. Upload the files, or ask an admin to set"
              + " assay.conversation.upload-root.");
    }
    try {
      Path real = root.get().resolve(given).toRealPath();
      if (given.indexOf('\0') < 0
          && real.startsWith(root.get().toRealPath())
          && Files.isDirectory(real)) {
        return real;
      }
    } catch (IOException | IllegalArgumentException e) {
      throw outside(given, e);
    }
    throw outside(given, null);
  }

  private static AssayException outside(String given, @Nullable Exception cause) {
    return new AssayException(
        ErrorCode.BAD_REQUEST,
        "upload_path \"%s\" is not a folder below the configured root. Name one that is."
            .formatted(Visible.line(given, 100)),
        cause);
  }

  private Path path(UUID conversation, Place place) {
    return place == Place.UPLOADS
        ? storage.folders().uploads(conversation)
        : storage.folders().intermediate(conversation);
  }

  private long copy(InputStream content, Path target, long most, long room) throws IOException {
    try (var out = Files.newOutputStream(target)) {
      byte[] buffer = new byte[1 << 16];
      long size = 0;
      for (int count = content.read(buffer); count >= 0; count = content.read(buffer)) {
        size += count;
        if (size > most) {
          throw size > room ? full() : tooLarge();
        }
        out.write(buffer, 0, count);
      }
      return size;
    }
  }

  private static void requireRoomFor(List<String> others, String name) {
    if (others.size() >= MOST_UPLOADS && !others.contains(name)) {
      throw new AssayException(
          ErrorCode.QUOTA_EXCEEDED,
          "A conversation holds at most %,d uploads. Delete some first.".formatted(MOST_UPLOADS));
    }
  }

  private AssayException full() {
    return new AssayException(
        ErrorCode.QUOTA_EXCEEDED,
        "The files of a conversation may have %,d bytes together. Delete some, or begin another."
            .formatted(storage.quota()));
  }

  private AssayException tooLarge() {
    return new AssayException(
        ErrorCode.FILE_TOO_LARGE,
        "A file may have %,d bytes, and this one has more.".formatted(storage.fileSize()));
  }

  private static StoredFile stored(SharedTree.Leaf leaf, Place place) {
    return new StoredFile(
        leaf.path(), leaf.size(), place.inside() + "/" + leaf.path(), leaf.modified());
  }

  private static AssayException missing(String name) {
    return new AssayException(
        ErrorCode.NOT_FOUND, "There is no file \"" + Visible.line(name, 200) + "\".");
  }

  /// A failure without details, which name paths of the host; the log has them.
  private static AssayException broken(IOException e) {
    return new AssayException(
        ErrorCode.BLOB_STORE_FAILED,
        "The files of the conversation cannot be read or written. Check the server's disk.",
        new UncheckedIOException(e));
  }
}
