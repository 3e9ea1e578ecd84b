package dev.assay.packages;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;

/// A request from the sandbox.
///
/// @param path the path as it was sent, with a slash at its beginning and without a query
/// @param host the address of the door as the client knows it
/// @param accept the accepted types, lower case
record DoorRequest(String method, String path, String host, String accept) {
  private static final int MOST = 32 * 1024;

  /// A request that cannot be parsed; the message says why.
  static final class Malformed extends Exception {
    Malformed(String message) {
      super(message);
    }
  }

  /// @throws Malformed if it should be answered with 400
  /// @throws IOException if the client closed the connection
  static DoorRequest read(InputStream in) throws IOException, Malformed {
    List<String> lines = List.of(header(in).split("\r\n", -1));
    String[] words = lines.getFirst().split(" ", -1);
    if (words.length != 3 || !words[2].startsWith("HTTP/1.")) {
      throw new Malformed("This speaks HTTP/1.1.");
    }
    String accept = "";
    String host = "";
    for (String line : lines) {
      String lower = line.toLowerCase(Locale.ROOT);
      if (lower.startsWith("accept:")) {
        accept = lower.substring("accept:".length()).strip();
      } else if (lower.startsWith("host:")) {
        host = lower.substring("host:".length()).strip();
      }
    }
    int query = words[1].indexOf('?');
    return new DoorRequest(
        words[0], query < 0 ? words[1] : words[1].substring(0, query), host, accept);
  }

  private static String header(InputStream in) throws IOException, Malformed {
    StringBuilder header = new StringBuilder();
    while (header.length() < MOST) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("The client left.");
      }
      header.append((char) next);
      if (next == '\n' && header.indexOf("\r\n\r\n", header.length() - 4) >= 0) {
        return header.toString();
      }
    }
    throw new Malformed("The header is longer than " + MOST + " bytes.");
  }

  /// Says whether the request only reads, and is meant for the door itself, not for another host
  /// through it.
  boolean isForDoor() {
    return (method.equals("GET") || method.equals("HEAD"))
        && path.startsWith("/")
        && host.matches("(127\\.0\\.0\\.1|localhost)(:\\d{1,5})?");
  }

  boolean isHead() {
    return method.equals("HEAD");
  }

  /// The path in parts: `/p/0/numpy/` gives `p`, `0`, `numpy` and an empty one.
  List<String> parts() {
    return List.of(path.substring(1).split("/", -1));
  }
}
