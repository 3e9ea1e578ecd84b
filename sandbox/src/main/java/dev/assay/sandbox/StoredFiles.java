package dev.assay.sandbox;

import dev.assay.sandbox.KnownFiles.Content;
import dev.assay.sandbox.KnownFiles.FilePlace;
import dev.assay.sandbox.KnownFiles.Knowledge;
import dev.assay.sandbox.KnownFiles.Known;
import dev.assay.skill.AssayException;
import dev.assay.skill.BlobStore;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// Keeps the files of workspaces alike through a storage that all servers see. Contents are stored
/// before the rows that name them; no connection to the database is held meanwhile.
public final class StoredFiles implements SharedFiles {
  private static final Logger log = LoggerFactory.getLogger(StoredFiles.class);
  private static final String UPLOADS = "uploads";
  private static final String INTERMEDIATE = "intermediate";
  private static final int MOST_FILES = 20_000;
  private static final int LONGEST_PATH = 1_000; // bytes; an index of PostgreSQL takes 2,700
  private static final int ATTEMPTS = 20;
  private static final int STRIPES = 64;

  private final SharedFileRows rows;
  private final BlobStore blobs;
  private final SharedFolders folders;
  private final KnownFiles known;
  private final long most;
  private final Lock[] locks = new Lock[STRIPES];

  /// @param known a folder of this server's own
  /// @param most bytes of one workspace that other servers get; what is beyond stays here
  public StoredFiles(
      JdbcClient jdbc,
      TransactionOperations transactions,
      Clock clock,
      BlobStore blobs,
      SharedFolders folders,
      Path known,
      long most) {
    this.rows = new SharedFileRows(jdbc, transactions, clock);
    this.blobs = blobs;
    this.folders = folders;
    this.known = new KnownFiles(known);
    this.most = most;
    for (int i = 0; i < STRIPES; i++) {
      locks[i] = new ReentrantLock();
    }
  }

