package dev.assay.packages;

import dev.assay.skill.sandbox.PortConnection;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// Speaks to a door as something in a sandbox would, without one.
record DoorClient(PackageDoor door) {
  /// @param status 0 if there was no answer
  /// @param body as far as it came
  /// @param complete whether the answer ended where it should
  record Answer(int status, String body, boolean complete) {}

  Answer get(String path) {
    return send("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:3141\r\nAccept: */*\r\n\r\n");
  }

  Answer send(String request) {
    Conversation client = new Conversation(request, Integer.MAX_VALUE);
    door.serve(client);
    return answer(client.out.toString(StandardCharsets.ISO_8859_1));
  }

  /// Leaves when so many bytes have come.
  void leaveAfter(String path, int bytes) {
    door.serve(
        new Conversation("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:3141\r\n\r\n", bytes));
  }

  private static Answer answer(String text) {
    int end = text.indexOf("\r\n\r\n");
    if (end < 0) {
      return new Answer(0, "", false);
    }
    String head = text.substring(0, end);
    String body = text.substring(end + 4);
    int status = Integer.parseInt(head.split(" ", -1)[1]);
    if (head.contains("Transfer-Encoding: chunked")) {
      return new Answer(status, body, body.endsWith("0\r\n\r\n"));
    }
    int length = Integer.parseInt(head.replaceAll("(?s).*Content-Length: (\\d+).*", "$1"));
    return new Answer(status, body, body.length() == length);
  }

  /// The first path of a file on a page.
  static String link(String page) {
    return page.replaceAll("(?s).*?href=\"(/f/[^\"#]+).*", "$1");
  }

  private static final class Conversation implements PortConnection {
    private final InputStream in;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final int most;

    Conversation(String request, int most) {
      this.in = new ByteArrayInputStream(request.getBytes(StandardCharsets.ISO_8859_1));
      this.most = most;
    }

    @Override
    public InputStream input() {
      return in;
    }

    @Override
    public OutputStream output() {
      return new OutputStream() {
        @Override
        public void write(int one) throws IOException {
          write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
          if (out.size() >= most) {
            throw new IOException("the client left");
          }
          out.write(bytes, from, length);
        }
      };
    }

    @Override
    public void close() {
      // the text stays
    }
  }
}
