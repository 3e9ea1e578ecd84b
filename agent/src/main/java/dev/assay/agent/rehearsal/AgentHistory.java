package dev.assay.agent.rehearsal;

import java.util.List;

/// An executing agent's request and the answers of its tools so far.
///
/// @param skills the list of skills
/// @param uploads the paths of the user's files
/// @param steps the tools used since the request, in order
public record AgentHistory(String prompt, String skills, List<String> uploads, List<Step> steps) {
  public AgentHistory {
    uploads = List.copyOf(uploads);
    steps = List.copyOf(steps);
  }

  /// A use of a tool.
  ///
  /// @param parts the fenced sections of its answer
  public record Step(
      String tool, String arguments, String answer, boolean failed, List<PromptSection> parts) {
    public Step {
      parts = List.copyOf(parts);
    }

    /// The exit code of a command; -1 if it did not run.
    int exitCode() {
      String first = answer.lines().findFirst().orElse("");
      return first.matches("exit code: \\d{1,3}\\b.*")
          ? Integer.parseInt(first.replaceFirst("exit code: (\\d+).*", "$1"))
          : -1;
    }

    String output() {
      return String.join("\n", parts.stream().map(PromptSection::text).toList()).strip();
    }

    String stdout() {
      return PromptSection.text(parts, "stdout");
    }
  }
}
