package dev.assay.intake.tree;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The text of a skill, read once within a budget, so that memory stays flat whatever is sent.
public final class Sources {
  public static final int FILE_BUDGET = 1 << 20;
  public static final int TOTAL_BUDGET = 8 << 20;

  /// For the files that are read first, on top of the others' budget.
  public static final int FIRST_BUDGET = 8 << 20;

  private static final int HEAD = 4096;
  private static final int MAX_LISTED = 1000;

  private final List<SourceText> texts = new ArrayList<>();
  private final List<Binary> binaries = new ArrayList<>();
  private final List<String> cut = new ArrayList<>();
  private int left = TOTAL_BUDGET;
  private int omitted;

  /// A file that is not text, and what it is by its first bytes.
  public record Binary(String path, Optional<Magic> magic) {}

  /// @param first paths that other files' size must not keep from being read
  public static Sources read(SkillTree tree, Predicate<String> first) throws IOException {
    Sources sources = new Sources();
    sources.left = FIRST_BUDGET;
    sources.addAll(tree, first);
    sources.left = TOTAL_BUDGET;
    sources.addAll(tree, first.negate());
    sources.texts.sort(Comparator.comparing(SourceText::path));
    return sources;
  }

  private void addAll(SkillTree tree, Predicate<String> wanted) throws IOException {
    for (TreeFile file : tree.files()) {
      if (wanted.test(file.path())) {
        try (InputStream in = tree.open(file)) {
          add(file.path(), in);
        }
      }
    }
  }

  /// Reads a file as far as the budget goes. When the budget is used up, nothing is kept but the
  /// path.
  public void add(String path, InputStream in) throws IOException {
    byte[] head = in.readNBytes(HEAD);
    boolean utf16 = isUtf16(head);
    if (!utf16 && isBinary(head)) {
      list(binaries, new Binary(path, Magic.of(head)));
      return;
    }
    int budget = Math.min(FILE_BUDGET, left);
    byte[] bytes = head;
    if (head.length == HEAD && budget > HEAD) {
      byte[] rest = in.readNBytes(budget - HEAD);
      bytes = Arrays.copyOf(head, HEAD + rest.length);
      System.arraycopy(rest, 0, bytes, HEAD, rest.length);
    }
    boolean whole = bytes.length <= budget && in.read() < 0;
    if (!whole) {
      list(cut, path);
    }
    int length = Math.min(bytes.length, budget);
    left = Math.max(0, left - length - path.length());
    if (length > 0 || whole) {
      Charset charset = utf16 ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
      String read = new String(bytes, 0, length, charset);
      String text = OfficeText.isPart(path) ? OfficeText.of(read) : read;
      texts.add(whole ? new SourceText(path, text) : SourceText.partOf(path, text));
    }
  }

  private <T> void list(List<T> list, T item) {
    if (list.size() < MAX_LISTED) {
      list.add(item);
    } else {
      omitted++;
    }
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

  /// Files that were read only in part, or not at all.
  public List<String> cut() {
    return cut;
  }

  /// How many files are neither read nor listed as cut or binary.
  public int omitted() {
    return omitted;
  }

  /// The paths among `wanted` that have no whole text.
  public List<String> withoutText(Predicate<String> wanted) {
    return Stream.concat(cut.stream(), binaries.stream().map(Binary::path)).filter(wanted).toList();
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
