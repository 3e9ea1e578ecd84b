package dev.assay.sandbox.local.network;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The body of one request, passed on exactly to its end: what comes behind it is another request.
final class RequestBody {
  private static final Pattern LENGTH = Pattern.compile("\\d{1,15}");
  private static final Pattern CHUNK = Pattern.compile("([0-9a-fA-F]{1,12})(?:[ \\t]*;.*)?");
  private static final int LONGEST_LINE = 8192;

  private final InputStream in;
  private final OutputStream out;

  private RequestBody(InputStream in, OutputStream out) {
    this.in = in;
    this.out = out;
  }

  /// Whether where the body ends can be read in one way only.
  static boolean isClear(HttpRequest request) {
    List<String> lengths = request.values("content-length");
    List<String> codings = request.values("transfer-encoding");
    boolean length = lengths.size() == 1 && LENGTH.matcher(lengths.getFirst()).matches();
    boolean chunked = codings.size() == 1 && codings.getFirst().equalsIgnoreCase("chunked");
    return (lengths.isEmpty() || length)
        && (codings.isEmpty() || chunked)
        && (lengths.isEmpty() || codings.isEmpty());
  }

  static void pass(HttpRequest request, InputStream in, OutputStream out) throws IOException {
    RequestBody body = new RequestBody(in, out);
    List<String> lengths = request.values("content-length");
    if (!lengths.isEmpty()) {
      body.bytes(Long.parseLong(lengths.getFirst()));
    } else if (!request.values("transfer-encoding").isEmpty()) {
      body.chunks();
    }
    out.flush();
  }

  private void chunks() throws IOException {
    long size;
    do {
      String head = line();
      Matcher chunk = CHUNK.matcher(head);
      if (!chunk.matches()) {
        throw new HttpRequest.Unclear("A part of the request's body has no size.");
      }
      size = Long.parseLong(chunk.group(1), 16);
      if (size > 0) {
        bytes(size);
        line();
      }
    } while (size > 0);
    while (!line().isEmpty()) {
      // fields after the body are passed on like everything else
    }
  }

  private String line() throws IOException {
    String line = HttpRequest.next(in, LONGEST_LINE);
    out.write((line + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    return line;
  }

  private void bytes(long count) throws IOException {
    byte[] buffer = new byte[16 * 1024];
    long left = count;
    while (left > 0) {
      int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
      if (read < 0) {
        throw new IOException("The client left.");
      }
      out.write(buffer, 0, read);
      out.flush();
      left -= read;
    }
  }
}
