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

/// The texts of a skill, read once within a budget, so that the memory needed does not depend on
/// the skill.
public final class Sources {
  public static final int FILE_BUDGET = 1 << 20;
  public static final int TOTAL_BUDGET = 8 << 20;

  /// The budget of the files that are read first, in addition to the budget of the others.
  public static final int FIRST_BUDGET = 8 << 20;

  private static final int HEAD = 4096;
  private static final int MAX_LISTED = 1000;

  private final List<SourceText> texts = new ArrayList<>();
  private final List<Binary> binaries = new ArrayList<>();
  private final List<String> cut = new ArrayList<>();
  private int left = TOTAL_BUDGET;
  private int omitted;

  /// A file that is not text, with its type by the first bytes.
  public record Binary(String path, Optional<Magic> magic) {}

  /// @param first the paths to read first, with their own budget
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

  /// Reads a file as far as the budget allows. When the budget is used up, only the path is kept.
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

  /// Returns the files that were read in part, or not at all.
  public List<String> cut() {
    return cut;
  }

  /// Returns the number of cut and binary files that the lists leave out.
  public int omitted() {
    return omitted;
  }

  /// Returns the paths among `wanted` that are listed as cut or binary.
  public List<String> withoutText(Predicate<String> wanted) {
    return Stream.concat(cut.stream(), binaries.stream().map(Binary::path)).filter(wanted).toList();
  }

  /// Decodes UTF-8; empty if a byte is not part of a valid character.
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
