package dev.assay.agent.activation;

import dev.assay.agent.activation.ListedFolders.Depth;
import java.util.List;
import java.util.Set;

/// Describes what well-known programs do with their arguments.
final class KnownPrograms {
  private static final Set<String> LISTING =
      Set.of(
          "ls",
          "dir",
          "vdir",
          "find",
          "fd",
          "stat",
          "test",
          "[",
          "[[",
          "echo",
          "printf",
          "du",
          "df",
          "tree",
          "which",
          "type",
          "whereis",
          "mkdir",
          "rmdir",
          "touch",
          "chmod",
          "chown",
          "rm",
          "ln",
          "realpath",
          "readlink",
          "dirname",
          "basename",
          "true",
          "false",
          ":",
          "export",
          "declare",
          "local",
          "readonly",
          "unset",
          "set",
          "alias",
          "exit",
          "return",
          "sleep",
          "pwd",
          "history",
          "wait",
          "trap",
          "shift",
          "break",
          "continue",
          "file",
          "cd",
          "pushd",
          "popd",
          "namei",
          "fi",
          "done",
          "esac",
          "}",
          "kill",
          "date",
          "tee");
  private static final Set<String> TEXT =
      Set.of(
          "cat",
          "head",
          "tail",
          "less",
          "more",
          "sed",
          "awk",
          "gawk",
          "mawk",
          "grep",
          "egrep",
          "fgrep",
          "rg",
          "ag",
          "nl",
          "tac",
          "rev",
          "sort",
          "uniq",
          "cut",
          "tr",
          "fold",
          "fmt",
          "wc",
          "base64",
          "base32",
          "xxd",
          "od",
          "hexdump",
          "strings",
          "bat",
          "batcat",
          "column",
          "jq",
          "yq",
          "gzip",
          "md5sum",
          "sha256sum",
          "expand",
          "paste",
          "xargs",
          "diff");
  private static final Set<String> EXPRESSION_FIRST =
      Set.of("grep", "egrep", "fgrep", "rg", "ag", "sed", "awk", "gawk", "mawk", "jq", "yq", "tr");
  private static final Set<String> THROUGH_FOLDERS =
      Set.of("grep", "egrep", "fgrep", "rg", "ag", "cp", "rsync", "tar", "zip", "diff");
  private static final Set<String> SHELLS = Set.of("sh", "bash", "dash", "zsh", "ash", "ksh");
  private static final Set<String> INTERPRETERS =
      Set.of(
          "python", "node", "nodejs", "ruby", "perl", "php", "rscript", "deno", "bun", "lua",
          "tclsh", "ts-node", "tsx", "java", "pypy");

  /// Programs that start another one, with the options that take a word of their own.
  private static final List<String> STARTERS =
      List.of(
          "env -u -C -S",
          "sudo -u -g",
          "doas -u",
          "time -f -o",
          "timeout -s -k",
          "nice -n",
          "nohup",
          "exec -a",
          "command",
          "builtin",
          "stdbuf -i -o -e",
          "setsid",
          "ionice -c -n",
          "chronic",
          "busybox",
          "unbuffer",
          "xargs -I -n -P -L -d -a -E -s",
          "strace -e -o");

  private KnownPrograms() {}

  static boolean lists(String program) {
    return LISTING.contains(program);
  }

  static boolean showsText(String program) {
    return TEXT.contains(program);
  }

  static boolean isShell(String program) {
    return SHELLS.contains(program);
  }

  static boolean isInterpreter(String program) {
    String name = program.toLowerCase(java.util.Locale.ROOT).replaceFirst("[0-9.]+$", "");
    return INTERPRETERS.contains(name);
  }

  static boolean hasExpressionFirst(String program) {
    return EXPRESSION_FIRST.contains(program);
  }

  static boolean writesToLast(String program) {
    return program.equals("cp") || program.equals("mv") || program.equals("rsync");
  }

  static Depth depth(String program) {
    if (THROUGH_FOLDERS.contains(program)) {
      return Depth.TREE;
    }
    return TEXT.contains(program) ? Depth.FILE : Depth.FOLDER;
  }

  /// The index of the first word of the program that the first one starts; 0 for other programs.
  static int started(List<String> words) {
    String program = words.getFirst();
    if (words.size() > 2
        && words.get(1).equals("run")
        && Set.of("uv", "poetry", "pipenv").contains(program)) {
      return afterOptions(words, 2, "--with --python -p --directory");
    }
    for (String starter : STARTERS) {
      if (starter.equals(program) || starter.startsWith(program + " ")) {
        int at = afterOptions(words, 1, starter);
        return program.equals("timeout") ? at + 1 : at;
      }
    }
    return 0;
  }

  private static int afterOptions(List<String> words, int from, String withValue) {
    int at = from;
    while (at < words.size()) {
      String word = words.get(at);
      if (word.startsWith("-") && word.length() > 1) {
        at += (withValue + " ").contains(" " + word + " ") ? 2 : 1;
      } else if (withValue.startsWith("env") && word.indexOf('=') > 0) {
        at++;
      } else {
        break;
      }
    }
    return at;
  }
}
