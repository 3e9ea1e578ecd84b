package dev.assay.sandbox;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.skill.sandbox.lease.Lease;
import dev.assay.skill.sandbox.lease.Leases;
import dev.assay.skill.sandbox.lease.Term;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Leases in a folder, for processes without a database. A holder is alive as long as it has its
/// file locked, which the kernel ends with the process, however it ends.
public final class FileLeases implements Leases, AutoCloseable {
  /// The sandbox ends with the command that made it.
  private static final Duration UNLIMITED = Duration.ofDays(36_500);

  private static final FileTime UNTRIED = FileTime.fromMillis(0);
  private static final Set<String> HELD_HERE = ConcurrentHashMap.newKeySet();

  private final Path folder;
  private final String holder = UUID.randomUUID().toString();
  private final FileChannel channel;
  private final FileLock lock;

  public FileLeases(Path folder) {
    this.folder = folder;
    try {
      Files.createDirectories(folder.resolve("holders"));
      Files.createDirectories(folder.resolve("open"));
      channel =
          FileChannel.open(
              holderFile(holder), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      lock = channel.lock();
      HELD_HERE.add(holder);
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  @Override
  public String holder() {
    return holder;
  }

  @Override
  public void open(String id, String engine, SandboxSpec spec) {
    open(id, engine, "", spec);
  }

  @Override
  public void open(String id, String engine, String place, SandboxSpec spec) {
    Instant now = Instant.now();
    Term term =
        new Term(now, now, now, spec.idle().orElse(UNLIMITED), spec.longest().orElse(UNLIMITED));
    Lease lease =
        new Lease(
            id,
            engine,
            "",
            holder,
            spec.owner(),
            spec.purpose(),
            spec.labels(),
            spec.network().word(),
            term);
    write(lease);
  }

  private void write(Lease lease) {
    try {
      Path fresh = Files.createTempFile(folder, lease.id(), ".new");
      Files.writeString(fresh, LeaseText.write(lease));
      Files.setLastModifiedTime(fresh, UNTRIED);
      Files.move(fresh, leaseFile(lease.id()), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  @Override
  public void named(String id, String providerId) {
    if (providerId.equals(id)) {
      return; // then there is nothing more to know
    }
    list().stream()
        .filter(lease -> lease.id().equals(id))
        .findFirst()
        .ifPresent(
            lease ->
                write(
                    new Lease(
                        id,
                        lease.engine(),
                        providerId,
                        lease.holder(),
                        lease.owner(),
                        lease.purpose(),
                        lease.labels(),
                        lease.network(),
                        lease.term())));
  }

  @Override
  public void touch(String id) {}

  @Override
  public void close(String id) {
    try {
      Files.deleteIfExists(leaseFile(id));
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  @Override
  public List<Lease> abandoned(int most) {
    List<Lease> dead = new ArrayList<>();
    List<Lease> untriedFirst =
        list().stream().sorted(Comparator.comparing(lease -> lastTry(lease.id()))).toList();
    for (Lease lease : untriedFirst) {
      if (dead.size() < most && !alive(lease.holder())) {
        dead.add(lease);
      }
    }
    forgetDeadHolders(list());
    return dead;
  }

  /// A lease's file is never changed; its time says when somebody last tried.
  @Override
  public void tried(String id) {
    try {
      Files.setLastModifiedTime(leaseFile(id), FileTime.from(Instant.now()));
    } catch (NoSuchFileException e) {
      return; // closed meanwhile
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  private FileTime lastTry(String id) {
    try {
      return Files.getLastModifiedTime(leaseFile(id));
    } catch (IOException e) {
      return UNTRIED; // closed meanwhile
    }
  }

  @Override
  public List<Lease> list() {
    try (Stream<Path> files = Files.list(folder.resolve("open"))) {
      return files
          .flatMap(file -> Stream.ofNullable(load(file)))
          .sorted(Comparator.comparing(lease -> lease.term().opened()))
          .toList();
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  /// Gives up being a holder; leases that are still open are then abandoned.
  @Override
  public void close() {
    try {
      boolean done = list().stream().noneMatch(lease -> lease.holder().equals(holder));
      lock.release();
      channel.close();
      HELD_HERE.remove(holder);
      if (done) {
        Files.deleteIfExists(holderFile(holder));
      }
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  private @Nullable Lease load(Path file) {
    try {
      return LeaseText.read(String.valueOf(file.getFileName()), Files.readAllLines(file));
    } catch (NoSuchFileException e) {
      return null; // closed meanwhile
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean alive(String other) {
    if (HELD_HERE.contains(other)) {
      return true; // locks do not distinguish holders of one process
    }
    try (FileChannel file = FileChannel.open(holderFile(other), StandardOpenOption.WRITE);
        FileLock taken = file.tryLock()) {
      return taken == null;
    } catch (NoSuchFileException e) {
      return false;
    } catch (OverlappingFileLockException e) {
      return true;
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  private void forgetDeadHolders(List<Lease> open) {
    try (Stream<Path> files = Files.list(folder.resolve("holders"))) {
      for (Path file : files.toList()) {
        String name = String.valueOf(file.getFileName());
        boolean used = open.stream().anyMatch(lease -> lease.holder().equals(name));
        if (!used && !alive(name)) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  private Path holderFile(String name) {
    return folder.resolve("holders").resolve(name);
  }

  private Path leaseFile(String id) {
    return folder.resolve("open").resolve(id);
  }

  private AssayException unusable(IOException cause) {
    return new AssayException(
        ErrorCode.HOME_UNUSABLE,
        "Leases of sandboxes cannot be kept in " + folder + ": " + cause,
        cause);
  }
}
