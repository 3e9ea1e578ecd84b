package dev.assay.skill.sandbox;

import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The files of a sandbox. All work is done inside, by a process of the sandbox, so a link made
/// there can never lead to a file of the host. Paths are absolute or relative to `/workspace`.
///
/// A missing path is an `AssayException` with `SANDBOX_FILE_NOT_FOUND`. A path that cannot be used
/// this way (a folder read as a file, no permission, disk full, more than an answer may hold) is
/// one with `SANDBOX_FILE_REFUSED`. An operation that a process inside, a limit or its timeout
/// ended is a [FileWorkEnded] and says nothing about the path.
public interface SandboxFiles {
  /// Reads a whole file; refused if it is longer than `most` bytes.
  byte[] read(String path, long most);

  String readText(String path);

  /// Opens a part of a file, read as the caller consumes it. The caller closes the stream.
  InputStream open(String path, long offset, long length);

  /// Replaces or makes the file in one step, together with missing parent folders.
  void write(String path, InputStream content);

  void write(String path, byte[] content);

  void writeText(String path, String content);

  Optional<FileEntry> stat(String path);

  /// The entries of a folder, by name; refused if there are more than 100,000.
  List<FileEntry> list(String path);

  /// Files and folders below `folder` whose relative path matches, for example `**/*.py`. Links are
  /// not followed. At most `most` entries are examined, never more than 100,000.
  List<FileEntry> glob(String folder, String pattern, int most);

  /// Entries below a folder, except folders, that changed after a moment by the kernel's time of
  /// change. Links are not followed.
  List<FileEntry> changedSince(String folder, Instant moment);

  /// Lines that match a POSIX extended regular expression, in text files below `path`.
  List<Match> grep(String path, String expression, int most);

  void makeFolder(String path);

  /// Removes a file or a whole tree. Has no effect if it is missing.
  void delete(String path);

  /// Copies a tree of the host into a folder inside. Links of the host are not followed and not
  /// sent.
  void upload(Path hostFolder, String path);

  /// Copies a tree into a new folder of the host: files and folders only. Links, special files and
  /// names that are not text are skipped; the result lists their paths. Refused if it holds more
  /// than 1 GiB or 100,000 entries; then the new folder is deleted.
  List<String> download(String path, Path newHostFolder);

  /// Copies as [#download(String, Path)] does, with at most `most` bytes.
  List<String> download(String path, Path newHostFolder, long most);

  /// A line found by [#grep].
  record Match(String path, long line, String text) {}
}
