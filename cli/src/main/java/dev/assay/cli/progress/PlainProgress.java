package dev.assay.cli.progress;

import dev.assay.skill.Visible;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/// Shows progress for logs: one line for each event, and one every ten seconds without an event.
public final class PlainProgress implements ProgressView {
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(10);

  private final PrintWriter out;
  private final LongSupplier nanoTime;
  private final long begin;
  private final Map<String, String> shown = new HashMap<>();
  private long lastLine;

  public PlainProgress(PrintWriter out, LongSupplier nanoTime) {
    this.out = out;
    this.nanoTime = nanoTime;
    this.begin = nanoTime.getAsLong();
    this.lastLine = begin;
  }

  @Override
  public void show(RunStatus standing, StepFindings evidence) {
    if (standing.state().equals("waiting")) {
      String line = "waiting behind " + standing.ahead() + " other validations";
      if (!line.equals(shown.put("", line))) {
        say(line);
      }
    }
    for (RunStatus.Step step : standing.steps()) {
      String now = step.state() + " " + step.attempt();
      if (!now.equals(shown.put(step.name(), now))) {
        line(step, evidence);
      }
    }
    long now = nanoTime.getAsLong();
    if (standing.isAlive() && now - lastLine >= LONGEST_SILENCE.toNanos()) {
      say(
          "… %d s: %s%s"
              .formatted(
                  Duration.ofNanos(now - begin).toSeconds(),
                  doing(standing),
                  standing.spent().map(spent -> "; " + spent).orElse("")));
    }
  }

  private static String doing(RunStatus standing) {
    String steps =
        standing.steps().stream()
            .filter(RunStatus.Step::isRunning)
            .map(RunStatus.Step::name)
            .collect(Collectors.joining(", "));
    return steps.isEmpty() ? standing.state() : steps;
  }

  @Override
  public void note(String message) {
    say(message);
  }

  @Override
  public void close() {
    out.flush();
  }

  private void line(RunStatus.Step step, StepFindings evidence) {
    String again = step.attempt() > 1 ? " (attempt " + step.attempt() + ")" : "";
    switch (step.state()) {
      case "started" -> say(step.name() + " …" + again);
      case "finished" ->
          say(step.name() + ": done in " + DurationText.took(step) + found(step, evidence) + again);
      default ->
          say(
              step.name()
                  + ": "
                  + step.state()
                  + again
                  + step.reason().map(reason -> ": " + reason).orElse(""));
    }
  }

  private static String found(RunStatus.Step step, StepFindings evidence) {
    return switch (step.phase()) {
      case "judge", "judge-offline" ->
          evidence.score(step.name()).map(score -> ", " + score + " of 5").orElse(", not judged");
      case "online", "offline" -> ", network: " + contacts(evidence.contacts(step.name()));
      default -> "";
    };
  }

  private static String contacts(int count) {
    return switch (count) {
      case 0 -> "nothing";
      case 1 -> "1 place";
      default -> count + " places";
    };
  }

  private void say(String line) {
    out.println("  " + Visible.folded(line, 300));
    out.flush();
    lastLine = nanoTime.getAsLong();
  }
}
