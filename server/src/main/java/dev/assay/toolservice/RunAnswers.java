package dev.assay.toolservice;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Describes runs in the forms that callers get.
final class RunAnswers {
  static final String PROVIDER = "assay";

  private RunAnswers() {}

  /// The result of a command for the caller that waited.
  static ToolOutcome command(ToolRun run) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("stdout", run.printed().stdout());
    result.put("stderr", run.printed().stderr());
    result.put("stdout_bytes", run.printed().stdoutBytes());
    result.put("stderr_bytes", run.printed().stderrBytes());
    result.put("exit_code", code(run));
    collected(run, result);
    result.put("timing", Map.of("duration_ms", duration(run).toMillis()));
    skill(run, result);
    return outcome(run, result);
  }

  /// The result of copying a skill's files.
  static ToolOutcome activation(ToolRun run) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("mode", "local");
    skill(run, result);
    result.put("active_path", SessionSandboxes.workdir(run.order().workdir()));
    return outcome(run, result);
  }

  private static void skill(ToolRun run, Map<String, Object> result) {
    result.put("skill_name", run.skill().name());
    result.put("version", run.skill().version());
    result.put("version_hash", run.skill().hash());
    result.put("workdir", workdir(run));
    result.put("session_id", run.alias());
  }

  static Map<String, Object> begun(ToolRun run) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("task_id", run.id().toString());
    result.put("provider", PROVIDER);
    result.put("status", run.state().word());
    result.put("session_id", run.alias());
    result.put("workdir", workdir(run));
    result.put("skill_name", run.skill().name());
    result.put("mode", mode(run));
    if (run.kind() == ToolRun.Kind.SERVICE) {
      result.put("exposed_endpoints", endpoints(run));
    }
    return result;
  }

  /// A row of a list.
  static Map<String, Object> listed(ToolRun run) {
    Map<String, Object> result = begun(run);
    result.put("kind", run.kind().word());
    result.put("agent_id", run.agent());
    result.put("caller", run.caller());
    result.put("exit_code", code(run));
    times(run, result);
    result.put("error_message", run.progress().error().orElse(null));
    return result;
  }

  static Map<String, Object> task(ToolRun run, int tail) {
    Map<String, Object> result = begun(run);
    result.put("startup_ready", run.progress().startupReady());
    times(run, result);
    result.put("exit_code", code(run));
    result.put("last_output_at", time(run.progress().lastOutputAt()));
    tails(run, tail, result);
    collected(run, result);
    result.put("exposed_endpoints", endpoints(run));
    result.put("exposed_endpoints_active", active(run));
    result.put("error_message", run.progress().error().orElse(null));
    result.put("orphaned", run.progress().orphaned().isPresent());
    result.put("orphaned_reason", run.progress().orphaned().orElse(null));
    return result;
  }

  static Map<String, Object> job(ToolRun job, List<ToolRun> steps, int tail) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("job_id", job.id().toString());
    result.put("status", job.state().word());
    result.put("session_id", job.alias());
    result.put("current_step_index", job.progress().currentStep());
    List<Map<String, Object>> all = new ArrayList<>();
    for (ToolRun step : steps) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("name", step.name());
      one.put("status", step.state().word());
      one.put("task_id", step.id().toString());
      one.put("exit_code", code(step));
      one.put("provider", PROVIDER);
      tails(step, tail, one);
      all.add(one);
    }
    result.put("steps", all);
    extras(job, result);
    times(job, result);
    result.put("error_message", job.progress().error().orElse(null));
    result.put("orphaned", job.progress().orphaned().isPresent());
    return result;
  }

  /// The result of a run that ended, with the success of the run.
  static ToolOutcome outcome(ToolRun run, Map<String, Object> result) {
    return switch (run.state()) {
      case SUCCEEDED -> ToolOutcome.success(result);
      case CANCELED -> ToolOutcome.ended("canceled", result);
      case QUEUED, STARTING, RUNNING, FAILED -> {
        run.progress()
            .error()
            .ifPresent(error -> result.putAll(ToolOutcome.error(kind(run, error), error)));
        yield ToolOutcome.ended("failed", result);
      }
    };
  }

  private static ToolOutcome.Kind kind(ToolRun run, String error) {
    if (error.equals(RunEnding.TIMED_OUT) || error.equals("job_timeout")) {
      return ToolOutcome.Kind.TOOL_TIMEOUT;
    }
    return run.kind() != ToolRun.Kind.JOB && run.progress().exitCode().orElse(0) == -1
        ? ToolOutcome.Kind.UPSTREAM_UNAVAILABLE
        : ToolOutcome.Kind.BAD_REQUEST;
  }

  private static void collected(ToolRun run, Map<String, Object> result) {
    result.put(
        "created_artifacts", run.collected().created().stream().map(RunAnswers::artifact).toList());
    result.put(
        "output_errors",
        run.collected().failed().stream()
            .map(each -> Map.of("path", each.path(), "error", each.error()))
            .toList());
    extras(run, result);
  }

  private static void extras(ToolRun run, Map<String, Object> result) {
    result.put(
        "extra_packages",
        run.collected().extras().stream()
            .map(
                each ->
                    Map.of(
                        "ecosystem", each.ecosystem(),
                        "name", each.name(),
                        "version", each.version(),
                        "skill_name", each.skill()))
            .toList());
  }

  private static Map<String, Object> artifact(RunFiles.Created created) {
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("artifact_id", created.artifact());
    one.put("path", created.path());
    one.put("filename", created.filename());
    one.put("mime", created.mime());
    one.put("size", created.size());
    one.put("sha256", created.sha256());
    return one;
  }

  private static List<Map<String, Object>> endpoints(ToolRun run) {
    List<Map<String, Object>> all = new ArrayList<>();
    for (PortAddress endpoint : run.exposed().endpoints()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("port", endpoint.port());
      one.put("host_port", endpoint.hostPort());
      one.put("url", endpoint.url());
      one.put("host", endpoint.host());
      all.add(one);
    }
    return all;
  }

  private static boolean active(ToolRun run) {
    return run.state() == ToolRun.State.RUNNING && run.exposed().active();
  }

  private static void times(ToolRun run, Map<String, Object> result) {
    result.put("created_at", run.progress().createdAt().toString());
    result.put("started_at", time(run.progress().startedAt()));
    result.put("finished_at", time(run.progress().finishedAt()));
  }

  private static void tails(ToolRun run, int most, Map<String, Object> result) {
    String out = tail(run.printed().stdout(), most);
    String err = tail(run.printed().stderr(), most);
    result.put("stdout_tail", out);
    result.put("stderr_tail", err);
    result.put("stdout_truncated", bytes(out) < run.printed().stdoutBytes());
    result.put("stderr_truncated", bytes(err) < run.printed().stderrBytes());
  }

  /// The end of a text in at most that many bytes; no character is cut.
  static String tail(String text, int most) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= most) {
      return text;
    }
    int from = bytes.length - most;
    while (from < bytes.length && (bytes[from] & 0xC0) == 0x80) {
      from++;
    }
    return new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
  }

  private static long bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static String mode(ToolRun run) {
    return run.kind() == ToolRun.Kind.SERVICE ? "service" : "batch";
  }

  /// The working directory in the caller's words.
  static String workdir(ToolRun run) {
    return run.order().workdir().equals(run.skill().name()) ? "skill" : run.order().workdir();
  }

  private static @Nullable Integer code(ToolRun run) {
    return run.progress().exitCode().isPresent() ? run.progress().exitCode().getAsInt() : null;
  }

  private static @Nullable String time(Optional<Instant> when) {
    return when.map(Instant::toString).orElse(null);
  }

  private static Duration duration(ToolRun run) {
    Instant end = run.progress().finishedAt().orElse(run.progress().createdAt());
    return Duration.between(run.progress().startedAt().orElse(end), end);
  }
}
