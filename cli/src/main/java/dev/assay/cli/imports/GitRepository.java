package dev.assay.cli.imports;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// A git repository of another owner. The machine's `git` reads it without hooks, submodules and
/// prompts. It uses only protocols that do not start a program chosen by the repository.
record GitRepository(String address) {
  private static final Pattern SHORT =
      Pattern.compile("[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9_.][A-Za-z0-9_.-]*");
  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40,64}");
  private static final Pattern REF = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_./-]*");
  private static final String FILE = "file://";
  private static final int MOST_SAID = 300;

  /// @param source a folder, an address, or `owner/name` on the host that `ASSAY_GIT_HOST` names
  static GitRepository of(String source, Map<String, String> environment) {
    String path = source.startsWith(FILE) ? source.substring(FILE.length()) : source;
    if (Files.isDirectory(Path.of(path))) {
      return new GitRepository(Path.of(path).toAbsolutePath().normalize().toString());
    }
    if (SHORT.matcher(source).matches()) {
      String host = environment.getOrDefault("ASSAY_GIT_HOST", "https://github.com");
      return new GitRepository(host.replaceFirst("/+$", "") + "/" + source + ".git");
    }
    boolean address = source.matches("(?:https?|ssh|git)://.+|[A-Za-z0-9_.]+@[A-Za-z0-9.-]+:.+");
    if (!address) {
      throw refused(
          "\"%s\" is neither a folder nor the address of a git repository nor owner/name"
              .formatted(Visible.line(source)));
    }
    return new GitRepository(source);
  }

  /// Returns the last part of the address, by which `git clone` names the folder. A repository may
  /// itself be a skill.
  String name() {
    String bare = address.replaceFirst("/+$", "").replaceFirst("\\.git$", "");
    String last = bare.substring(Math.max(bare.lastIndexOf('/'), bare.lastIndexOf(':')) + 1);
    return last.matches("[A-Za-z0-9_][A-Za-z0-9_.-]*") ? last : "repository";
  }

  /// Returns the current commit of a branch or tag; for `HEAD`, that of the default branch.
  String commit(String ref) {
    if (COMMIT.matcher(ref).matches()) {
      return ref;
    }
    if (!REF.matcher(ref).matches()) {
      throw refused("\"" + Visible.line(ref) + "\" is not the name of a branch, tag or commit");
    }
    List<String> lines = git(Path.of(""), "ls-remote", "--", address, ref).lines().toList();
    return lines.stream()
        .filter(line -> line.endsWith("^{}")) // the commit of an annotated tag
        .findFirst()
        .or(() -> lines.stream().findFirst())
        .map(line -> line.split("\t", -1)[0])
        .filter(line -> COMMIT.matcher(line).matches())
        .orElseThrow(() -> refused(address + " has no branch or tag " + ref));
  }

  /// Writes the files of a commit into a new folder.
  void checkOut(String commit, Path folder) {
    git(Path.of(""), "clone", "-q", "--no-checkout", "--", address, folder.toString());
    git(folder, "-c", "core.symlinks=false", "checkout", "-q", "--detach", commit);
  }

  private static String git(Path folder, String... words) {
    List<String> command =
        new ArrayList<>(List.of("git", "-c", "core.hooksPath=/dev/null", "-c", "gc.auto=0"));
    command.addAll(List.of(words));
    try {
      ProcessBuilder builder = new ProcessBuilder(command);
      if (!folder.toString().isEmpty()) {
        builder.directory(folder.toFile());
      }
      builder.environment().put("GIT_TERMINAL_PROMPT", "0");
      builder.environment().put("GIT_ALLOW_PROTOCOL", "file:git:http:https:ssh");
      builder.environment().put("GIT_LFS_SKIP_SMUDGE", "1");
      Path errors = Files.createTempFile("assay-git", ".txt");
      try {
        Process process = builder.redirectError(errors.toFile()).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
          String said =
              Files.readString(errors, StandardCharsets.ISO_8859_1).lines().findFirst().orElse("");
          throw refused(
              "git could not read the repository: "
                  + Visible.line(said.strip(), MOST_SAID).replaceFirst("[.]+$", ""));
        }
        return out;
      } finally {
        Files.deleteIfExists(errors);
      }
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST, "git cannot be started (" + e + "). Install it.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssayException(ErrorCode.BAD_REQUEST, "Interrupted while git worked.", e);
    }
  }

  private static AssayException refused(String message) {
    return new AssayException(ErrorCode.BAD_REQUEST, message + ".");
  }
}
