package dev.assay.packages;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// Writes one answer to the sandbox.
final class DoorAnswer {
  private final OutputStream out;
  private final Part part;
  private boolean begun;

  enum Part {
    WHOLE,
    HEADER
  }

  DoorAnswer(OutputStream out, Part part) {
    this.out = out;
    this.part = part;
  }

  void send(int status, String type, byte[] body) throws IOException {
    head(status, type, "Content-Length: " + body.length);
    if (part == Part.WHOLE) {
      out.write(body);
    }
    out.flush();
    out.close();
  }

  /// Refuses a request. An answer that was begun cannot be refused any more; it ends too early,
  /// which its reader detects.
  void refuse(int status, String reason) throws IOException {
    if (begun) {
      return;
    }
    send(status, "text/plain; charset=utf-8", (reason + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /// Begins an answer that is complete only when the returned stream is closed.
  ///
  /// @param length the length of the body; -1 if it is not known
  OutputStream begin(String type, long length) throws IOException {
    head(200, type, length < 0 ? "Transfer-Encoding: chunked" : "Content-Length: " + length);
    if (part == Part.HEADER) {
      return OutputStream.nullOutputStream();
    }
    return length < 0 ? new Chunks(out) : new Plain(out);
  }

  private void head(int status, String type, String length) throws IOException {
    String head =
        "HTTP/1.1 %d %s\r\nContent-Type: %s\r\n%s\r\nConnection: close\r\n\r\n"
            .formatted(status, status == 200 ? "OK" : "Refused", type, length);
    begun = true;
    out.write(head.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static final class Plain extends FilterOutputStream {
    Plain(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
    }
  }

  private static final class Chunks extends FilterOutputStream {
    Chunks(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      if (length > 0) {
        out.write((Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.write(bytes, from, length);
        out.write(new byte[] {'\r', '\n'});
      }
    }

    @Override
    public void close() throws IOException {
      out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      out.close();
    }
  }
}
