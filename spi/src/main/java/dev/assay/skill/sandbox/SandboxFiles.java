package dev.assay.skill.sandbox;

import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The files of a sandbox. All work is done inside, by a process of the sandbox, so a link made
/// there can never lead to a file of the host. Paths are absolute or relative to `/workspace`.
///
/// A path that is not there is an `AssayException` with `SANDBOX_FILE_NOT_FOUND`, one that cannot
/// be used so (a folder read as a file, no permission, disk full, more than an answer may hold)
/// with `SANDBOX_FILE_REFUSED`. Work that a process inside, a limit or its time ended is a
/// [FileWorkEnded] and shows nothing.
public interface SandboxFiles {
  /// The whole file; refused if it is longer than `most` bytes.
  byte[] read(String path, long most);

  String readText(String path);

  /// A part of a file as it is read; the caller closes it.
  InputStream open(String path, long offset, long length);

  /// Replaces or makes the file in one step, with the folders on the way.
  void write(String path, InputStream content);

  void write(String path, byte[] content);

  void writeText(String path, String content);

  Optional<FileEntry> stat(String path);

  /// What is in a folder, by name; refused if there are more than 100,000 entries.
  List<FileEntry> list(String path);

  /// Files and folders below `folder` whose path relative to it matches, for example `**/*.py`.
  /// Links are not followed. At most `most` entries are looked at, never more than 100,000.
  List<FileEntry> glob(String folder, String pattern, int most);

  /// What is below a folder, is no folder and changed after a moment, as the kernel notes changes.
  /// Links are not followed.
  List<FileEntry> changedSince(String folder, Instant moment);

  /// Lines that match a POSIX extended regular expression, in text files below `path`.
  List<Match> grep(String path, String expression, int most);

  void makeFolder(String path);

  /// Removes a file or a whole tree; nothing happens if it is not there.
  void delete(String path);

  /// Puts a tree of the host into a folder inside. Links of the host are not followed and not sent.
  void upload(Path hostFolder, String path);

  /// Gets a tree into a new folder of the host: files and folders only. Links, special files and
  /// names that are not text stay behind; their paths are the answer. Refused if it holds more than
  /// 1 GiB or 100,000 entries; then the new folder is gone again.
  List<String> download(String path, Path newHostFolder);

  /// As [#download(String, Path)], with at most `most` bytes.
  List<String> download(String path, Path newHostFolder, long most);

  /// A line found by [#grep].
  record Match(String path, long line, String text) {}
}
