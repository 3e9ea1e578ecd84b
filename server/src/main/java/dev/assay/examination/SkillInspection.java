package dev.assay.examination;

import dev.assay.agent.CandidateSkill;
import dev.assay.agent.DirectQuestions;
import dev.assay.agent.Inspector;
import dev.assay.agent.ModelSettings.Role;
import dev.assay.configuration.Settings;
import dev.assay.configuration.StartSettings;
import dev.assay.home.Home;
import dev.assay.skill.AssayException;
import dev.assay.skill.Bundle;
import dev.assay.skill.BundleFile;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Finding;
import dev.assay.skill.Severity;
import dev.assay.skill.Visible;
import dev.assay.skill.task.TaskFile;
import dev.assay.wiring.ModelWiring;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Inspects skills in folders for content that acts against their users. It asks the model that a
/// server started here would use. It is safe for use by many threads.
public final class SkillInspection implements AutoCloseable {
  private static final long LONGEST_FILE = 256 << 10;
  private static final int BEGINNING = 64;
  private static final int LONGEST_QUOTE = 300;
  private static final int LONGEST_REASON = 400;
  private static final String NAMED = "scan.reads-as-attack";
  private static final String UNREAD = "scan.unfinished";

  private final DirectQuestions questions;

  private SkillInspection(DirectQuestions questions) {
    this.questions = questions;
  }

  /// @throws AssayException with `CONFIGURATION_INVALID` if no model is configured or a setting is
  ///   wrong
  public static SkillInspection open(
      Home home, Path workingDirectory, Map<String, String> environment) {
    Settings settings = StartSettings.read(home, workingDirectory, environment);
    return new SkillInspection(
        DirectQuestions.find(
                ModelWiring.read(settings), ModelWiring.loop(settings), Role.INSPECT, Role.WRITE)
            .orElseThrow(
                () ->
                    new AssayException(
                        ErrorCode.CONFIGURATION_INVALID,
                        "No model is configured that could read skills. Set assay.model.base-url and"
                            + " assay.model.name (and assay.model.inspect.name for one that only reads"
                            + " skills); assay.model.mode must not be rehearsal.")));
  }

  /// @param folder the folder that holds SKILL.md
  /// @throws AssayException if the model cannot be asked; an unusable answer is a finding
  public List<Finding> read(Bundle skill, Path folder) throws IOException {
    Inspector inspector =
        new Inspector(
            new CandidateSkill(
                skill.name(),
                skill.manifest().description(),
                "", // it is among the files
                skill.files().stream().map(BundleFile::path).toList(),
                skill.evals(),
                List.of()),
            texts(skill, folder),
            beginnings(skill, folder));
    List<Finding> found = new ArrayList<>();
    try {
      for (int portion = 0; portion < inspector.portions(); portion++) {
        inspector.inspect(questions, portion).forEach(each -> found.add(finding(each)));
      }
    } catch (AssayException e) {
      if (e.code() != ErrorCode.MODEL_ANSWER_UNUSABLE) {
        throw e;
      }
      found.add(unread("could not read it: " + Visible.folded(e.reason(), LONGEST_REASON)));
    }
    for (String path : inspector.unread()) {
      found.add(unread("did not read all of it; not read in whole: " + path));
    }
    return found;
  }

  private static List<TaskFile> texts(Bundle skill, Path folder) throws IOException {
    List<TaskFile> texts = new ArrayList<>();
    for (BundleFile each : skill.files()) {
      Path file = folder.resolve(each.path());
      if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
          && Files.size(file) <= LONGEST_FILE) {
        texts.add(new TaskFile(each.path(), Files.readAllBytes(file)));
      }
    }
    return texts;
  }

  private static List<TaskFile> beginnings(Bundle skill, Path folder) throws IOException {
    List<TaskFile> beginnings = new ArrayList<>();
    for (BundleFile each : skill.files()) {
      Path file = folder.resolve(each.path());
      if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.size(file) > LONGEST_FILE) {
        try (InputStream content = Files.newInputStream(file)) {
          beginnings.add(new TaskFile(each.path(), content.readNBytes(BEGINNING)));
        }
      }
    }
    return beginnings;
  }

  private Finding finding(Inspector.Suspect suspect) {
    return new Finding(
        NAMED,
        Severity.WARNING,
        "The model %s reads it as %s: %s"
            .formatted(
                questions.model(), suspect.kind(), Visible.folded(suspect.why(), LONGEST_REASON)),
        suspect.file(),
        suspect.line(),
        "Look at the passage. If it is what the skill is for, say so in its description.",
        Visible.folded(suspect.quote(), LONGEST_QUOTE));
  }

  private Finding unread(String what) {
    return new Finding(
        UNREAD,
        Severity.WARNING,
        "The model %s %s".formatted(questions.model(), what),
        "",
        0,
        "Make the skill smaller, or look at it yourself.",
        "");
  }

  /// Returns the finding for an archive. Archives are not unpacked for a model.
  public static Finding archive() {
    return new Finding(
        UNREAD,
        Severity.WARNING,
        "No model read it, for it is an archive.",
        "",
        0,
        "Unpack it and check the folder.",
        "");
  }

  /// Summarizes the questions asked so far in one line.
  public String spent() {
    DirectQuestions.Spent spent = questions.spent();
    return "Questions to %s: %,d (%,d tokens read, %,d written)"
        .formatted(questions.model(), spent.calls(), spent.inputTokens(), spent.outputTokens());
  }

  @Override
  public void close() {
    questions.close();
  }
}
