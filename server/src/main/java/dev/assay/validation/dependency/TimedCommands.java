package dev.assay.validation.dependency;

import dev.assay.skill.Visible;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Sandbox;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Runs the commands of one installation in any of its sandboxes. They share one time limit.
/// Commands are argument lists; no shell reads the declarations of a skill.
final class TimedCommands {
  private static final int TAIL = 4000;
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  private Duration left;

  TimedCommands(Duration time) {
    this.left = time;
  }

  Installation.Ran run(Sandbox sandbox, List<String> words, Map<String, String> variables) {
    Command command = Command.of(words);
    for (Map.Entry<String, String> each : variables.entrySet()) {
      command = command.withVariable(each.getKey(), each.getValue());
    }
    Duration most = left.compareTo(SHORTEST) < 0 ? SHORTEST : left;
    CommandResult result = sandbox.run(command.withTimeout(most));
    left = left.minus(result.took());
    return new Installation.Ran(words, result.shellCode(), tail(result), result.took());
  }

  private static String tail(CommandResult result) {
    String all = result.stdout().text() + result.stderr().text();
    return Visible.text(all.substring(Math.max(0, all.length() - TAIL)));
  }
}
