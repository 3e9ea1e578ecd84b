package dev.assay.sandbox.local.network;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// The body of one request, passed on exactly to its end; the bytes after it are another request.
final class RequestBody {
  private static final Pattern LENGTH = Pattern.compile("\\d{1,15}");
  private static final Pattern CHUNK = Pattern.compile("[0-9a-fA-F]{1,12}(?:[ \\t]*;.*)?");
  private static final int LONGEST_LINE = 8192;

  private final InputStream in;
  private final OutputStream out;

  private RequestBody(InputStream in, OutputStream out) {
    this.in = in;
    this.out = out;
  }

  /// Returns whether the end of the body is unambiguous.
  static boolean isClear(HttpRequest request) {
    List<String> lengths = request.values("content-length");
    List<String> codings = request.values("transfer-encoding");
    boolean length = lengths.size() == 1 && LENGTH.matcher(lengths.getFirst()).matches();
    boolean chunked = codings.size() == 1 && codings.getFirst().equalsIgnoreCase("chunked");
    return (lengths.isEmpty() || length)
        && (codings.isEmpty() || chunked)
        && (lengths.isEmpty() || codings.isEmpty())
        && (codings.isEmpty() || request.version().equals("HTTP/1.1"));
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
      String head = line(line -> CHUNK.matcher(line).matches());
      size = Long.parseLong(head.split("[ \t;]", 2)[0], 16);
      if (size > 0) {
        bytes(size);
        line(String::isEmpty);
      }
    } while (size > 0);
    while (!line(line -> line.isEmpty() || HttpRequest.isField(line)).isEmpty()) {
      // fields after the body are passed on like everything else
    }
  }

  private String line(Predicate<String> expected) throws IOException {
    String line = HttpRequest.next(in, LONGEST_LINE);
    if (!expected.test(line)) {
      throw new HttpRequest.Unclear("The body of the request is in no clear parts.");
    }
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
