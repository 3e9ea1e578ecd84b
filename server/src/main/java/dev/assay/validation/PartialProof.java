package dev.assay.validation;

import dev.assay.skill.Visible;
import dev.assay.validation.evidence.EvidenceCard;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// The observations of a skill without tasks. It has no score and is never a pass.
///
/// @param words the summary in one sentence
/// @param lines the facts, one per line
/// @param json the observations for programs
public record PartialProof(String words, List<String> lines, String json) {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int MOST_EVALS = 3;
  private static final int BYTES_PER_MIB = 1 << 20;

  public PartialProof {
    lines = List.copyOf(lines);
  }

  static PartialProof of(EvidenceCard card) {
    return new PartialProof(card.words(), lines(card), json(card));
  }

  /// Explains why there is no verdict, summarizes the observations, and names the first change to
  /// make.
  static String reason(String skill, EvidenceCard card) {
    List<String> evals = card.evals();
    int more = evals.size() - MOST_EVALS;
    String faults =
        evals.isEmpty()
            ? ""
            : " "
                + String.join(" ", evals.subList(0, Math.min(MOST_EVALS, evals.size())))
                + (more > 0 ? " And " + more + " more: `assay evals check`." : "");
    return Visible.line(
        "No tasks could be written for %s: %s tasks are blind and can be checked by rules, in the evals and in the worked examples. Add evals or configure a model.%s Seen without tasks: %s."
            .formatted(skill, card.tasks(), faults, card.words()));
  }

  private static List<String> lines(EvidenceCard card) {
    List<String> lines = new ArrayList<>();
    for (EvidenceCard.Observed each : card.observed()) {
      lines.add(
          "%s: %s%s%s"
              .formatted(
                  each.kind().equals("runs") ? each.what() : each.what() + " " + each.kind(),
                  each.outcome(),
                  each.outcome().equals("ran") && !each.repeatable() ? ", not the same twice" : "",
                  each.outcome().equals("ran") || each.said().isEmpty() ? "" : ": " + each.said()));
    }
    card.hosts().forEach(host -> lines.add("contacted " + host));
    card.keysRead().forEach(key -> lines.add(key.sentence()));
    card.written().forEach(file -> lines.add("wrote " + file));
    lines.addAll(card.joined());
    lines.add(
        "took %d ms, %d MiB at most".formatted(card.tookMs(), card.peakMemory() / BYTES_PER_MIB));
    card.unproved().forEach(open -> lines.add("not proved: " + open));
    return lines.stream().map(Visible::line).toList();
  }

  private static String json(EvidenceCard card) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("summary", card.words());
    json.put("tasks_found", card.tasks().reached());
    json.put("tasks_needed", card.tasks().of());
    json.put("unusable_evals", card.evals());
    json.put(
        "commands",
        card.observed().stream()
            .map(
                each -> {
                  Map<String, Object> command = new LinkedHashMap<>();
                  command.put("kind", each.kind());
                  command.put("what", each.what());
                  command.put("outcome", each.outcome());
                  command.put("exit_code", each.exitCode());
                  command.put("repeatable", each.repeatable());
                  command.put("execution_time_ms", each.tookMs());
                  command.put("said", each.said());
                  return command;
                })
            .toList());
    json.put("hosts_contacted", card.hosts());
    json.put("keys_read", card.keysRead());
    json.put("files_written", card.written());
    json.put("packages_installed", card.packages());
    json.put("peak_memory_bytes", card.peakMemory());
    json.put("execution_time_ms", card.tookMs());
    json.put("confirmed_findings", card.joined());
    json.put("not_proved", card.unproved());
    return JSON.writeValueAsString(json);
  }
}
