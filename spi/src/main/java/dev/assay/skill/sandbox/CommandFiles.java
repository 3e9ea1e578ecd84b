package dev.assay.skill.sandbox;

import static dev.assay.skill.sandbox.CommandTrees.refused;
import static dev.assay.skill.sandbox.CommandTrees.script;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.tree.GlobPattern;
import dev.assay.skill.sandbox.tree.ReceivedTree;
import dev.assay.skill.sandbox.tree.TarReceiver;
import dev.assay.skill.sandbox.tree.TarStream;
import dev.assay.skill.sandbox.tree.TreeRefused;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// File operations by commands, for engines that have no better way. Each operation is one command
/// inside; the image needs a shell and GNU's coreutils, findutils, grep and tar.
public final class CommandFiles implements SandboxFiles {
  private static final int MOST_TEXT = 16 << 20;
  private static final int MOST_LISTED = 100_000;
  private static final int MOST_ANSWER = 32 << 20;
  private static final int LONGEST_LINE = 1 << 20;
  private static final long MOST_DOWNLOADED = 1L << 30;
  private static final int FIELDS = 6;

  /// The base of a shell's exit codes for a program that a signal ended.
  private static final int SIGNALLED = 128;

  private static final int KILLED = 9;

  private static final int NOT_FOUND = 2;

  private static final String CHECK_FILE =
      "[ -e \"$1\" ] || exit 2; [ -d \"$1\" ] && exit 21; [ -f \"$1\" ] || exit 22; [ -r \"$1\" ] || exit 13; ";
  private static final String CHECK_FOLDER =
      "[ -e \"$1\" ] || exit 2; [ -d \"$1\" ] || exit 2; [ -r \"$1\" ] && [ -x \"$1\" ] || exit 13; ";
  private static final String PRINT = " -printf '%y\\0%m\\0%s\\0%T@ %C@\\0%P\\0%l\\0'";
  private static final String MOST_RECORDS = "head -z -n \"$2\"";
  private static final String MOST_LINES = "head -n \"$2\"";
  private static final String MOST_BYTES = "head -c \"$3\"";

  /// Keeps the exit code of a program that a signal ended; any other failure gets a code that
  /// describes the path.
  private static final String FAIL = "fail() { [ \"$1\" -gt 128 ] && exit \"$1\"; exit \"$2\"; }; ";

  private final Sandbox sandbox;

  public CommandFiles(Sandbox sandbox) {
    this.sandbox = sandbox;
  }

  @Override
  public byte[] read(String path, long most) {
    if (most < 0 || most > Integer.MAX_VALUE - 64) {
      throw new IllegalArgumentException("At most 2 GiB can be read at once, not " + most);
    }
    byte[] bytes = part(path, 0, most + 1);
    if (bytes.length > most) {
      throw refused(path, "the answer is longer than " + most + " bytes");
    }
    return bytes;
  }

  private byte[] part(String path, long offset, long length) {
    String lines =
        offset == 0
            ? "exec head -c \"$2\" -- \"$1\""
            : piped(0, "tail -c \"+$3\" -- \"$1\"", "head -c \"$2\"");
    Command command =
        script(
            CHECK_FILE + lines, absolute(path), Long.toString(length), Long.toString(offset + 1));
    return answer(path, command.withOutputLimit((int) Math.min(length, Integer.MAX_VALUE - 64)));
  }

  @Override
  public String readText(String path) {
    return new String(read(path, MOST_TEXT), StandardCharsets.UTF_8);
  }

  @Override
  public InputStream open(String path, long offset, long length) {
    if (length > MOST_ANSWER) {
      return new FileParts(this::part, path, offset, length);
    }
    return new ByteArrayInputStream(part(path, offset, length));
  }

  @Override
  public void write(String path, InputStream content) {
    Command command =
        script(
            FAIL
                + "d=${1%/*}; [ -n \"$d\" ] || d=/; [ -d \"$1\" ] && exit 21; mkdir -p -- \"$d\" || fail $? 13;"
                + " n=\"$d/.assay-$$.new\"; cat > \"$n\" || { c=$?; rm -f -- \"$n\"; fail $c 28; };"
                + " [ -f \"$1\" ] && chmod --reference=\"$1\" -- \"$n\";"
                + " mv -fT -- \"$n\" \"$1\" || { c=$?; rm -f -- \"$n\"; fail $c 13; }",
            absolute(path));
    answer(path, command.withInput(() -> content));
  }

