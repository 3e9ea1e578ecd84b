package dev.assay.sandbox.remote;

import dev.assay.sandbox.agent.AgentLink;
import dev.assay.sandbox.agent.HelperFile;
import dev.assay.skill.Architecture;
import dev.assay.skill.sandbox.Capabilities;
import dev.assay.skill.sandbox.Capabilities.Feature;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxRef;
import dev.assay.skill.sandbox.SandboxSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// Sandboxes as a provider may have them that permits user namespaces: one process tree each, plain
/// folders, no filter of system calls. Nothing is proved about them; they stand behind the test
/// kit's servers.
final class NestingEngine implements SandboxEngine {
  static final String NAME = "nesting";

  private static final String OWNER = "60600";
  private static final List<String> FOLDERS = List.of("assay", "workspace", "tmp", "home");

  private final Path storage;
  private final Path helper;
  private final boolean root = "root".equals(System.getProperty("user.name"));
  private final Map<String, NestingSandbox> living = new ConcurrentHashMap<>();

  NestingEngine(Path parent) {
    try {
      storage = Files.createTempDirectory(root ? Path.of("/var/tmp") : parent, "nesting");
      Files.setPosixFilePermissions(storage, PosixFilePermissions.fromString("rwxr-xr-x"));
      helper = HelperFile.unpack(storage, Architecture.own());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    own(storage);
  }

  private void own(Path path) {
    if (root) {
      run("chown", OWNER + ":" + OWNER, path.toString());
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        Set.of(Feature.BLOCKED_NETWORK, Feature.OPEN_NETWORK, Feature.SNAPSHOT),
        Set.of(),
        Set.of("host"),
        Map.of());
  }

  @Override
  public Sandbox create(SandboxSpec spec) {
    String id = UUID.randomUUID().toString();
    Path folder = storage.resolve(id);
    try {
      if (spec.image().layers().isEmpty()) {
        for (String name : FOLDERS) {
          own(Files.createDirectories(folder.resolve(name)));
        }
        own(folder);
      } else {
        copy(storage.resolve(spec.image().layers().getLast()), folder);
      }
      Process process =
          new ProcessBuilder(words(folder, spec.network()))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      AgentLink link = new AgentLink(id, process.getInputStream(), process.getOutputStream());
      String _ = link.await('R', 15_000);
      NestingSandbox made = new NestingSandbox(id, spec, link, process, this);
      living.put(id, made);
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> words(Path folder, Network network) {
    List<String> words = new ArrayList<>();
    if (root) {
      words.addAll(List.of("setpriv", "--reuid", OWNER, "--regid", OWNER, "--clear-groups"));
    }
    words.addAll(
        List.of(
            ("bwrap --unshare-user --unshare-pid --unshare-ipc --unshare-uts --uid 1 --gid 1"
                    + " --cap-drop ALL --new-session --as-pid-1 --clearenv --ro-bind /usr /usr"
                    + " --symlink usr/bin /bin --symlink usr/sbin /sbin --symlink usr/lib /lib"
                    + " --symlink usr/lib64 /lib64 --ro-bind /etc /etc --ro-bind /var /var"
                    + " --proc /proc --dev /dev --tmpfs /run")
                .split(" ")));
    if (!(network instanceof Network.Open)) {
      words.add("--unshare-net");
    }
    for (String name : FOLDERS) {
      words.addAll(List.of("--bind", folder.resolve(name).toString(), "/" + name));
    }
    words.addAll(List.of("--ro-bind", helper.toString(), "/run/provider", "--chdir", "/"));
    words.addAll(List.of("/run/provider", "agent", "0", "0"));
    return words;
  }

  String snapshot(NestingSandbox sandbox) {
    String layer = "layer-" + UUID.randomUUID();
    copy(storage.resolve(sandbox.id()), storage.resolve(layer));
    return layer;
  }

  private void copy(Path from, Path to) {
    run(helper.toString(), "own", "copy", from.toString(), to.toString());
  }

  void forget(NestingSandbox sandbox) {
    living.remove(sandbox.id());
    run(helper.toString(), "own", "remove", storage.resolve(sandbox.id()).toString());
  }

  List<NestingSandbox> living() {
    return List.copyOf(living.values());
  }

  private static void run(String... words) {
    try {
      Process process = new ProcessBuilder(words).inheritIO().start();
      if (process.onExit().join().exitValue() != 0) {
        throw new IllegalStateException(String.join(" ", words) + " failed");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public List<SandboxRef> list(Map<String, String> labels) {
    return List.of();
  }

  @Override
  public void remove(SandboxRef sandbox) {
    NestingSandbox own = living.get(sandbox.id());
    if (own != null) {
      own.destroy();
    }
  }

  SandboxImage image() {
    return SandboxImage.of(NAME, "host");
  }

  @Override
  public void close() {
    List.copyOf(living.values()).forEach(Sandbox::destroy);
    try (Stream<Path> left = Files.list(storage)) {
      left.filter(Files::isDirectory)
          .forEach(one -> run(helper.toString(), "own", "remove", one.toString()));
      Files.delete(helper);
      Files.delete(storage);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
