package dev.assay.configuration;

import java.time.Duration;
import java.util.List;

/// The settings of validations.
public final class ValidationCatalogue {
  private ValidationCatalogue() {}

  public static final Setting<Integer> AT_ONCE =
      Setting.of(
          "assay.validation.at-once",
          Form.number(1, 100),
          "5",
          "How many validations run at a time, over all servers on one database; the others wait.");

  public static final Setting<Boolean> AUTO_START =
      Setting.of(
          "assay.validation.auto-start",
          Form.FLAG,
          "false",
          "Whether a skill is validated as soon as it is uploaded.");

  public static final Setting<Integer> THRESHOLD =
      Setting.of(
          "assay.validation.threshold",
          Form.number(0, 100),
          "70",
          "The overall score a skill needs to pass.");

  public static final Setting<Integer> COMPLETION_FLOOR =
      Setting.of(
          "assay.validation.completion-floor",
          Form.number(0, 100),
          "50",
          "A skill whose completion is lower fails without being tried offline.");

  public static final Setting<Integer> WEIGHT_COMPLETION =
      Setting.of(
          "assay.validation.weight.completion",
          Form.number(0, 100),
          "50",
          "How much doing the tasks counts. The three weights add up to 100.");

  public static final Setting<Integer> WEIGHT_TRIGGER =
      Setting.of(
          "assay.validation.weight.trigger",
          Form.number(0, 100),
          "35",
          "How much being chosen for them counts.");

  public static final Setting<Integer> WEIGHT_OFFLINE =
      Setting.of(
          "assay.validation.weight.offline",
          Form.number(0, 100),
          "15",
          "How much staying off the network counts.");

  public static final Setting<Boolean> REQUIRE_OFFLINE =
      Setting.of(
          "assay.validation.require-offline",
          Form.FLAG,
          "false",
          "Whether a skill that does not work offline fails, whatever its score.");

  public static final Setting<String> PROOF =
      Setting.of(
          "assay.validation.proof",
          Form.choice("quick", "standard", "thorough"),
          "standard",
          "How much is tried before a verdict: `quick` is three tasks and a point score; `standard` goes"
              + " on from 6 to 24 tasks until the answer is clear, with and without the skill;"
              + " `thorough` does 40 such pairs. Rehearsals, which are deterministic, are quick.");

  public static final Setting<String> REQUIRE_LIFT =
      Setting.of(
          "assay.validation.require-lift",
          Form.choice("hold", "fail", "warn"),
          "hold",
          "What it means if agents do the tasks as well without the skill: `hold` leaves it to the"
              + " reviewer, `fail` fails the skill, `warn` says so.");

  public static final Setting<String> HARM =
      Setting.of(
          "assay.validation.harm",
          Form.choice("fail", "hold", "warn"),
          "fail",
          "What it means if a task that does not ask for it changes or removes the user's files, or leaves files behind that a later program runs or obeys.");

  public static final Setting<String> UNDECLARED_NETWORK =
      Setting.of(
          "assay.validation.undeclared-network",
          Form.choice("warn", "fail"),
          "warn",
          "What it means if a skill reaches, or tries to reach, a host that it does not name in"
              + " `compatibility` or in `metadata.network`: `warn` says so, `fail` fails the skill.");

  public static final Setting<String> INSPECTION =
      Setting.of(
          "assay.validation.inspection",
          Form.choice("hold", "warn"),
          "hold",
          "With a model that reads skills (`assay.model.inspect.name`): what it means if it names something that acts"
              + " against the user, or cannot read all of the skill: `hold` leaves it to the reviewer, `warn` says so."
              + " See [validation](validation.md#inspection).");

  public static final Setting<String> EXECUTORS_POLICY =
      Setting.of(
          "assay.validation.executors-policy",
          Form.choice("all", "any", "majority"),
          "all",
          "With several executors (`assay.model.execute-2.name` and so on): how many of those that are"
              + " configured have to prove the skill. See [validation](validation.md#executors).");

  public static final Setting<String> DEPENDENCIES =
      Setting.of(
          "assay.validation.dependencies",
          Form.choice("lenient", "strict"),
          "lenient",
          "What an undeclared package means: `lenient` warns, `strict` fails the skill.");

  public static final Setting<String> ENVIRONMENT =
      Setting.of(
          "assay.validation.environment",
          Form.choice("shared", "per-skill"),
          "shared",
          "Where Python and npm packages go: `shared`, one environment for all skills, or"
              + " `per-skill`, one for each (`/opt/skills/NAME`), so that skills can need different"
              + " versions. Approved skills stay where they are.");

  public static final Setting<Duration> INSTALL_TIME =
      Setting.of(
          "assay.validation.install-time",
          Form.duration("5s", "2h"),
          "100s",
          "How long the installation of what a skill needs may take in all. A skill that needs more"
              + " fails.");

  public static final Setting<Duration> COMMAND_TIME =
      Setting.of(
          "assay.validation.command-time",
          Form.duration("1s", "1h"),
          "75s",
          "How long the commands of one task may take in all. A skill that needs more has not done"
              + " the task; time a model takes is not counted.");

  public static final Setting<Long> DISK =
      Setting.of(
          "assay.validation.disk",
          Form.size("16 MB", "1000 GB"),
          "4 GB",
          "The most an installation may write, where the machine can enforce it.");

  static final List<Setting<?>> ALL =
      List.of(
          AT_ONCE,
          AUTO_START,
          THRESHOLD,
          COMPLETION_FLOOR,
          WEIGHT_COMPLETION,
          WEIGHT_TRIGGER,
          WEIGHT_OFFLINE,
          REQUIRE_OFFLINE,
          PROOF,
          REQUIRE_LIFT,
          HARM,
          UNDECLARED_NETWORK,
          INSPECTION,
          EXECUTORS_POLICY,
          DEPENDENCIES,
          ENVIRONMENT,
          INSTALL_TIME,
          COMMAND_TIME,
          DISK);
}
