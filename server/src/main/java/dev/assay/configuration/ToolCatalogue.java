package dev.assay.configuration;

import java.time.Duration;
import java.util.List;

/// The settings of the tool service.
public final class ToolCatalogue {
  private ToolCatalogue() {}

  public static final Setting<Integer> AT_ONCE =
      Setting.of(
          "assay.tools.at-once",
          Form.number(1, 1_000),
          "50",
          "How many commands, tasks, services and jobs of projects one server works on at a time;"
              + " background ones wait, others are refused.");

  public static final Setting<Integer> QUEUED =
      Setting.of(
          "assay.tools.queued",
          Form.number(1, 100_000),
          "2000",
          "How many background runs of a project may wait.");

  public static final Setting<Integer> SESSIONS =
      Setting.of(
          "assay.tools.sessions",
          Form.number(1, 10_000),
          "50",
          "How many sessions a project may keep at a time, where it reuses them.");

  public static final Setting<Duration> IDLE =
      Setting.of(
          "assay.tools.idle",
          Form.duration("1m", "24h"),
          "30m",
          "How long a session may be unused before it is removed with its files.");

  public static final Setting<Duration> LONGEST =
      Setting.of(
          "assay.tools.longest",
          Form.duration("1m", "24h"),
          "6h",
          "How long a session may live at all, and with it its services.");

  public static final Setting<Duration> KEPT =
      Setting.of(
          "assay.tools.kept",
          Form.duration("1h", "8760h"),
          "168h",
          "How long runs that ended are remembered with what they printed.");

  public static final Setting<Long> ARTIFACT_SIZE =
      Setting.of(
          "assay.tools.artifact-size",
          Form.size("1 KB", "1 GB"),
          "20 MiB",
          "The largest artifact: a file that members bring to a project or that a call makes.");

  public static final Setting<Long> CALL_SIZE =
      Setting.of(
          "assay.tools.call-size",
          Form.size("1 KB", "10 GB"),
          "50 MiB",
          "The most that all inputs of a call may have together, and all its outputs.");

  public static final Setting<Long> PROJECT_SIZE =
      Setting.of(
          "assay.tools.project-size",
          Form.size("1 KB", "1000 GB"),
          "2 GiB",
          "The most that all artifacts of a project may have together.");

  static final List<Setting<?>> ALL =
      List.of(
          AT_ONCE, QUEUED, SESSIONS, IDLE, LONGEST, KEPT, ARTIFACT_SIZE, CALL_SIZE, PROJECT_SIZE);
}
