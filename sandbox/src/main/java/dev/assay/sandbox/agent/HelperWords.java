package dev.assay.sandbox.agent;

import java.io.ByteArrayOutputStream;
import java.net.Inet4Address;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Words that say what the helper has to build; the other side is the helper's `spec.c`.
public final class HelperWords {
  private final ByteArrayOutputStream words = new ByteArrayOutputStream();

  public void add(String... more) {
    for (String word : more) {
      if (word.indexOf('\0') >= 0) {
        throw new IllegalArgumentException("A path or name holds the character NUL.");
      }
      words.writeBytes(word.getBytes(StandardCharsets.UTF_8));
      words.write(0);
    }
  }

  /// A way out through that program, but neither to this machine nor to link-local addresses.
  public void wayOut(Path slirp) throws SocketException {
    add("slirp", slirp.toString());
    add("deny", "169.254.0.0/16", "deny", "127.0.0.0/8");
    for (NetworkInterface one : NetworkInterface.networkInterfaces().toList()) {
      one.inetAddresses()
          .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
          .forEach(address -> add("deny", address.getHostAddress() + "/32"));
    }
  }

  /// Without its length, where something else says it.
  public byte[] plain() {
    return words.toByteArray();
  }

  public byte[] message() {
    return ByteBuffer.allocate(4 + words.size())
        .putInt(words.size())
        .put(words.toByteArray())
        .array();
  }
}
