package dev.assay.intake.archive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;

/// Counts the entries of a zip without storing them. A library that lists all entries first would
/// run out of memory on a hostile archive.
final class CentralDirectory {
  private static final int END = 0x06054b50;
  private static final int ENTRY = 0x02014b50;
  private static final int ZIP64_LOCATOR = 0x07064b50;
  private static final int END_SIZE = 22;
  private static final int ENTRY_SIZE = 46;
  private static final int LOCATOR_SIZE = 20;
  private static final int MAX_COMMENT = 65535;
  private static final int MAX_ENTRY = 16 * 1024;

  private CentralDirectory() {}

  /// Refuses an archive with more than `limit` entries, and one in which another reader could find
  /// a different directory.
  static void bound(SeekableByteChannel zip, int limit) throws IOException {
    long endAt = endAt(zip);
    ByteBuffer end = read(zip, endAt, END_SIZE);
    int disk = Short.toUnsignedInt(end.getShort(4));
    int entries = Short.toUnsignedInt(end.getShort(10));
    long offset = Integer.toUnsignedLong(end.getInt(16));
    if (disk != 0 || entries == 0xffff || offset == 0xffffffffL || hasLocator(zip, endAt)) {
      throw ArchiveRule.UNSUPPORTED.refuse("", "The archive is split or uses zip64.");
    }
    if (offset + Integer.toUnsignedLong(end.getInt(12)) != endAt) {
      throw damaged();
    }
    int seen = 0;
    for (long at = offset; ; seen++) {
      ByteBuffer header = read(zip, at, ENTRY_SIZE);
      if (header.limit() < 4 || header.getInt(0) != ENTRY) {
        break;
      }
      if (header.limit() < ENTRY_SIZE) {
        throw damaged();
      }
      if (seen >= limit) {
        throw ArchiveRule.TOO_MANY_FILES.refuse(
            "", "The archive has more than " + limit + " entries.");
      }
      int length =
          Short.toUnsignedInt(header.getShort(28))
              + Short.toUnsignedInt(header.getShort(30))
              + Short.toUnsignedInt(header.getShort(32));
      if (length > MAX_ENTRY) {
        throw ArchiveRule.NAME_TOO_LONG.refuse("", "An entry's header has " + length + " bytes.");
      }
      at += ENTRY_SIZE + length;
    }
    if (seen != entries) {
      throw damaged();
    }
  }

  private static long endAt(SeekableByteChannel zip) throws IOException {
    long size = zip.size();
    int window = (int) Math.min(size, END_SIZE + MAX_COMMENT);
    ByteBuffer tail = read(zip, size - window, window);
    for (int at = tail.limit() - END_SIZE; at >= 0; at--) {
      if (tail.getInt(at) == END) {
        return size - window + at;
      }
    }
    throw damaged();
  }

  private static boolean hasLocator(SeekableByteChannel zip, long endAt) throws IOException {
    return endAt >= LOCATOR_SIZE && read(zip, endAt - LOCATOR_SIZE, 4).getInt(0) == ZIP64_LOCATOR;
  }

  private static ArchiveRefusal damaged() {
    return ArchiveRule.DAMAGED.refuse("", "The archive's list of entries is missing or damaged.");
  }

  private static ByteBuffer read(SeekableByteChannel zip, long at, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    zip.position(at);
    while (buffer.hasRemaining() && zip.read(buffer) >= 0) {
      // read until the buffer is full or the file ends
    }
    return buffer.flip();
  }
}
