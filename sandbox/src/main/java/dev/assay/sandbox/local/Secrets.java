package dev.assay.sandbox.local;

import dev.assay.sandbox.settings.LocalSettings;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;

/// Places that no sandbox on the `host` base may see. To an ordinary owner belongs what belongs to
/// its sandboxes, so its own files in visible folders are secrets too: the configuration of a
/// service below `/etc`, its data below `/var/lib`.
final class Secrets {
  private static final List<String> PLACES =
      List.of("/etc", "/var", "/var/lib", "/var/opt", "/usr/local", "/usr/local/etc", "/usr/share");

  private final LocalSettings settings;
  private final EngineFolders storage;

  Secrets(LocalSettings settings, EngineFolders storage) {
    this.settings = settings;
    this.storage = storage;
  }

  /// Finds them beside what the caller does meanwhile.
  Future<Set<Path>> findBeside() {
    FutureTask<Set<Path>> search = new FutureTask<>(this::find);
    Thread.ofVirtual().name("sandbox-secrets").start(search);
    return search;
  }

  /// What a search found; without it there is no sandbox.
  static Set<Path> of(Future<Set<Path>> search) {
    try {
      return search.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "Interrupted.", e);
    } catch (ExecutionException e) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED, "What must be hidden cannot be found out: " + e.getCause(), e);
    }
  }

  Set<Path> find() {
    Set<Path> named = new HashSet<>(settings.hidden());
    named.addAll(ToolSecrets.find(Path.of("/")));
    named.add(storage.root());
    named.add(Path.of(System.getProperty("user.home", "/root")));
    Set<Path> found = new HashSet<>();
    for (Path path : named) {
      if (path.isAbsolute() && path.getNameCount() > 1) {
        add(found, path);
      }
    }
    if (!EngineFolders.byRoot()) {
      PLACES.forEach(place -> addOwn(found, Path.of(place)));
    }
    return found;
  }

  private static void add(Set<Path> found, Path path) {
    try {
      found.add(path.toRealPath());
    } catch (IOException e) {
      return; // what is not there, or not ours to see, need not be hidden
    }
  }

  private static void addOwn(Set<Path> found, Path place) {
    try (Stream<Path> entries = Files.list(place)) {
      for (Path entry : entries.toList()) {
        Object uid = Files.getAttribute(entry, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        if (uid.equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))
            && !Files.isSymbolicLink(entry)) {
          found.add(entry);
        }
      }
    } catch (IOException e) {
      return; // a folder that this machine does not have
    }
  }
}
