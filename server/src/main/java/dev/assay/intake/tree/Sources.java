package dev.assay.intake.tree;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The text of a skill, read once within a budget, so that memory stays flat whatever is sent.
public final class Sources {
  public static final int FILE_BUDGET = 1 << 20;
  public static final int TOTAL_BUDGET = 8 << 20;
  private static final int HEAD = 4096;

  private final List<SourceText> texts = new ArrayList<>();
  private final List<Binary> binaries = new ArrayList<>();
  private final List<String> cut = new ArrayList<>();
  private int left = TOTAL_BUDGET;

  /// A file that is not text, and what it is by its first bytes.
  public record Binary(String path, Optional<Magic> magic) {}

  public static Sources read(SkillTree tree) throws IOException {
    Sources sources = new Sources();
    for (TreeFile file : tree.files()) {
      try (InputStream in = tree.open(file)) {
        sources.add(file.path(), in);
      }
    }
    return sources;
  }

  /// Reads a file as far as the budget goes.
  public void add(String path, InputStream in) throws IOException {
    byte[] head = in.readNBytes(HEAD);
    boolean utf16 = isUtf16(head);
    if (!utf16 && isBinary(head)) {
      binaries.add(new Binary(path, Magic.of(head)));
      return;
    }
    int budget = Math.min(FILE_BUDGET, left);
    byte[] bytes = head;
    if (head.length == HEAD) {
      byte[] rest = in.readNBytes(Math.max(0, budget - HEAD));
      bytes = Arrays.copyOf(head, HEAD + rest.length);
      System.arraycopy(rest, 0, bytes, HEAD, rest.length);
      if (in.read() >= 0) {
        cut.add(path);
      }
    }
    left = Math.max(0, left - bytes.length);
    String text =
        utf16
            ? new String(bytes, StandardCharsets.UTF_16)
            : new String(bytes, StandardCharsets.UTF_8);
    texts.add(new SourceText(path, text));
  }

  public List<SourceText> texts() {
    return texts;
  }

  public Optional<SourceText> find(String path) {
    return texts.stream().filter(text -> text.path().equals(path)).findFirst();
  }

  public List<Binary> binaries() {
    return binaries;
  }

  /// Files that were read only in part.
  public List<String> cut() {
    return cut;
  }

  /// Text when every byte is part of a UTF-8 character; empty otherwise.
  public static Optional<String> strictUtf8(byte[] bytes) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(bytes))
              .toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  private static boolean isUtf16(byte[] head) {
    return head.length >= 2
        && ((head[0] == (byte) 0xff && head[1] == (byte) 0xfe)
            || (head[0] == (byte) 0xfe && head[1] == (byte) 0xff));
  }

  private static boolean isBinary(byte[] head) {
    for (byte b : head) {
      if (b == 0) {
        return true;
      }
    }
    return Magic.of(head).isPresent();
  }
}
