package dev.assay.cli.validate;

import dev.assay.cli.connection.Connection;
import dev.assay.cli.connection.WireAnswers;
import dev.assay.cli.progress.ProgressView;
import dev.assay.cli.progress.RunStatus;
import dev.assay.cli.terminal.ExitCode;
import dev.assay.cli.terminal.Interrupts;
import dev.assay.cli.verdict.ValidatedSkill;
import dev.assay.cli.verdict.VerdictEnding;
import dev.assay.skill.AssayException;
import dev.assay.wire.Verdict;
import java.io.FileNotFoundException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Has a server validate one skill and reports the result.
public final class SkillValidation {
  private static final Set<String> REFUSALS =
      Set.of("INVALID_ZIP", "INVALID_SKILL_FORMAT", "FILE_TOO_LARGE");

  private final RemoteSkills skills;
  private final FollowOptions options;
  private final VerdictOutput output;

  public SkillValidation(Connection connection, FollowOptions options, VerdictOutput output) {
    this.skills = new RemoteSkills(connection);
    this.options = options;
    this.output = output;
  }

  /// Uploads an archive and has it validated.
  public int upload(String path, Path archive) throws FileNotFoundException {
    JsonNode taken;
    try {
      taken = skills.upload(archive);
    } catch (AssayException e) {
      if (REFUSALS.contains(String.valueOf(e.details().get("code")))) {
        return output.end(ValidatedSkill.unknown(path), refusal(e), () -> "");
      }
      throw e;
    }
    String name = taken.path("name").asString("");
    String id = taken.path("skill_id").asString("");
    boolean added = taken.path("outcome").asString("").equals("added");
    ValidatedSkill subject =
        subject(
            new ValidatedSkill.Named(name, taken.path("version").asInt(), id, added ? name : id));
    output.note(
        "%s: %s%s"
            .formatted(
                subject.title(),
                added ? "uploaded" : "the server has this content already",
                skills.connection().isPrivate() ? "" : " at " + skills.connection().url()));
    if (taken.path("status").asString("").equals("approved")) {
      output.note("It is approved, so it is not validated again; this was its last validation.");
      return finish(subject.withRun(skills.standing(id).run()), Follower.Stop.OVER);
    }
    return begin(subject, "validate");
  }

  /// Validates a skill that is already on the server, or resumes its validation.
  ///
  /// @param what `validate` or `resume`
  public int again(String idOrName, String what) {
    JsonNode skill = skills.find(idOrName);
    return begin(
        subject(
            new ValidatedSkill.Named(
                skill.path("name").asString(""),
                skill.path("version").asInt(),
                skill.path("skill_id").asString(""),
                idOrName,
                skill.path("in_use").asBoolean())),
        what);
  }

  private ValidatedSkill subject(ValidatedSkill.Named named) {
    Connection connection = skills.connection();
    return new ValidatedSkill(
        named,
        Optional.empty(),
        connection.isPrivate() ? Optional.empty() : Optional.of(connection.url()));
  }

  private int begin(ValidatedSkill subject, String what) {
    try (Interrupts interrupts = Interrupts.listen()) {
      if (what.equals("validate")) {
        String estimate = skills.estimate(subject.id());
        if (!estimate.isEmpty()) {
          output.note("Proof level " + estimate);
        }
      }
      ValidatedSkill begun = subject.withRun(start(subject, what));
      if (!options.waits()) {
        return output.end(begun, new VerdictEnding.Begun(), () -> "");
      }
      return finish(begun, follow(begun, interrupts));
    }
  }

  private String start(ValidatedSkill subject, String what) {
    try {
      return skills.ask(subject.id(), what).path("run_id").asString("");
    } catch (AssayException e) {
      if ("VALIDATION_IN_PROGRESS".equals(e.details().get("code"))
          && e.details().get("details") instanceof JsonNode details
          && details.hasNonNull("run_id")) {
        output.note("It is being validated already; following that.");
        return details.path("run_id").asString();
      }
      throw e;
    }
  }

  private Follower.Stop follow(ValidatedSkill subject, Interrupts interrupts) {
    try (ProgressView view = options.view(output.out(), output.err())) {
      Follower follower = new Follower(skills, view, interrupts, options.patience());
      String run = subject.run().orElseThrow();
      Follower.Stop stop = follower.follow(subject.id(), run);
      if (stop == Follower.Stop.INTERRUPTED && options.cancelsOnInterrupt()) {
        interrupts.calm();
        view.note("Cancelling the validation; Ctrl-C again to leave at once.");
        cancel(subject);
        return follower.followToTheEnd(subject.id(), run);
      }
      return stop;
    }
  }

  /// Cancels the validation. A validation that has just ended is no error.
  private void cancel(ValidatedSkill subject) {
    try {
      skills.ask(subject.id(), "cancel");
    } catch (AssayException e) {
      if (!"VALIDATION_NOT_COMPLETED".equals(e.details().get("code"))) {
        throw e;
      }
    }
  }

  private int finish(ValidatedSkill subject, Follower.Stop stop) {
    VerdictEnding ending =
        switch (stop) {
          case OVER -> over(subject);
          case INTERRUPTED ->
              new VerdictEnding.Inconclusive(
                  "Nobody waits for the verdict any more. The validation goes on "
                      + (subject.server().isPresent()
                          ? "at the server."
                          : "as long as a server runs on this home."),
                  "See how it stands: assay skills show " + subject.handle());
          case LOST ->
              new VerdictEnding.Inconclusive(
                  "The server at %s has not answered for %d s. What was found is kept, and the validation goes on by itself when the server is back."
                      .formatted(skills.connection().url(), options.patience().toSeconds()),
                  "When it is back: assay skills show %1$s, and if it stopped: assay skills resume %1$s"
                      .formatted(subject.handle()));
        };
    int code = output.end(subject, ending, () -> skills.report(subject.id(), "text/markdown"));
    return stop == Follower.Stop.LOST ? ExitCode.UNREACHABLE : code;
  }

  private VerdictEnding over(ValidatedSkill subject) {
    JsonNode run = skills.run(subject.id(), subject.run().orElseThrow());
    Optional<Verdict> result = WireAnswers.read(run.path("result"), Verdict.class);
    if (result.isPresent()) {
      return VerdictEnding.of(result.get());
    }
    String state = run.path("run").path("state").asString("");
    RunStatus standing = skills.standing(subject.id());
    String reason = standing.inconclusive().orElse("The run ended without a verdict: " + state);
    return new VerdictEnding.Inconclusive(reason, remedy(subject, standing, reason));
  }

  private static String remedy(ValidatedSkill subject, RunStatus standing, String reason) {
    String next =
        "assay skills " + (standing.isResumable() ? "resume " : "validate ") + subject.handle();
    return reason.contains("MODEL_")
        ? "Check the model with: assay doctor --model; then: " + next
        : "Go on with: " + next;
  }

  private static VerdictEnding.Refused refusal(AssayException refused) {
    List<JsonNode> errors =
        refused.details().get("details") instanceof JsonNode details
            ? details.path("errors").valueStream().toList()
            : List.of();
    return new VerdictEnding.Refused(
        String.valueOf(refused.details().get("code")), refused.reason(), errors);
  }
}
