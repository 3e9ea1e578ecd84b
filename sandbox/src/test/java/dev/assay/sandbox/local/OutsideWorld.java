package dev.assay.sandbox.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// What an open sandbox can reach: two network namespaces, so that nothing leaves the machine. Only
/// root can make them and enter them. At 198.51.100.2:8000 somebody answers.
public final class OutsideWorld implements AutoCloseable {
  private static final String WORLD =
      """
      set -e
      unshare -n sleep 120 & far=$!
      while [ "$(readlink /proc/$far/ns/net)" = "$(readlink /proc/self/ns/net)" ]; do sleep 0.01; done
      ip link set lo up
      ip link add e0 type veth peer name e1 netns $far
      ip addr add 198.51.100.1/24 dev e0
      ip link set e0 up
      nsenter -n -t $far ip addr add 198.51.100.2/24 dev e1
      nsenter -n -t $far ip addr add 198.51.100.3/24 dev e1
      nsenter -n -t $far ip link set e1 up
      nsenter -n -t $far perl -MIO::Socket::INET -MSocket -e '
        $s = IO::Socket::INET->new(Proto => "udp", LocalAddr => "198.51.100.2", LocalPort => 53) or die;
        while ($s->recv($q, 512)) {
          substr($q, 2, 6) = "\\x81\\x80\\0\\1\\0\\1";
          $s->send($q . "\\xc0\\x0c\\0\\1\\0\\1\\0\\0\\0\\5\\0\\4" . inet_aton("198.51.100.2"));
        }' &
      nsenter -n -t $far perl -MIO::Socket::INET -e '
        $s = IO::Socket::INET->new(LocalAddr => "0.0.0.0", LocalPort => 8000, Listen => 5) or die;
        $| = 1; print "up\\n"; while ($c = $s->accept) { print $c "from far away\\n" x 50000; close $c }' &
      wait
      """;

  private final Process process;

  private OutsideWorld(Process process) {
    this.process = process;
  }

  public static boolean isPossible() {
    return EngineFolders.byRoot()
        && MachinePrograms.find("ip").isPresent()
        && MachinePrograms.find("slirp4netns").isPresent();
  }

  public static OutsideWorld make() throws IOException {
    Process process =
        new ProcessBuilder("unshare", "-n", "sh", "-c", WORLD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    OutsideWorld world = new OutsideWorld(process);
    String said = new String(process.getInputStream().readNBytes(2), StandardCharsets.UTF_8);
    if (!said.equals("up")) {
      world.close();
      throw new AssertionError("the outside could not be made");
    }
    return world;
  }

  /// Through which sandboxes go out.
  public Path namespace() {
    return Path.of("/proc", Long.toString(process.pid()), "ns", "net");
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
