package dev.assay.testkit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/// The header of a Linux program: its processor and how it was built.
///
/// @param bits 32 or 64
/// @param machine `amd64`, `arm64`, or the number of another
/// @param interpreted true if it needs the system's loader; false for a static program
/// @param symbols true if it contains the names of its functions; false for a stripped program
public record ElfHeader(int bits, String machine, boolean interpreted, boolean symbols) {
  private static final int MAGIC = 0x464c457f;
  private static final int INTERPRETER = 3;
  private static final int SYMBOL_TABLE = 2;

  /// @throws IllegalArgumentException if it is no little-endian ELF file
  public static ElfHeader read(Path file) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.limit() < 64 || bytes.getInt(0) != MAGIC || bytes.get(5) != 1) {
      throw new IllegalArgumentException(file + " is no little-endian ELF file");
    }
    int machine = Short.toUnsignedInt(bytes.getShort(18));
    return new ElfHeader(
        bytes.get(4) * 32,
        switch (machine) {
          case 62 -> "amd64";
          case 183 -> "arm64";
          default -> Integer.toString(machine);
        },
        types(bytes, bytes.getLong(32), 54, 0).contains(INTERPRETER),
        types(bytes, bytes.getLong(40), 58, 4).contains(SYMBOL_TABLE));
  }

  /// The types in a table of headers.
  ///
  /// @param table the offset of the table
  /// @param sizes the offset of the size and number of its entries
  /// @param place the offset of the type in an entry
  private static Set<Integer> types(ByteBuffer bytes, long table, int sizes, int place) {
    Set<Integer> types = new HashSet<>();
    int size = Short.toUnsignedInt(bytes.getShort(sizes));
    int count = Short.toUnsignedInt(bytes.getShort(sizes + 2));
    for (int number = 0; number < count; number++) {
      types.add(bytes.getInt((int) table + number * size + place));
    }
    return types;
  }
}
