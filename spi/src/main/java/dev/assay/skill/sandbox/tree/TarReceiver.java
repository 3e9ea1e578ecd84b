package dev.assay.skill.sandbox.tree;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// Reads a tar archive as it arrives and makes its tree. Knows the old format, long names of GNU
/// and of POSIX (pax), and sizes in both forms.
public final class TarReceiver extends OutputStream {
  private static final int BLOCK = 512;
  private static final int MOST_EXTRA = 64 * 1024;

  private final ReceivedTree tree;
  private final byte[] header = new byte[BLOCK];
  private final ByteArrayOutputStream extra = new ByteArrayOutputStream();
  private int filled;
  private char type;
  private long bodyLeft;
  private int padding;
  private boolean ended;
  private Optional<byte[]> longName = Optional.empty();
  private Optional<Long> longSize = Optional.empty();

  public TarReceiver(ReceivedTree tree) {
    this.tree = tree;
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] piece, int from, int length) throws IOException {
    int at = from;
    int end = from + length;
    while (at < end && !ended) {
      if (bodyLeft > 0) {
        int part = (int) Math.min(bodyLeft, end - at);
        body(piece, at, part);
        at += part;
      } else if (padding > 0) {
        int part = Math.min(padding, end - at);
        padding -= part;
        at += part;
      } else {
        int part = Math.min(BLOCK - filled, end - at);
        System.arraycopy(piece, at, header, filled, part);
        filled += part;
        at += part;
        if (filled == BLOCK) {
          filled = 0;
          begin();
        }
      }
    }
  }

  /// Returns whether the end of the archive was reached.
  public boolean isWhole() {
    return ended;
  }

  private void begin() throws IOException {
    if (isEmpty()) {
      ended = true;
      tree.shut();
      return;
    }
    requireChecksum();
    type = (char) header[156];
    long size = number(124, 12);
    if ("xgLK".indexOf(type) >= 0) {
      if (size > MOST_EXTRA) {
        throw new TreeRefused("a path in it is longer than " + MOST_EXTRA + " bytes");
      }
      extra.reset();
      start(size);
      return;
    }
    size = type == '5' || type == '1' || type == '2' ? 0 : longSize.orElse(size);
    byte[] name = trimmed(longName.orElseGet(this::shortName));
    longName = Optional.empty();
    longSize = Optional.empty();
    if (name.length > 0) {
      tree.announce(size, name.length);
      tree.make(kind(), name);
    }
    start(size);
  }

  private void start(long size) {
    if (size < 0) {
      throw new TreeRefused("its archive is not well-formed");
    }
    bodyLeft = size;
    padding = (int) ((BLOCK - size % BLOCK) % BLOCK);
  }

  private ReceivedTree.Kind kind() {
    return switch (type) {
      case '0', '\0', '7' -> ReceivedTree.Kind.FILE;
      case '5' -> ReceivedTree.Kind.FOLDER;
      default -> ReceivedTree.Kind.OTHER;
    };
  }

  private void body(byte[] piece, int from, int length) throws IOException {
    bodyLeft -= length;
    if ("xgLK".indexOf(type) < 0) {
      tree.write(piece, from, length);
      return;
    }
    extra.write(piece, from, length);
    if (bodyLeft == 0 && type == 'L') {
      longName = Optional.of(untilNul(extra.toByteArray(), 0, extra.size()));
    } else if (bodyLeft == 0 && type == 'x') {
      readPax(extra.toByteArray());
    }
  }

  /// Reads records of the form `LENGTH NAME=VALUE\n`; the length includes the whole record.
  private void readPax(byte[] records) {
    int at = 0;
    while (at < records.length) {
      int space = at;
      while (space < records.length && records[space] != ' ') {
        space++;
      }
      int length = (int) decimal(new String(records, at, space - at, StandardCharsets.US_ASCII));
      int end = at + length;
      if (length <= space - at || end > records.length) {
        throw new TreeRefused("its archive is not well-formed");
      }
      byte[] record = Arrays.copyOfRange(records, space + 1, end - 1);
      if (startsWith(record, "path=")) {
        longName = Optional.of(Arrays.copyOfRange(record, 5, record.length));
      } else if (startsWith(record, "size=")) {
        longSize = Optional.of(decimal(new String(record, StandardCharsets.US_ASCII).substring(5)));
      }
      at = end;
    }
  }

  private static boolean startsWith(byte[] record, String word) {
    return record.length >= word.length()
        && new String(record, 0, word.length(), StandardCharsets.US_ASCII).equals(word);
  }

  private static long decimal(String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw new TreeRefused("its archive is not well-formed");
    }
  }

  private byte[] shortName() {
    byte[] name = untilNul(header, 0, 100);
    boolean posix = new String(header, 257, 6, StandardCharsets.US_ASCII).equals("ustar\0");
    byte[] prefix = posix ? untilNul(header, 345, 155) : new byte[0];
    if (prefix.length == 0) {
      return name;
    }
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.writeBytes(prefix);
    both.write('/');
    both.writeBytes(name);
    return both.toByteArray();
  }

  /// The name without the `./` before and the `/` behind; empty for the folder itself.
  private static byte[] trimmed(byte[] name) {
    int from = name.length > 1 && name[0] == '.' && name[1] == '/' ? 2 : 0;
    int end = name.length;
    while (end > from && name[end - 1] == '/') {
      end--;
    }
    boolean self = end - from == 1 && name[from] == '.';
    return self ? new byte[0] : Arrays.copyOfRange(name, from, end);
  }

  private static byte[] untilNul(byte[] bytes, int from, int length) {
    int end = from;
    while (end < from + length && bytes[end] != 0) {
      end++;
    }
    return Arrays.copyOfRange(bytes, from, end);
  }

  /// Reads a number: octal digits, or big-endian bytes after a first bit of 1.
  private long number(int from, int length) {
    long value = 0;
    if ((header[from] & 0x80) != 0) {
      for (int at = from + length - 8; at < from + length; at++) {
        value = (value << 8) | (header[at] & 0xff);
      }
      return value;
    }
    for (byte digit : untilNul(header, from, length)) {
      if (digit >= '0' && digit <= '7') {
        value = (value << 3) | (digit - '0');
      } else if (digit != ' ') {
        throw new TreeRefused("its archive is not well-formed");
      }
    }
    return value;
  }

  private boolean isEmpty() {
    for (byte each : header) {
      if (each != 0) {
        return false;
      }
    }
    return true;
  }

  private void requireChecksum() {
    long sum = 0;
    for (int at = 0; at < BLOCK; at++) {
      sum += at >= 148 && at < 156 ? ' ' : (header[at] & 0xff);
    }
    if (sum != number(148, 8)) {
      throw new TreeRefused("its archive is not well-formed");
    }
  }
}
