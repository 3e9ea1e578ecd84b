package dev.assay.conversation;

import dev.assay.agent.AgentRun;
import dev.assay.registry.TrialHistory;
import dev.assay.skill.sandbox.Layout;
import dev.assay.skill.transcript.Entry;
import dev.assay.skill.transcript.Transcript;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Adds the use of skills in conversations to their history: whether there was an answer, and
/// whether the last command with a skill worked. No message is kept.
final class UsedSkills {
  private static final Logger log = LoggerFactory.getLogger(UsedSkills.class);
  private static final Pattern WORKED = Pattern.compile("exit code: 0(?! \\()\\b");

  private final TrialHistory history;

  UsedSkills(TrialHistory history) {
    this.history = history;
  }

  /// Adds the uses of a turn. A failure here must not fail the turn.
  void add(Turn turn, AgentRun run, List<Turn.Choice> used) {
    boolean answered = run.ending() instanceof AgentRun.Ending.Answered;
    boolean counts = answered || run.ending() instanceof AgentRun.Ending.OutOfBudget;
    if (used.isEmpty() || !counts) {
      return; // cancelled, or ended by a fault that is not the skill's
    }
    try {
      history.add(used.stream().map(skill -> outcome(turn, run, skill, answered)).toList());
    } catch (RuntimeException e) {
      log.warn("Turn {} is missing in the history of its skills: {}", turn.id(), e.toString());
    }
  }

  private TrialHistory.Outcome outcome(
      Turn turn, AgentRun run, Turn.Choice skill, boolean answered) {
    boolean worked =
        answered
            && lastCommand(run.transcript(), skill.name()).map(UsedSkills::worked).orElse(true);
    return new TrialHistory.Outcome(
        turn.id(),
        skill.id(),
        turn.id().toString(),
        "chat",
        "turn",
        TrialHistory.CONVERSATION,
        turn.answerer().model(),
        0,
        worked,
        true,
        history.now());
  }

  private static boolean worked(Entry.Used used) {
    return !used.failed() && WORKED.matcher(used.result()).lookingAt();
  }

  private static Optional<Entry.Used> lastCommand(Transcript transcript, String skill) {
    List<Entry.Used> found = new ArrayList<>();
    collect(transcript, skill, found);
    return found.isEmpty() ? Optional.empty() : Optional.of(found.getLast());
  }

  private static void collect(Transcript transcript, String skill, List<Entry.Used> found) {
    for (Entry entry : transcript.entries()) {
      switch (entry) {
        case Entry.Used used when concerns(used, skill) -> found.add(used);
        case Entry.Delegated delegated -> collect(delegated.transcript(), skill, found);
        default -> {}
      }
    }
  }

  private static boolean concerns(Entry.Used used, String skill) {
    String arguments = used.call().arguments();
    return switch (used.call().tool()) {
      case "execute" -> arguments.contains(Layout.skill(skill));
      case "execute_skill_script" -> arguments.contains('"' + skill + '"');
      default -> false;
    };
  }
}