  @Override
  public void write(String path, byte[] content) {
    write(path, new ByteArrayInputStream(content));
  }

  @Override
  public void writeText(String path, String content) {
    write(path, content.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Optional<FileEntry> stat(String path) {
    CommandResult result =
        sandbox.run(
            script(
                "[ -e \"$1\" ] || [ -L \"$1\" ] || exit 2; exec find \"$1\" -maxdepth 0" + PRINT,
                absolute(path)));
    if (result.outcome().equals(new Outcome.Exited(NOT_FOUND))) {
      return Optional.empty();
    }
    finish(path, result);
    FileEntry seen = entries(result.stdout().bytes()).getFirst();
    return Optional.of(
        new FileEntry(
            path,
            seen.kind(),
            seen.size(),
            seen.mode(),
            seen.modified(),
            seen.changed(),
            seen.target()));
  }

  @Override
  public List<FileEntry> list(String path) {
    List<FileEntry> entries = find(path, " -mindepth 1 -maxdepth 1", MOST_LISTED + 1);
    if (entries.size() > MOST_LISTED) {
      throw refused(path, "it holds more than " + MOST_LISTED + " entries");
    }
    return entries;
  }

  @Override
  public List<FileEntry> glob(String folder, String pattern, int most) {
    Pattern wanted = GlobPattern.compile(pattern);
    return find(folder, " -mindepth 1", Math.min(most, MOST_LISTED)).stream()
        .filter(entry -> wanted.matcher(entry.path()).matches())
        .toList();
  }

  @Override
  public List<FileEntry> changedSince(String folder, Instant moment) {
    String seconds = "%d.%09d".formatted(moment.getEpochSecond(), moment.getNano());
    return find(folder, " -mindepth 1 ! -type d -newerct @" + seconds, MOST_LISTED);
  }

  private List<FileEntry> find(String path, String depth, int most) {
    Command command =
        script(
            CHECK_FOLDER + piped(0, "find -H \"$1\"" + depth + PRINT, MOST_RECORDS, MOST_BYTES),
            absolute(path),
            Integer.toString(most * FIELDS),
            Integer.toString(MOST_ANSWER + 1));
    return entries(bounded(path, command)).stream()
        .sorted(Comparator.comparing(FileEntry::path))
        .toList();
  }

  @Override
  public List<Match> grep(String path, String expression, int most) {
    Command command =
        script(
            "[ -e \"$1\" ] || exit 2; : | grep -E -e \"$4\"; [ $? -gt 1 ] && exit 74; "
                + piped(2, "grep -rIHnZ -D skip -E -e \"$4\" -- \"$1\"", MOST_LINES, MOST_BYTES),
            absolute(path),
            Integer.toString(most),
            Integer.toString(MOST_ANSWER + 1),
            expression);
    String answer = new String(bounded(path, command), StandardCharsets.UTF_8);
    List<Match> matches = new ArrayList<>();
    for (String line : answer.split("\n", -1)) {
      int nul = line.indexOf('\0');
      int colon = line.indexOf(':', nul);
      if (nul > 0 && colon > 0 && line.length() < LONGEST_LINE) {
        matches.add(
            new Match(
                line.substring(0, nul),
                Long.parseLong(line.substring(nul + 1, colon)),
                line.substring(colon + 1)));
      }
    }
    return matches;
  }

  @Override
  public void makeFolder(String path) {
    answer(path, script(FAIL + "mkdir -p -- \"$1\" || fail $? 13", absolute(path)));
  }

  @Override
  public void delete(String path) {
    answer(
        path,
        script(
            FAIL
                + "[ -L \"$1\" ] || [ ! -e \"$1\" ] || chmod -R u+rwX -- \"$1\" 2>/dev/null;"
                + " rm -rf -- \"$1\" || fail $? 13",
            absolute(path)));
  }

  @Override
  public void upload(Path hostFolder, String path) {
    try (InputStream tar = TarStream.sending(hostFolder)) {
      sandbox.put(tar, absolute(path));
    } catch (IOException e) {
      throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "The upload stopped: " + e, e);
    }
  }

  @Override
  public List<String> download(String path, Path newHostFolder) {
    return download(path, newHostFolder, MOST_DOWNLOADED);
  }

  @Override
  public List<String> download(String path, Path newHostFolder, long most) {
    try (ReceivedTree tree = new ReceivedTree(newHostFolder, most, MOST_LISTED);
        TarReceiver tar = new TarReceiver(tree)) {
      sandbox.get(absolute(path), tar);
      if (!tar.isWhole()) {
        throw new SandboxFailure(
            ErrorCode.SANDBOX_FAILED, "The download stopped in the middle of its archive.");
      }
      return tree.keep();
    } catch (TreeRefused e) {
      throw refused(path, e.why());
    } catch (IOException e) {
      throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "The download stopped: " + e, e);
    }
  }

