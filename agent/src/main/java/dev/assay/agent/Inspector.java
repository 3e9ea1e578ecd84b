package dev.assay.agent;

import dev.assay.agent.work.InspectionAnswers;
import dev.assay.agent.work.Prompts;
import dev.assay.agent.work.SkillPortions;
import dev.assay.skill.Bundle;
import dev.assay.skill.BundleFile;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.task.TaskFile;
import java.util.List;

/// Asks a model for passages of a skill that act against its user. Everything the skill says is
/// fenced. A quotation counts only if it stands in the skill word for word.
public final class Inspector {
  private static final int MOST_NAMES = 200;

  private final CandidateSkill skill;
  private final SkillPortions text;

  /// @param texts its files of ordinary size
  /// @param beginnings a few bytes of each of the other files
  public Inspector(CandidateSkill skill, List<TaskFile> texts, List<TaskFile> beginnings) {
    this.skill = skill;
    text = SkillPortions.of(texts, beginnings, skill.files());
  }

  /// An estimate of the number of questions.
  public static int portions(Bundle skill) {
    return SkillPortions.expected(skill.files().stream().mapToLong(BundleFile::size).sum());
  }

  /// The number of questions.
  public int portions() {
    return text.portions().size();
  }

  /// The number of files that are read completely.
  public int files() {
    return text.files();
  }

  /// Files that are not read, or not to their end.
  public List<String> unread() {
    return text.unread();
  }

  /// A passage that acts against the user.
  ///
  /// @param kind its kind in the words of the static scan, for example `exfiltration`
  /// @param why the model's explanation
  public record Suspect(String kind, String file, int line, String quote, String why) {}

  /// @param portion the number of the portion, from 0
  /// @throws dev.assay.skill.model.ModelFailure if there is no usable answer, which says nothing
  ///   about the skill
  public List<Suspect> inspect(Questions questions, int portion) {
    UntrustedText fence = UntrustedText.fresh();
    List<SkillPortions.Piece> pieces = text.portions().get(portion);
    return questions
        .ask(
            Purpose.INSPECT,
            List.of(
                new Message.Instruction(Prompts.inspect() + fence.explanation()),
                new Message.Request(sections(pieces, fence))),
            new AnswerShape<>(
                "inspection",
                InspectionAnswers.SCHEMA,
                json -> InspectionAnswers.read(json, pieces)))
        .value()
        .stream()
        .map(each -> new Suspect(each.kind(), each.file(), each.line(), each.quote(), each.why()))
        .toList();
  }

  private String sections(List<SkillPortions.Piece> pieces, UntrustedText fence) {
    String files = String.join("\n", skill.files().stream().limit(MOST_NAMES).toList());
    StringBuilder all = new StringBuilder();
    all.append(fence.around("name", skill.name().text()));
    all.append(fence.around("description", skill.description()));
    all.append(fence.around("files", files));
    for (int i = 0; i < pieces.size(); i++) {
      SkillPortions.Piece piece = pieces.get(i);
      all.append(fence.around("path of piece " + (i + 1), piece.file()));
      all.append(fence.around("piece " + (i + 1), piece.text()));
    }
    return all.toString();
  }
}
