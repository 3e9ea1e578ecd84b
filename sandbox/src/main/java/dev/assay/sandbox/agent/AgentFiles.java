package dev.assay.sandbox.agent;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.FileWorkEnded;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFiles;
import dev.assay.skill.sandbox.tree.GlobPattern;
import dev.assay.skill.sandbox.tree.TreeRefused;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/// File work as commands of the agent's own (the helper's `files.c`): each runs inside, as a
/// process of the sandbox, under its limits.
public final class AgentFiles implements SandboxFiles {
  private static final Duration TIME = Duration.ofMinutes(10);
  private static final int MOST_TEXT = 16 << 20;
  private static final int MOST_LISTED = 100_000;
  private static final int MOST_ANSWER = 32 << 20;
  private static final long MOST_DOWNLOADED = 1L << 30;
  private static final int NOT_FOUND = 2;
  private static final int NOT_A_FOLDER = 20;

  /// Interrupted, input or output failed, no process, no memory, too many open files: errors that
  /// say nothing about the path, and that somebody inside may bring about.
  private static final Set<Integer> HINDERED = Set.of(4, 5, 11, 12, 23, 24);

  private final Sandbox sandbox;
  private final Function<Command, Channel> channels;

  /// @param channels starts a command of the agent's whose output nobody follows
  public AgentFiles(Sandbox sandbox, Function<Command, Channel> channels) {
    this.sandbox = sandbox;
    this.channels = channels;
  }

  @Override
  public byte[] read(String path, long most) {
    if (most < 0 || most > Integer.MAX_VALUE - 64) {
      throw new IllegalArgumentException("At most 2 GiB can be read at once, not " + most);
    }
    Answer all = new Answer(path, (int) most);
    run(path, all, "read", absolute(path), "0", Long.toString(most + 1));
    return all.bytes();
  }

  @Override
  public String readText(String path) {
    return new String(read(path, MOST_TEXT), StandardCharsets.UTF_8);
  }

  @Override
  public InputStream open(String path, long offset, long length) {
    Command command = command("read", absolute(path), Long.toString(offset), Long.toString(length));
    return new FileStream(command, channels.apply(command), end -> finish(path, end));
  }

  @Override
  public void write(String path, InputStream content) {
    finish(path, sandbox.run(command("write", absolute(path), "-1").withInput(() -> content)));
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
    Answer all = new Answer(path, MOST_ANSWER);
    CommandResult result = sandbox.start(command("stat", absolute(path)), all).await();
    if (result.outcome() instanceof Outcome.Exited(int code)
        && (code == NOT_FOUND || code == NOT_A_FOLDER)) {
      return Optional.empty();
    }
    finish(path, result);
    return Optional.of(entries(all.bytes()).getFirst()).map(entry -> renamed(entry, path));
  }

  @Override
  public List<FileEntry> list(String path) {
    List<FileEntry> entries =
        entries(output(path, "list", absolute(path), Integer.toString(MOST_LISTED + 1)));
    if (entries.size() > MOST_LISTED) {
      throw refused(path, "it holds more than " + MOST_LISTED + " entries");
    }
    return entries;
  }

  @Override
  public List<FileEntry> glob(String folder, String pattern, int most) {
    Pattern wanted = GlobPattern.compile(pattern);
    String looked = Integer.toString(Math.min(most, MOST_LISTED));
    return entries(output(folder, "walk", absolute(folder), looked)).stream()
        .filter(entry -> wanted.matcher(entry.path()).matches())
        .toList();
  }

  @Override
  public List<FileEntry> changedSince(String folder, Instant moment) {
    return entries(output(folder, "since", absolute(folder), Long.toString(moment.toEpochMilli())));
  }

  @Override
  public List<Match> grep(String path, String expression, int most) {
    String[] fields =
        fields(output(path, "grep", absolute(path), expression, Integer.toString(most)));
    List<Match> matches = new ArrayList<>();
    for (int at = 0; at + 2 < fields.length; at += 3) {
      matches.add(new Match(fields[at], Long.parseLong(fields[at + 1]), fields[at + 2]));
    }
    return matches;
  }

  @Override
  public void makeFolder(String path) {
    output(path, "mkdir", absolute(path));
  }

  @Override
  public void delete(String path) {
    CommandResult result = sandbox.run(command("remove", absolute(path)));
    if (!(result.outcome() instanceof Outcome.Exited(int code) && code == NOT_FOUND)) {
      finish(path, result);
    }
  }

  @Override
  public void upload(Path hostFolder, String path) {
    finish(
        path,
        sandbox.run(
            command("unpack", absolute(path)).withInput(() -> TreeStream.sending(hostFolder))));
  }