  /// A pipeline of programs. A shell knows only the exit code of the last one, so each program
  /// reports its own. A program that stops because its reader wants no more (141) succeeded. A
  /// missing report means that the program was killed.
  ///
  /// @param worst the highest exit code of the first program that is no failure
  private static String piped(int worst, String... programs) {
    StringBuilder all = new StringBuilder("exec 4>&1; s=$( { ");
    for (int at = 0; at < programs.length; at++) {
      all.append(at == 0 ? "{ " : " | { ")
          .append(programs[at])
          .append(at == programs.length - 1 ? " >&4" : "")
          .append("; echo %d$? >&3; }".formatted(at == 0 ? 1 : 2));
    }
    return all.append("; } 3>&1 ); n=0; for c in $s; do n=$((n+1)); case $c in 1141|2141|20) ;;")
        .append(
            " 1*) c=${c#1}; [ \"$c\" -le %d ] || { [ \"$c\" -gt 128 ] && exit \"$c\"; exit 75; } ;;"
                .formatted(worst))
        .append(" *) c=${c#2}; [ \"$c\" -gt 128 ] && exit \"$c\"; exit 75 ;; esac; done;")
        .append(" [ $n = %d ] || exit %d".formatted(programs.length, SIGNALLED + KILLED))
        .toString();
  }

  private byte[] bounded(String path, Command command) {
    byte[] bytes = answer(path, command.withOutputLimit(MOST_ANSWER + 2));
    if (bytes.length > MOST_ANSWER) {
      throw refused(path, "the answer is longer than " + MOST_ANSWER + " bytes");
    }
    return bytes;
  }

  private byte[] answer(String path, Command command) {
    CommandResult result = sandbox.run(command);
    finish(path, result);
    return result.stdout().bytes();
  }

  private static void finish(String path, CommandResult result) {
    if (result.succeeded()) {
      return;
    }
    if (result.outcome() instanceof Outcome.Exited(int code)) {
      throw switch (code) {
        case NOT_FOUND ->
            new AssayException(
                ErrorCode.SANDBOX_FILE_NOT_FOUND,
                "There is no " + path + " in the sandbox.",
                Map.of("path", path));
        case 13 -> refused(path, "permission denied");
        case 21 -> refused(path, "it is a folder");
        case 22 -> refused(path, "it is not a regular file");
        case 28 -> refused(path, "it cannot be written, or the disk is full");
        case 74 -> refused(path, "the expression is not well-formed");
        case 75 -> refused(path, "not all of it can be looked at");
        default ->
            code > SIGNALLED
                ? new FileWorkEnded(path, new Outcome.Signalled(code - SIGNALLED))
                : refused(path, "error " + code + " " + result.stderr().text().strip());
      };
    }
    throw new FileWorkEnded(path, result.outcome());
  }

  private static List<FileEntry> entries(byte[] records) {
    String[] fields = new String(records, StandardCharsets.UTF_8).split("\0", -1);
    List<FileEntry> entries = new ArrayList<>();
    for (int at = 0; at + FIELDS - 1 < fields.length; at += FIELDS) {
      FileEntry.Kind kind =
          switch (fields[at]) {
            case "f" -> FileEntry.Kind.FILE;
            case "d" -> FileEntry.Kind.FOLDER;
            case "l" -> FileEntry.Kind.LINK;
            default -> FileEntry.Kind.OTHER;
          };
      entries.add(
          new FileEntry(
              fields[at + 4],
              kind,
              Long.parseLong(fields[at + 2]),
              Integer.parseInt(fields[at + 1], 8),
              time(fields[at + 3], 0),
              time(fields[at + 3], 1),
              fields[at + 5]));
    }
    return entries;
  }

  private static Instant time(String field, int which) {
    return Instant.ofEpochMilli((long) (Double.parseDouble(field.split(" ", -1)[which]) * 1000));
  }

  private static String absolute(String path) {
    if (path.isEmpty() || path.indexOf('\0') >= 0) {
      throw refused(path, "not a path");
    }
    return path.startsWith("/") ? path : Command.DEFAULT_FOLDER + "/" + path;
  }
}
