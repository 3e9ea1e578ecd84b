package dev.assay.sandbox.local.network;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The names of servers in the first message of a TLS client.
final class ServerNames {
  static final int HANDSHAKE = 22;
  static final int MOST = 64 * 1024;

  private static final int CLIENT_HELLO = 1;
  private static final int RECORD_HEAD = 5;
  private static final int MESSAGE_HEAD = 4;
  private static final int SERVER_NAME = 0;
  private static final int VERSION_AND_RANDOM = 34;

  private ServerNames() {}

  /// @param raw takes the bytes as they came
  /// @return none if the client does not say which server it wants
  /// @throws HttpRequest.Unclear if it is no such message
  static List<String> read(InputStream in, ByteArrayOutputStream raw) throws IOException {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    int wanted = MESSAGE_HEAD;
    while (message.size() < wanted) {
      byte[] head = in.readNBytes(RECORD_HEAD);
      if (head.length < RECORD_HEAD || head[0] != HANDSHAKE) {
        throw unclear();
      }
      int length = ((head[3] & 0xff) << 8) | (head[4] & 0xff);
      byte[] part = in.readNBytes(length);
      raw.write(head);
      raw.write(part);
      message.write(part);
      if (part.length < length || length == 0 || raw.size() > MOST) {
        throw unclear();
      }
      if (message.size() >= MESSAGE_HEAD) {
        byte[] so = message.toByteArray();
        wanted = MESSAGE_HEAD + (((so[1] & 0xff) << 16) | ((so[2] & 0xff) << 8) | (so[3] & 0xff));
      }
    }
    try {
      return names(ByteBuffer.wrap(message.toByteArray()));
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw unclear();
    }
  }

  private static List<String> names(ByteBuffer hello) throws HttpRequest.Unclear {
    if (hello.get() != CLIENT_HELLO) {
      throw unclear();
    }
    int length = ((hello.get() & 0xff) << 16) | (hello.getShort() & 0xffff);
    ByteBuffer body = part(hello, length);
    skip(body, VERSION_AND_RANDOM);
    skip(body, body.get() & 0xff);
    skip(body, body.getShort() & 0xffff);
    skip(body, body.get() & 0xff);
    List<String> names = new ArrayList<>();
    ByteBuffer extensions =
        body.hasRemaining() ? part(body, body.getShort() & 0xffff) : ByteBuffer.allocate(0);
    while (extensions.hasRemaining()) {
      int kind = extensions.getShort() & 0xffff;
      ByteBuffer extension = part(extensions, extensions.getShort() & 0xffff);
      if (kind == SERVER_NAME) {
        ByteBuffer list = part(extension, extension.getShort() & 0xffff);
        while (list.hasRemaining()) {
          skip(list, 1);
          byte[] name = new byte[list.getShort() & 0xffff];
          list.get(name);
          names.add(new String(name, StandardCharsets.ISO_8859_1));
        }
      }
    }
    return names;
  }

  private static ByteBuffer part(ByteBuffer whole, int length) {
    ByteBuffer part = whole.slice(whole.position(), checked(whole, length));
    skip(whole, length);
    return part;
  }

  private static void skip(ByteBuffer in, int length) {
    in.position(in.position() + checked(in, length));
  }

  private static int checked(ByteBuffer in, int length) {
    if (length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    return length;
  }

  private static HttpRequest.Unclear unclear() {
    return new HttpRequest.Unclear("The tunnel begins like TLS and is none.");
  }
}
