package dev.assay.intake.tree;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/// The type of a file by its first bytes; the name is ignored.
public enum Magic {
  ZIP("a zip archive", Kind.ARCHIVE, "504b0304"),
  EMPTY_ZIP("an empty zip archive", Kind.ARCHIVE, "504b0506"),
  GZIP("a gzip file", Kind.ARCHIVE, "1f8b08"),
  BZIP2("a bzip2 file", Kind.ARCHIVE, "425a68"),
  XZ("an xz file", Kind.ARCHIVE, "fd377a585a00"),
  ZSTD("a zstd file", Kind.ARCHIVE, "28b52ffd"),
  SEVEN_ZIP("a 7z archive", Kind.ARCHIVE, "377abcaf271c"),
  RAR("a rar archive", Kind.ARCHIVE, "526172211a07"),
  TAR("a tar archive", Kind.ARCHIVE, "-"),
  ELF("a Linux program", Kind.PROGRAM, "7f454c46"),
  MACH_O("a macOS program", Kind.PROGRAM, "cffaedfe"),
  MACH_O_32("a macOS program", Kind.PROGRAM, "cefaedfe"),
  JAVA_CLASS("a Java class or universal macOS program", Kind.PROGRAM, "cafebabe"),
  WASM("a WebAssembly program", Kind.PROGRAM, "0061736d"),
  WINDOWS_PROGRAM("a Windows program", Kind.PROGRAM, "-"),
  PYTHON_BYTECODE("compiled Python", Kind.PROGRAM, "-"),
  PNG("a PNG picture", Kind.MEDIA, "89504e470d0a1a0a"),
  JPEG("a JPEG picture", Kind.MEDIA, "ffd8ff"),
  GIF("a GIF picture", Kind.MEDIA, "474946383"),
  PDF("a PDF document", Kind.MEDIA, "255044462d");

  /// The use of a file type.
  public enum Kind {
    ARCHIVE,
    PROGRAM,
    MEDIA
  }

  private final String words;
  private final Kind kind;
  private final String prefix;

  Magic(String words, Kind kind, String prefix) {
    this.words = words;
    this.kind = kind;
    this.prefix = prefix;
  }

  public String words() {
    return words;
  }

  public Kind kind() {
    return kind;
  }

  public static Optional<Magic> of(byte[] head) {
    String start = HexFormat.of().formatHex(head, 0, Math.min(8, head.length));
    for (Magic magic : values()) {
      if (start.startsWith(magic.prefix)) {
        return Optional.of(magic);
      }
    }
    if (isTar(head)) {
      return Optional.of(TAR);
    }
    if (isWindowsProgram(head)) {
      return Optional.of(WINDOWS_PROGRAM);
    }
    return isBytecode(head) ? Optional.of(PYTHON_BYTECODE) : Optional.empty();
  }

  public static boolean isArchive(byte[] head) {
    return of(head).filter(magic -> magic.kind == Kind.ARCHIVE).isPresent();
  }

  /// Detects a Windows program. Its first two letters can also start ordinary text, so the second
  /// header is checked as well.
  private static boolean isWindowsProgram(byte[] head) {
    if (head.length < 64 || head[0] != 'M' || head[1] != 'Z') {
      return false;
    }
    int at = (head[60] & 255) | (head[61] & 255) << 8 | (head[62] & 255) << 16;
    return new String(head, StandardCharsets.ISO_8859_1).contains("This program cannot be run")
        || (at + 1 < head.length && head[at] == 'P' && head[at + 1] == 'E');
  }

  /// Detects a tar archive, whose mark follows the first header's fields.
  private static boolean isTar(byte[] head) {
    return head.length > 262
        && new String(head, 257, 5, StandardCharsets.ISO_8859_1).equals("ustar");
  }

  /// Detects Python bytecode: a version number, a line end, and flags that are small numbers.
  private static boolean isBytecode(byte[] head) {
    return head.length >= 16
        && head[2] == '\r'
        && head[3] == '\n'
        && head[4] <= 3
        && head[5] == 0
        && head[6] == 0
        && head[7] == 0;
  }
}
