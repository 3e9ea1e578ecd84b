package dev.assay.skill;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The kind of a file, detected from its first bytes.
public enum FileKind {
  PNG("image/png"),
  JPEG("image/jpeg"),
  GIF("image/gif"),
  WEBP("image/webp"),
  PDF("application/pdf"),
  ZIP("application/zip"),
  GZIP("application/gzip"),
  TEXT("text/plain;charset=UTF-8"),
  OTHER("application/octet-stream");

  /// The number of bytes that are enough for the detection.
  public static final int ENOUGH = 4096;

  private static final byte[] PNG_START = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
  private static final byte[] JPEG_START = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF};

  private final String type;

  FileKind(String type) {
    this.type = type;
  }

  /// The content type under which a page may show it.
  public String type() {
    return type;
  }

  public boolean isText() {
    return this == TEXT;
  }

  public boolean isImage() {
    return this == PNG || this == JPEG || this == GIF || this == WEBP;
  }

  /// Vector images are text here: they can carry scripts.
  public static FileKind of(byte[] start) {
    if (begins(start, PNG_START)) {
      return PNG;
    }
    if (begins(start, JPEG_START)) {
      return JPEG;
    }
    String first = new String(start, 0, Math.min(start.length, 12), StandardCharsets.ISO_8859_1);
    if (first.startsWith("GIF87a") || first.startsWith("GIF89a")) {
      return GIF;
    }
    if (first.length() == 12 && first.startsWith("RIFF") && first.endsWith("WEBP")) {
      return WEBP;
    }
    if (first.startsWith("%PDF-")) {
      return PDF;
    }
    if (first.startsWith("PK\u0003\u0004") || first.startsWith("PK\u0005\u0006")) {
      return ZIP;
    }
    if (first.startsWith("\u001F\u008B\b")) {
      return GZIP;
    }
    return isText(start) ? TEXT : OTHER;
  }

  private static boolean begins(byte[] bytes, byte[] with) {
    return bytes.length >= with.length
        && Arrays.equals(bytes, 0, with.length, with, 0, with.length);
  }

  /// UTF-8 without NUL; the last character may be cut.
  private static boolean isText(byte[] bytes) {
    for (byte each : bytes) {
      if (each == 0) {
        return false;
      }
    }
    for (int cut = 0; cut <= 3 && cut <= bytes.length; cut++) {
      try {
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, bytes.length - cut));
        return true;
      } catch (CharacterCodingException e) {
        if (bytes.length < ENOUGH) {
          return false;
        }
      }
    }
    return false;
  }
}
