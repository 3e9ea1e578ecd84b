package dev.assay.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/// A peer with Docker: a daemon of its own, on its own socket and data folder, without touching the
/// host's network. The image is imported from a few files of the host, so no registry is needed.
final class DockerPeer implements Peer {
  private static final String IMAGE = "assay-bench";
  private static final String IMPORT =
      "set -e; d=$1; mkdir -p $d/root/bin $d/root/tmp; "
          + "for f in sh true echo head sleep mkdir; do p=$(readlink -f /bin/$f); cp $p $d/root/bin/$f; "
          + "for l in $(ldd $p | grep -o '/[^ ]*'); do mkdir -p $d/root$(dirname $l); cp -L $l $d/root$l; done; done; "
          + "tar -C $d/root -cf $d/root.tar .";

  private final Process daemon;
  private final String host;
  private final String living;
  private final Path data;

  private DockerPeer(Process daemon, String host, String living, Path data) {
    this.daemon = daemon;
    this.data = data;
    this.host = host;
    this.living = living;
  }

  static Optional<DockerPeer> start(Path home, String treeScript) {
    if (Programs.find("dockerd").isEmpty() || Programs.find("docker").isEmpty()) {
      return Optional.empty();
    }
    Process daemon = null;
    try {
      Path folder = Files.createDirectories(home.resolve("docker"));
      String host = "unix://" + folder.resolve("docker.sock");
      daemon =
          new ProcessBuilder(
                  "dockerd",
                  "--data-root=" + folder.resolve("data"),
                  "--exec-root=" + folder.resolve("exec"),
                  "--pidfile=" + folder.resolve("pid"),
                  "--host=" + host,
                  "--iptables=false",
                  "--ip-forward=false",
                  "--bridge=none")
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("log").toFile())
              .start();
      for (int tries = 0; !Files.exists(folder.resolve("docker.sock")); tries++) {
        if (tries > 300 || !daemon.isAlive()) {
          daemon.destroy();
          System.err.println("bench: dockerd did not start; see " + folder.resolve("log"));
          return Optional.empty();
        }
        LockSupport.parkNanos(50_000_000);
      }
      Programs.run("sh", "-c", IMPORT, "sh", folder.toString());
      Programs.run("docker", "-H", host, "import", folder.resolve("root.tar").toString(), IMAGE);
      String living =
          Programs.run(
              "docker", "-H", host, "run", "-d", "--network", "none", IMAGE, "/bin/sleep", "3600");
      DockerPeer peer = new DockerPeer(daemon, host, living, folder.resolve("data"));
      peer.docker("exec", living, "/bin/sh", "-c", treeScript.replace("/workspace", "/tmp"));
      Long _ = peer.snapshotNanos().orElseThrow();
      return Optional.of(peer);
    } catch (IOException | IllegalStateException e) {
      System.err.println("bench: no Docker: " + e.getMessage());
      if (daemon != null) {
        end(daemon, home.resolve("docker/data"));
      }
      return Optional.empty();
    }
  }

  private static void end(Process daemon, Path data) {
    daemon.destroy();
    try {
      daemon.waitFor(20, TimeUnit.SECONDS);
      new ProcessBuilder("umount", data.toString()).start().waitFor();
    } catch (IOException e) {
      System.err.println("bench: " + data + " may still be mounted: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// The socket of the daemon, for an engine of Assay that is measured beside it.
  Path socket() {
    return data.resolveSibling("docker.sock");
  }

  private String[] words(String... command) {
    return Stream.concat(Stream.of("docker", "-H", host), Stream.of(command))
        .toArray(String[]::new);
  }

  private long docker(String... command) {
    long start = System.nanoTime();
    Programs.run(words(command));
    return System.nanoTime() - start;
  }

  @Override
  public String name() {
    return "docker";
  }

  @Override
  public long firstOutputNanos() {
    return Programs.firstByteNanos(
        words("run", "--rm", "--network", "none", IMAGE, "/bin/echo", "hi"));
  }

  @Override
  public Optional<Long> execNanos() {
    return Optional.of(docker("exec", living, "/bin/true"));
  }

  @Override
  public Optional<Long> snapshotNanos() {
    return Optional.of(docker("commit", living, IMAGE + ":tree"));
  }

  @Override
  public Optional<Long> forkNanos() {
    return Optional.of(
        Programs.firstByteNanos(
            words("run", "--rm", "--network", "none", IMAGE + ":tree", "/bin/echo", "hi")));
  }

  @Override
  public Optional<Crowd> crowd(int count) {
    return Optional.empty();
  }

  @Override
  public void close() {
    try {
      for (String id : List.of(living)) {
        docker("rm", "-f", id);
      }
    } finally {
      end(daemon, data);
    }
  }
}
