package dev.assay.toolservice;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.PortAccess;
import dev.assay.skill.sandbox.PortConnection;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Forwards connections from 127.0.0.1 of this machine to a port inside a sandbox. It lives in the
/// process of the server and ends with it.
final class PortForward implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(PortForward.class);
  private static final int MOST_CONNECTIONS = 64;
  private static final int FIRST_FOR_USERS = 1024;

  /// The ports of Docker, NATS, PostgreSQL, Assay itself and object stores.
  private static final Set<Integer> OF_SERVICES =
      Set.of(2375, 2376, 4222, 5432, 6222, 8080, 8222, 9000, 9001);

  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  private final PortAccess inside;
  private final int port;
  private final ServerSocket listener;
  private final Set<Relay> relays = ConcurrentHashMap.newKeySet();
  private final Semaphore free = new Semaphore(MOST_CONNECTIONS);

  private PortForward(PortAccess inside, int port, ServerSocket listener) {
    this.inside = inside;
    this.port = port;
    this.listener = listener;
  }

  /// Opens the same port here if it is free and belongs to no server or service, else any port. A
  /// client that connects to a service's usual port while the service is down would send its
  /// password to a skill.
  static PortForward open(PortAccess inside, int port) {
    try {
      PortForward forward = new PortForward(inside, port, listener(port));
      Thread.ofVirtual().name("forward-" + port).start(forward::accept);
      return forward;
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.TOO_BUSY, "No port of this machine can be opened for port " + port + ".", e);
    }
  }

  private static ServerSocket listener(int port) throws IOException {
    InetAddress loopback = InetAddress.getByAddress(LOOPBACK);
    if (port >= FIRST_FOR_USERS && !OF_SERVICES.contains(port)) {
      try {
        return new ServerSocket(port, MOST_CONNECTIONS, loopback);
      } catch (BindException e) {
        log.debug("Port {} is taken here", port, e);
      }
    }
    return new ServerSocket(0, MOST_CONNECTIONS, loopback);
  }

  int hostPort() {
    return listener.getLocalPort();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket outside = listener.accept();
        if (!free.tryAcquire()) {
          outside.close();
          continue;
        }
        Thread.ofVirtual().name("relay-" + port).start(() -> connect(outside));
      } catch (IOException e) {
        if (!listener.isClosed()) {
          log.warn("Port {} takes no connections any more: {}", hostPort(), e.getMessage());
        }
        return;
      }
    }
  }

  private void connect(Socket outside) {
    try (outside;
        PortConnection within = inside.dial(port)) {
      Relay relay = new Relay(outside, within, Thread.currentThread());
      relays.add(relay);
      try {
        relay.run();
      } finally {
        relays.remove(relay);
      }
    } catch (AssayException | IOException e) {
      log.debug("A connection to port {} ended", port, e); // no listener, or the sandbox is gone
    } finally {
      free.release();
    }
  }

  /// Ends every connection and frees the port.
  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      log.warn("Port {} was not closed: {}", hostPort(), e.getMessage());
    }
    relays.forEach(Relay::stop);
  }

  /// One connection, both ways.
  private record Relay(Socket outside, PortConnection within, Thread backward) {
    void run() throws IOException {
      Thread forward = Thread.ofVirtual().name("relay-in").start(this::sendIn);
      try {
        copy(within.input(), outside.getOutputStream());
        outside.shutdownOutput();
        forward.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        forward.interrupt();
      }
    }

    private void sendIn() {
      try (OutputStream out = within.output()) {
        copy(outside.getInputStream(), out);
      } catch (IOException | AssayException e) {
        stop();
      }
    }

    private static void copy(InputStream from, OutputStream to) throws IOException {
      byte[] buffer = new byte[1 << 15];
      for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
        to.write(buffer, 0, count);
        to.flush();
      }
    }

    void stop() {
      try {
        outside.close();
      } catch (IOException e) {
        log.debug("A connection was not closed", e);
      }
      backward.interrupt();
    }
  }
}
