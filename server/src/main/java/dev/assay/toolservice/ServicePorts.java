package dev.assay.toolservice;

import dev.assay.skill.AssayException;
import dev.assay.skill.sandbox.Sandbox;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The ports of one service, forwarded to this machine as long as the service runs.
final class ServicePorts implements AutoCloseable {
  private static final String LISTENS = "0A";
  private static final int MOST_BYTES = 1 << 20;

  private final Sandbox sandbox;
  private final List<PortForward> forwards = new ArrayList<>();
  private final List<PortAddress> endpoints = new ArrayList<>();

  private ServicePorts(Sandbox sandbox) {
    this.sandbox = sandbox;
  }

  static ServicePorts open(Sandbox sandbox, List<Integer> ports) {
    ServicePorts opened = new ServicePorts(sandbox);
    try {
      for (int port : ports) {
        PortForward forward = PortForward.open(sandbox, port);
        opened.forwards.add(forward);
        opened.endpoints.add(new PortAddress(port, forward.hostPort(), machine()));
      }
      return opened;
    } catch (AssayException e) {
      opened.close();
      throw e;
    }
  }

  List<PortAddress> endpoints() {
    return List.copyOf(endpoints);
  }

  /// Says whether a process listens on each of them. It reads the sandbox's tables, because the
  /// service would notice a connection.
  boolean isActive() {
    if (endpoints.isEmpty()) {
      return false;
    }
    Set<Integer> listening = new HashSet<>(listeningIn("/proc/net/tcp"));
    listening.addAll(listeningIn("/proc/net/tcp6"));
    return endpoints.stream().allMatch(endpoint -> listening.contains(endpoint.port()));
  }

  private Set<Integer> listeningIn(String table) {
    try {
      return listening(
          new String(sandbox.files().read(table, MOST_BYTES), StandardCharsets.US_ASCII));
    } catch (AssayException e) {
      return Set.of(); // no such table, or the sandbox is gone
    }
  }

  /// The ports in a table of the kernel on which a process listens.
  static Set<Integer> listening(String table) {
    Set<Integer> ports = new HashSet<>();
    for (String line : table.lines().skip(1).toList()) {
      String[] words = line.strip().split("\\s+", -1);
      int colon = words.length > 3 ? words[1].lastIndexOf(':') : -1;
      if (colon > 0 && words[3].equals(LISTENS)) {
        ports.add(Integer.parseInt(words[1].substring(colon + 1), 16));
      }
    }
    return ports;
  }

  @Override
  public void close() {
    forwards.forEach(PortForward::close);
  }

  private static String machine() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      return "localhost";
    }
  }
}