  @Override
  public void settle(UUID workspace) {
    Lock lock = locks[Math.floorMod(workspace.hashCode(), STRIPES)];
    lock.lock();
    try {
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        if (settleOnce(workspace)) {
          return;
        }
      }
      throw new AssayException(
          ErrorCode.BLOB_STORE_FAILED,
          "The files of a conversation change all the time on another server. Try again.");
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.BLOB_STORE_FAILED,
          "The files of a conversation could not be shared with the other servers: " + e,
          e);
    } finally {
      lock.unlock();
    }
  }

  /// @return false if another server was faster
  private boolean settleOnce(UUID workspace) throws IOException {
    Knowledge before = known.read(workspace);
    Map<FilePlace, SharedTree.Leaf> here = look(workspace);
    long version = rows.version(workspace);
    Set<FilePlace> changed = changedHere(before, here);
    if (version == before.version() && changed.isEmpty()) {
      return true;
    }
    Map<FilePlace, Content> theirs = rows.files(workspace);
    Map<FilePlace, Known> after = new TreeMap<>(before.files());
    Map<FilePlace, Content> pushed = new TreeMap<>();
    List<FilePlace> withdrawn = new ArrayList<>();
    long bytes = theirs.values().stream().mapToLong(Content::size).sum();
    Set<FilePlace> all = new TreeSet<>(here.keySet());
    all.addAll(theirs.keySet());
    all.addAll(before.files().keySet());
    List<FilePlace> later = new ArrayList<>();
    for (FilePlace key : all) {
      Optional<Known> was = Optional.ofNullable(before.files().get(key));
      Optional<Content> there = Optional.ofNullable(theirs.get(key));
      Optional<SharedTree.Leaf> leaf = Optional.ofNullable(here.get(key));
      boolean changedThere = !there.equals(was.map(Known::content));
      if (changedThere) {
        later.add(key);
      } else if (changed.contains(key) && leaf.isPresent()) {
        long more = leaf.get().size() - there.map(Content::size).orElse(0L);
        if (bytes + more > most) {
          log.info("A file of the workspace {} stays here: more than {} bytes", workspace, most);
          continue;
        }
        bytes += more;
        Optional<Content> content = store(workspace, key, leaf.get());
        if (content.isPresent()) {
          pushed.put(key, content.get());
          after.put(key, new Known(content.get(), leaf.get().modified()));
        }
      } else if (changed.contains(key)) {
        withdrawn.add(key);
        after.remove(key);
      }
    }
    long now = version;
    if (!pushed.isEmpty() || !withdrawn.isEmpty()) {
      if (!rows.change(workspace, version, pushed, withdrawn)) {
        return false;
      }
      now = version + 1;
    }
    for (FilePlace key : later) {
      takeOver(workspace, key, theirs.get(key), after);
    }
    known.write(workspace, new Knowledge(now, after));
    return true;
  }

  private static Set<FilePlace> changedHere(
      Knowledge before, Map<FilePlace, SharedTree.Leaf> here) {
    Set<FilePlace> changed = new HashSet<>();
    here.forEach(
        (key, leaf) -> {
          Known was = before.files().get(key);
          if (was == null || !was.fits(leaf)) {
            changed.add(key);
          }
        });
    before.files().keySet().stream().filter(key -> !here.containsKey(key)).forEach(changed::add);
    return changed;
  }

  private Map<FilePlace, SharedTree.Leaf> look(UUID workspace) throws IOException {
    Map<FilePlace, SharedTree.Leaf> files = new TreeMap<>();
    for (String place : List.of(UPLOADS, INTERMEDIATE)) {
      SharedTree.Content content = tree(workspace, place).look(MOST_FILES);
      content.files().stream()
          .filter(leaf -> leaf.path().getBytes(StandardCharsets.UTF_8).length <= LONGEST_PATH)
          .forEach(leaf -> files.put(new FilePlace(place, leaf.path()), leaf));
    }
    return files;
  }

  private SharedTree tree(UUID workspace, String place) {
    return new SharedTree(
        place.equals(UPLOADS) ? folders.uploads(workspace) : folders.intermediate(workspace));
  }

  /// Empty if the file is gone meanwhile.
  private Optional<Content> store(UUID workspace, FilePlace key, SharedTree.Leaf leaf)
      throws IOException {
    MessageDigest function = Digest.sha256();
    Path copy = tree(workspace, key.place()).incoming();
    try {
      Optional<SharedTree.Opened> opened = tree(workspace, key.place()).find(key.path());
      if (opened.isEmpty()) {
        return Optional.empty();
      }
      try (InputStream bytes = new DigestInputStream(opened.get().stream(), function);
          OutputStream out = Files.newOutputStream(copy)) {
        bytes.transferTo(out); // a sandbox may change it meanwhile
      }
      Digest digest = Digest.finish(function);
      rows.touch(digest);
      blobs.keep(digest, sink -> Files.copy(copy, sink));
      return Optional.of(new Content(digest, Files.size(copy), leaf.executable()));
    } finally {
      Files.deleteIfExists(copy);
    }
  }

  private void takeOver(
      UUID workspace, FilePlace key, @Nullable Content content, Map<FilePlace, Known> after) {
    SharedTree tree = tree(workspace, key.place());
    try {
      if (content == null) {
        tree.remove(key.path());
        after.remove(key);
      } else {
        after.put(key, new Known(content, fetch(tree, key, content)));
      }
    } catch (IOException e) {
      log.warn("A file of the workspace {} cannot be taken over: {}", workspace, e.toString());
    }
  }

  private Instant fetch(SharedTree tree, FilePlace key, Content content) throws IOException {
    Path incoming = tree.incoming();
    try {
      MessageDigest function = Digest.sha256();
      try (InputStream bytes = blobs.find(content.digest()).orElseThrow(() -> gone(key));
          OutputStream out = new DigestOutputStream(Files.newOutputStream(incoming), function)) {
        bytes.transferTo(out);
      }
      if (!Digest.finish(function).equals(content.digest())) {
        throw new AssayException(
            ErrorCode.BLOB_STORE_FAILED,
            "The stored content %s of a file is damaged. Restore it from a copy of the storage."
                .formatted(content.digest()));
      }
      Files.setPosixFilePermissions(
          incoming,
          PosixFilePermissions.fromString(content.executable() ? "rwxr-xr-x" : "rw-r--r--"));
      Instant modified = Instant.now().truncatedTo(ChronoUnit.MILLIS);
      Files.setLastModifiedTime(incoming, FileTime.from(modified));
      tree.put(incoming, key.path());
      return modified;
    } finally {
      Files.deleteIfExists(incoming);
    }
  }

  private static AssayException gone(FilePlace key) {
    return new AssayException(
        ErrorCode.BLOB_STORE_FAILED,
        "The content of the file %s is not in the storage any more. Restore it from a copy."
            .formatted(key.path()));
  }

  @Override
  public void forget(UUID workspace) {
    rows.forget(workspace);
    try {
      known.forget(workspace);
    } catch (IOException e) {
      log.warn("What was known of the workspace {} cannot be removed: {}", workspace, e.toString());
    }
  }

  @Override
  public void sweep() {
    try {
      List<UUID> here = known.all();
      Set<UUID> there = rows.known(here);
      for (UUID workspace : here) {
        if (!there.contains(workspace) && known.read(workspace).version() > 0) {
          folders.remove(workspace);
          known.forget(workspace);
        }
      }
      int gone = rows.collect(blobs);
      if (gone > 0) {
        log.info("Removed {} contents of files that nobody has any more", gone);
      }
    } catch (IOException e) {
      log.warn("Files of other servers' deleted conversations cannot be removed: {}", e.toString());
    }
  }
}
