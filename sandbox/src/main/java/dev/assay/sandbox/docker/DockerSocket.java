package dev.assay.sandbox.docker;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// Speaks HTTP with a daemon over its socket, one connection for each request.
record DockerSocket(Path socket) {
  private static final int LONGEST_LINE = 8192;
  private static final byte[] LINE_END = {'\r', '\n'};

  /// A body as it is sent.
  interface Body {
    void writeTo(OutputStream out) throws IOException;
  }

  /// @param body still coming; closing it ends the connection
  record Answer(int status, InputStream body) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      body.close();
    }
  }

  /// A connection that has become a stream in both directions.
  record Stream(SocketChannel channel, InputStream input, OutputStream output)
      implements AutoCloseable {
    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  Answer ask(String method, String path, String type, Body body) throws IOException {
    SocketChannel channel = connect();
    try {
      OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), 64 * 1024);
      head(out, method, path, "Connection: close");
      if (type.isEmpty()) {
        out.write("Content-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      } else {
        out.write(
            ("Content-Type: " + type + "\r\nTransfer-Encoding: chunked\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        try (ChunkedOutput chunks = new ChunkedOutput(out)) {
          body.writeTo(chunks);
        }
      }
      out.flush();
      InputStream in = new BufferedInputStream(Channels.newInputStream(channel), 64 * 1024);
      int status = status(in);
      return new Answer(status, readHeaders(in) ? new ChunkedInput(in) : in);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /// Attaches to a container; what follows is its input and output.
  ///
  /// @return empty if the container is not in a state for it
  Optional<Stream> attach(String path) throws IOException {
    SocketChannel channel = connect();
    try {
      OutputStream out = Channels.newOutputStream(channel);
      ByteArrayOutputStream head = new ByteArrayOutputStream();
      head(head, "POST", path, "Connection: Upgrade\r\nUpgrade: tcp");
      head.writeBytes("Content-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      out.write(head.toByteArray());
      InputStream in = new BufferedInputStream(Channels.newInputStream(channel), 64 * 1024);
      int status = status(in);
      boolean _ = readHeaders(in);
      if (status == 409) {
        channel.close();
        return Optional.empty();
      }
      if (status != 101 && status != 200) {
        throw new IOException("the daemon answers " + status + " to " + path);
      }
      return Optional.of(new Stream(channel, in, out));
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private SocketChannel connect() throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      boolean _ = channel.connect(UnixDomainSocketAddress.of(socket));
      return channel;
    } catch (IOException e) {
      channel.close();
      throw new SandboxFailure(
          ErrorCode.SANDBOX_UNAVAILABLE,
          "No Docker daemon answers at %s: %s. Start one, or set assay.sandbox.docker-socket."
              .formatted(socket, e.getMessage()),
          e);
    }
  }

  private static void head(OutputStream out, String method, String path, String more)
      throws IOException {
    out.write(
        (method + " /v1.41" + path + " HTTP/1.1\r\nHost: docker\r\n" + more + "\r\n")
            .getBytes(StandardCharsets.US_ASCII));
  }

  private static int status(InputStream in) throws IOException {
    String[] words = line(in).split(" ", 3);
    if (words.length < 2 || !words[0].startsWith("HTTP/1.")) {
      throw new IOException("what answers at the socket is not a Docker daemon");
    }
    return Integer.parseInt(words[1]);
  }

  /// Whether the body comes in chunks.
  private static boolean readHeaders(InputStream in) throws IOException {
    boolean chunked = false;
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      String lower = header.toLowerCase(Locale.ROOT);
      chunked |= lower.startsWith("transfer-encoding:") && lower.contains("chunked");
    }
    return chunked;
  }

  static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0 || line.size() > LONGEST_LINE) {
        throw new IOException("the daemon's answer stopped in the middle");
      }
      line.write(next);
    }
    return line.toString(StandardCharsets.UTF_8).strip();
  }

  /// Writes each piece as a chunk and the last one when it is closed.
  private static final class ChunkedOutput extends OutputStream {
    private final OutputStream out;

    ChunkedOutput(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      if (length > 0) {
        out.write((Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.write(bytes, from, length);
        out.write(LINE_END);
      }
    }

    @Override
    public void close() throws IOException {
      out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }
  }
}
