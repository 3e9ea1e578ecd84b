package dev.assay.web.console.skill;

import dev.assay.registry.SkillFolders;
import dev.assay.skill.Bundle;
import dev.assay.skill.BundleFile;
import dev.assay.web.console.Amounts;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Optional;

/// A file of a skill, with its beginning if it is text.
///
/// @param text the beginning; empty if the file is no text
public record SkillFileView(BundleFile file, Optional<String> text, boolean whole) {
  private static final int LONGEST = 200_000;

  /// Finds a file by its path. Only files that were uploaded can be requested.
  static Optional<SkillFileView> find(Bundle bundle, SkillFolders folders, String path) {
    return bundle.files().stream()
        .filter(file -> file.path().equals(path))
        .findFirst()
        .map(file -> read(bundle, folders, file));
  }

  private static SkillFileView read(Bundle bundle, SkillFolders folders, BundleFile file) {
    try (InputStream content = Files.newInputStream(folders.of(bundle).resolve(file.path()))) {
      byte[] bytes = content.readNBytes(LONGEST);
      boolean whole = bytes.length == file.size();
      return new SkillFileView(file, text(bytes, whole), whole);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Decodes a text. A cut text may end within a character.
  private static Optional<String> text(byte[] bytes, boolean whole) {
    CharBuffer text = CharBuffer.allocate(bytes.length);
    CoderResult read =
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes), text, whole);
    String shown = text.flip().toString();
    return read.isError() || shown.indexOf('\0') >= 0 ? Optional.empty() : Optional.of(shown);
  }

  public boolean isSkillText() {
    return file.path().equals("SKILL.md");
  }

  /// Returns the text without the frontmatter at its top.
  public String body() {
    String all = text.orElse("");
    String[] parts = all.replace("\r\n", "\n").split("(?m)^---[ \t]*$", 3);
    return parts.length == 3 && parts[0].strip().replace("\uFEFF", "").isEmpty() ? parts[2] : all;
  }

  public static String address(BundleFile file) {
    return "?path=" + URLEncoder.encode(file.path(), StandardCharsets.UTF_8);
  }

  public static String size(BundleFile file) {
    return Amounts.bytes(file.size());
  }
}
