package dev.assay.agent.work;

import dev.assay.skill.task.TaskFile;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// A skill's text in portions that fit into a question: its document first, then the files that can
/// be run, then the rest.
///
/// @param unread files for which there was no room, which were too long to be kept as text, or
///   which are neither text nor pictures, fonts and sounds
public record SkillPortions(List<List<Piece>> portions, int files, List<String> unread) {
  static final int LONGEST = 60_000;
  static final int MOST = 8;

  /// The least number of characters in a text for each control character.
  private static final int MOST_ODD = 20;

  private static final int SHORTEST_PIECE = 1_000;

  /// An estimate of the characters of the markers around a piece.
  private static final int AROUND = 250;

  private static final List<String> PROSE =
      List.of(".md", ".txt", ".rst", ".adoc", ".html", ".csv", ".tsv", ".svg", ".json");

  public SkillPortions {
    portions = portions.stream().map(List::copyOf).toList();
    unread = List.copyOf(unread);
  }

  /// Consecutive lines of a file.
  ///
  /// @param line the number of the first line
  public record Piece(String file, int line, String text) {}

  /// @param texts the files of ordinary size
  /// @param beginnings the beginnings of the other files
  /// @param all the paths of the skill
  public static SkillPortions of(
      List<TaskFile> texts, List<TaskFile> beginnings, List<String> all) {
    Packing packing = new Packing();
    List<String> unread = new ArrayList<>();
    Set<String> given = texts.stream().map(TaskFile::name).collect(Collectors.toSet());
    beginnings.stream()
        .filter(each -> MediaFiles.isMedia(each.content()) && text(each.content()).isEmpty())
        .forEach(each -> given.add(each.name()));
    int read = 0;
    for (TaskFile file :
        texts.stream().sorted(Comparator.comparingInt(SkillPortions::rank)).toList()) {
      Optional<String> text = text(file.content());
      if (text.isPresent() && packing.add(file.name(), text.get())) {
        read++;
      } else if (text.isPresent() || !MediaFiles.isMedia(file.content())) {
        unread.add(file.name());
      }
    }
    all.stream().filter(path -> !given.contains(path)).forEach(unread::add);
    return new SkillPortions(packing.portions, read, unread);
  }

  /// Estimates the number of portions.
  ///
  /// @param size the size of all files
  public static int expected(long size) {
    return Math.clamp((size + LONGEST - 1) / LONGEST, 1, MOST);
  }

  private static int rank(TaskFile file) {
    String name = file.name().toLowerCase(Locale.ROOT);
    if (name.equals("skill.md")) {
      return 0;
    }
    return PROSE.stream().anyMatch(name::endsWith) ? 2 : 1;
  }

  /// The text of a file; empty for a file that is no text. A few zero bytes do not make a text
  /// unreadable for agents.
  private static Optional<String> text(byte[] content) {
    Charset charset = isWide(content) ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
    String text;
    try {
      text = charset.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    } catch (CharacterCodingException _) {
      text = new String(content, StandardCharsets.ISO_8859_1);
    }
    long odd = text.chars().filter(SkillPortions::isOdd).count();
    return odd * MOST_ODD <= text.length()
        ? Optional.of(text.replace('\0', '\uFFFD'))
        : Optional.empty();
  }

  private static boolean isOdd(int character) {
    return Character.isISOControl(character) && !Character.isWhitespace(character);
  }

  /// Says whether the content begins with the mark of UTF-16.
  private static boolean isWide(byte[] content) {
    int mark = content.length < 2 ? 0 : ((content[0] & 0xFF) << 8) | (content[1] & 0xFF);
    return mark == 0xFEFF || mark == 0xFFFE;
  }

  /// Packs files into portions, one after the other. A file that is longer than a portion goes on
  /// in the next.
  private static final class Packing {
    private final List<List<Piece>> portions = new ArrayList<>();
    private int room;

    /// Adds a file. Text that does not fit is left out.
    ///
    /// @return true if all of it was added
    boolean add(String file, String text) {
      int from = 0;
      int line = 1;
      while (from < text.length()) {
        if (room < AROUND + Math.min(SHORTEST_PIECE, text.length() - from)) {
          if (portions.size() == MOST) {
            return false;
          }
          portions.add(new ArrayList<>());
          room = LONGEST;
        }
        int end = end(text, from, Math.min(text.length(), from + room - AROUND));
        String piece = text.substring(from, end);
        portions.getLast().add(new Piece(file, line, piece));
        line += (int) piece.chars().filter(each -> each == '\n').count();
        room -= piece.length() + AROUND + file.length();
        from = end;
      }
      return true;
    }

    /// The end of a cut: after the last line's end, if there is one.
    private static int end(String text, int from, int most) {
      int newline = most == text.length() ? most - 1 : text.lastIndexOf('\n', most - 1);
      return newline >= from ? newline + 1 : most;
    }
  }
}
