package dev.assay.configuration;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// The settings of conversations.
public final class ConversationCatalogue {
  private ConversationCatalogue() {}

  public static final String ALLOW_LIST = "allow-list";

  public static final Setting<String> NETWORK =
      Setting.of(
          "assay.conversation.network",
          Form.choice("blocked", "open", ALLOW_LIST),
          "blocked",
          "How far the sandboxes of conversations see. `allow-list` reaches the hosts of"
              + " `assay.conversation.allowed-hosts` and nothing else.");

  public static final Setting<List<String>> ALLOWED_HOSTS =
      Setting.optional(
          "assay.conversation.allowed-hosts",
          Form.WORDS,
          "Hosts as `name`, `name:port` or `*.name`, for the network `allow-list`.");

  public static final Setting<Long> FILE_SIZE =
      Setting.of(
          "assay.conversation.file-size",
          Form.size("1 KB", "10 GB"),
          "100 MB",
          "The largest file that may be uploaded to a conversation.");

  public static final Setting<Long> QUOTA =
      Setting.of(
          "assay.conversation.quota",
          Form.size("1 MB", "1000 GB"),
          "1 GB",
          "All files of a conversation together: uploads and what the agent makes. A task of a"
              + " validation may write as much.");

  public static final Setting<Duration> TURN_TIME =
      Setting.of(
          "assay.conversation.turn-time",
          Form.duration("5s", "12h"),
          "15m",
          "The longest time an answer may take.");

  public static final Setting<Integer> TURN_TOKENS =
      Setting.of(
          "assay.conversation.turn-tokens",
          Form.number(1_000, 100_000_000),
          "400000",
          "The most tokens an answer may cost, read and written.");

  public static final Setting<Integer> AT_ONCE =
      Setting.of(
          "assay.conversation.at-once",
          Form.number(1, 1_000),
          "50",
          "How many answers one server works on at a time; more are refused.");

  public static final Setting<Integer> PER_USER =
      Setting.of(
          "assay.conversation.per-user",
          Form.number(1, 100_000),
          "500",
          "How many conversations a user may have.");

  public static final Setting<Path> UPLOADS =
      Setting.optional(
          "assay.conversation.uploads",
          Form.FOLDER,
          "Where uploads are kept; `conversations/uploads` below the home if unset. Servers that see"
              + " the same folders here and in `assay.conversation.intermediate` need no other"
              + " storage for them.");

  public static final Setting<Path> INTERMEDIATE =
      Setting.optional(
          "assay.conversation.intermediate",
          Form.FOLDER,
          "Where the files that agents make are kept; `conversations/intermediate` below the home"
              + " if unset.");

  public static final Setting<Path> UPLOAD_ROOT =
      Setting.optional(
          "assay.conversation.upload-root",
          Form.FOLDER,
          "Below this folder callers may name another with `upload_path`, which their sandbox can"
              + " then read and write; they all share what is there. Unset: nobody may.");

  static final List<Setting<?>> ALL =
      List.of(
          NETWORK,
          ALLOWED_HOSTS,
          FILE_SIZE,
          QUOTA,
          TURN_TIME,
          TURN_TOKENS,
          AT_ONCE,
          PER_USER,
          UPLOADS,
          INTERMEDIATE,
          UPLOAD_ROOT);
}
