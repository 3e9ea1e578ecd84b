package dev.assay.intake.dependency;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Maps programs to the Debian packages that contain them, where the answer is certain.
final class Programs {
  private static final Set<String> ALWAYS =
      Set.of("sh", "bash", "cat", "grep", "sed", "awk", "tar", "find", "python3", "python");

  private static final Map<String, String> PACKAGES =
      Map.ofEntries(
          Map.entry("7z", "p7zip-full"),
          Map.entry("convert", "imagemagick"),
          Map.entry("magick", "imagemagick"),
          Map.entry("curl", "curl"),
          Map.entry("dot", "graphviz"),
          Map.entry("exiftool", "libimage-exiftool-perl"),
          Map.entry("ffmpeg", "ffmpeg"),
          Map.entry("ffprobe", "ffmpeg"),
          Map.entry("fd", "fd-find"),
          Map.entry("gh", "gh"),
          Map.entry("git", "git"),
          Map.entry("gs", "ghostscript"),
          Map.entry("jq", "jq"),
          Map.entry("node", "nodejs"),
          Map.entry("npm", "npm"),
          Map.entry("npx", "npm"),
          Map.entry("pandoc", "pandoc"),
          Map.entry("pdfinfo", "poppler-utils"),
          Map.entry("pdftoppm", "poppler-utils"),
          Map.entry("pdftotext", "poppler-utils"),
          Map.entry("qpdf", "qpdf"),
          Map.entry("rg", "ripgrep"),
          Map.entry("soffice", "libreoffice"),
          Map.entry("libreoffice", "libreoffice"),
          Map.entry("sox", "sox"),
          Map.entry("sqlite3", "sqlite3"),
          Map.entry("tesseract", "tesseract-ocr"),
          Map.entry("tmux", "tmux"),
          Map.entry("unzip", "unzip"),
          Map.entry("wget", "wget"),
          Map.entry("xmllint", "libxml2-utils"),
          Map.entry("yt-dlp", "yt-dlp"),
          Map.entry("zip", "zip"));

  private Programs() {}

  static Optional<String> packageOf(String program) {
    return Optional.ofNullable(PACKAGES.get(program));
  }

  /// Returns whether every base image has the program.
  static boolean isAlwaysThere(String program) {
    return ALWAYS.contains(program);
  }
}
