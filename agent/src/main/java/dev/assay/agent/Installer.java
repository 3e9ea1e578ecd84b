package dev.assay.agent;

import dev.assay.agent.work.Installs;
import dev.assay.agent.work.Prompts;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.transcript.Transcript;
import java.util.ArrayList;
import java.util.List;

/// Asks a model for the packages that a skill needs beyond those it declares.
public final class Installer {
  private final Questions questions;

  public Installer(Questions questions) {
    this.questions = questions;
  }

  /// @param commands one command for each ecosystem, as words for the system and never for a shell;
  ///   may be empty
  public record Needs(List<Command> commands, Transcript transcript, boolean rehearsal) {
    public Needs {
      commands = List.copyOf(commands);
    }
  }

  /// @param packages names with versions, checked to contain no addresses, paths or options
  public record Command(Ecosystem ecosystem, List<String> words, List<String> packages) {
    public Command {
      words = List.copyOf(words);
      packages = List.copyOf(packages);
    }
  }

  public Needs find(CandidateSkill skill) {
    UntrustedText fence = UntrustedText.fresh();
    Questions.Answer<List<Installs.Install>> answer =
        questions.ask(
            Purpose.INSTALL,
            List.of(
                new Message.Instruction(Prompts.install() + fence.explanation()),
                new Message.Request(
                    fence.around("files", String.join("\n", skill.files()))
                        + fence.around("document", skill.documentForPrompts()))),
            new AnswerShape<>("packages", Installs.SCHEMA, Installs::read));
    List<Command> commands = new ArrayList<>();
    add(commands, answer.value(), Ecosystem.PIP, List.of("pip", "install"));
    add(commands, answer.value(), Ecosystem.NPM, List.of("npm", "install", "--global"));
    return new Needs(commands, answer.transcript(), answer.rehearsal());
  }

  private static void add(
      List<Command> commands,
      List<Installs.Install> all,
      Ecosystem ecosystem,
      List<String> beginning) {
    List<String> packages =
        all.stream()
            .filter(each -> each.ecosystem() == ecosystem)
            .map(Installs.Install::spelling)
            .toList();
    if (!packages.isEmpty()) {
      List<String> words = new ArrayList<>(beginning);
      words.add("--");
      words.addAll(packages);
      commands.add(new Command(ecosystem, words, packages));
    }
  }
}