  @Override
  public List<String> download(String path, Path newHostFolder) {
    return download(path, newHostFolder, MOST_DOWNLOADED);
  }

  @Override
  public List<String> download(String path, Path newHostFolder, long most) {
    try (TreeReceiver receiver = new TreeReceiver(newHostFolder, most, MOST_LISTED)) {
      run(path, receiver, "pack", absolute(path));
      return receiver.finish();
    } catch (TreeRefused e) {
      throw refused(path, e.why());
    }
  }

  private byte[] output(String path, String... words) {
    Answer all = new Answer(path, MOST_ANSWER);
    run(path, all, words);
    return all.bytes();
  }

  private void run(String path, OutputListener listener, String... words) {
    finish(path, sandbox.start(command(words), listener).await());
  }

  private static Command command(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.set(0, "\u0001" + words[0]);
    return Command.of(all).in("/").withTimeout(TIME).withOutputLimit(4096);
  }

  private static void finish(String path, CommandResult result) {
    finish(path, result.outcome());
  }

  private static void finish(String path, Outcome outcome) {
    if (outcome.succeeded()) {
      return;
    }
    if (outcome instanceof Outcome.Exited(int code) && !HINDERED.contains(code)) {
      throw switch (code) {
        case NOT_FOUND, NOT_A_FOLDER -> notFound(path);
        case 13, 1 -> refused(path, "permission denied");
        case 16 -> refused(path, "a folder in it went while it was looked at");
        case 21 -> refused(path, "it is a folder");
        case 22 -> refused(path, "it is not a regular file");
        case 28 -> refused(path, "the disk is full");
        case 30 -> refused(path, "it is read-only");
        case 36 -> refused(path, "the name is too long");
        case 40 -> refused(path, "too many links, or nested more than 250 folders deep");
        case 74 -> refused(path, "the expression or the data is not well-formed");
        default -> refused(path, "error " + code);
      };
    }
    throw new FileWorkEnded(path, outcome);
  }

  /// What comes from inside, up to a limit: nobody there decides how much memory we use.
  private static final class Answer implements OutputListener {
    private final ByteArrayOutputStream all = new ByteArrayOutputStream();
    private final String path;
    private final int most;

    Answer(String path, int most) {
      this.path = path;
      this.most = most;
    }

    @Override
    public void stdout(byte[] bytes) {
      if (bytes.length > most - all.size()) {
        throw refused(path, "the answer is longer than " + most + " bytes");
      }
      all.writeBytes(bytes);
    }

    @Override
    public void stderr(byte[] bytes) {}

    byte[] bytes() {
      return all.toByteArray();
    }
  }

  private static List<FileEntry> entries(byte[] records) {
    String[] fields = fields(records);
    List<FileEntry> entries = new ArrayList<>();
    for (int at = 0; at + 5 < fields.length; at += 6) {
      FileEntry.Kind kind =
          switch (fields[at]) {
            case "f" -> FileEntry.Kind.FILE;
            case "d" -> FileEntry.Kind.FOLDER;
            case "l" -> FileEntry.Kind.LINK;
            default -> FileEntry.Kind.OTHER;
          };
      String[] times =
          fields[at + 3].split(" ", -1); // a helper of another build has the first only
      entries.add(
          new FileEntry(
              fields[at + 4],
              kind,
              Long.parseLong(fields[at + 2]),
              Integer.parseInt(fields[at + 1], 8),
              Instant.ofEpochMilli(Long.parseLong(times[0])),
              Instant.ofEpochMilli(Long.parseLong(times[times.length - 1])),
              fields[at + 5]));
    }
    return entries;
  }

  private static String[] fields(byte[] records) {
    return new String(records, StandardCharsets.UTF_8).split("\0", -1);
  }

  private static FileEntry renamed(FileEntry entry, String path) {
    return new FileEntry(
        path,
        entry.kind(),
        entry.size(),
        entry.mode(),
        entry.modified(),
        entry.changed(),
        entry.target());
  }

  private static String absolute(String path) {
    if (path.isEmpty() || path.indexOf('\0') >= 0) {
      throw refused(path, "not a path");
    }
    return path.startsWith("/") ? path : Command.DEFAULT_FOLDER + "/" + path;
  }

  private static AssayException notFound(String path) {
    return new AssayException(
        ErrorCode.SANDBOX_FILE_NOT_FOUND,
        "There is no " + path + " in the sandbox.",
        Map.of("path", path));
  }

  private static AssayException refused(String path, String why) {
    return new AssayException(
        ErrorCode.SANDBOX_FILE_REFUSED,
        "The sandbox refuses " + path + ": " + why + ".",
        Map.of("path", path));
  }
}
