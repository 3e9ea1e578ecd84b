package dev.assay.configuration;

import dev.assay.skill.Secret;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/// The settings of language models.
public final class ModelCatalogue {
  private ModelCatalogue() {}

  public static final Setting<String> MODE =
      Setting.of(
          "assay.model.mode",
          Form.choice("auto", "model", "rehearsal"),
          "auto",
          "Who does the thinking: `model` the configured model, `rehearsal` fixed rules without any"
              + " model, `auto` the model if one is configured, and rules only if none ever was.");

  public static final Setting<URI> BASE_URL =
      Setting.optional(
          "assay.model.base-url",
          Form.WEB_ADDRESS,
          "A server that speaks OpenAI's chat protocol, for example `https://api.openai.com/v1`.");

  public static final Setting<Secret> KEY =
      Setting.optional("assay.model.key", Form.SECRET, "The key for that server, if it needs one.");

  public static final Setting<String> NAME =
      Setting.optional(
          "assay.model.name",
          Form.TEXT,
          "The model that writes tasks and judges, and does everything else that has no model of its"
              + " own.");

  public static final Setting<String> REPORT_NAME =
      Setting.optional(
          "assay.model.report-name",
          Form.TEXT,
          "The model that writes reports; a cheap one will do.");

  public static final Setting<String> EXECUTOR_NAME =
      Setting.optional(
          "assay.model.executor-name",
          Form.TEXT,
          "The model that does tasks and talks with people.");

  public static final Setting<BigDecimal> TEMPERATURE =
      Setting.optional(
          "assay.model.temperature",
          Form.decimal("0", "2"),
          "How freely the models choose their words. Unset: as the server likes.");

  public static final Setting<Integer> OUTPUT_TOKENS =
      Setting.of(
          "assay.model.output-tokens",
          Form.number(256, 1_000_000),
          "8192",
          "The longest answer, in tokens.");

  public static final Setting<Integer> CONTEXT_TOKENS =
      Setting.of(
          "assay.model.context-tokens",
          Form.number(4_000, 10_000_000),
          "128000",
          "How much the models can read at once. Longer conversations are shortened.");

  public static final Setting<Duration> DEADLINE =
      Setting.of(
          "assay.model.deadline",
          Form.duration("1s", "1h"),
          "3m",
          "How long one answer may take before the question is withdrawn.");

  public static final Setting<Integer> RETRIES =
      Setting.of(
          "assay.model.retries",
          Form.number(0, 10),
          "4",
          "How often a question is asked again when the server is busy, broken or not there.");

  public static final Setting<String> STRUCTURED =
      Setting.of(
          "assay.model.structured",
          Form.choice("auto", "schema", "instructed"),
          "auto",
          "How answers of a certain form are asked for: `schema` binds the model to it,"
              + " `instructed` asks in words, `auto` tries the first and falls back. Answers are"
              + " checked in any case.");

  public static final Setting<BigDecimal> PRICE_INPUT = price("", "input", "read");
  public static final Setting<BigDecimal> PRICE_OUTPUT = price("", "output", "written");
  public static final Setting<BigDecimal> REPORT_PRICE_INPUT = price("report-", "input", "read");
  public static final Setting<BigDecimal> REPORT_PRICE_OUTPUT =
      price("report-", "output", "written");
  public static final Setting<BigDecimal> EXECUTOR_PRICE_INPUT =
      price("executor-", "input", "read");
  public static final Setting<BigDecimal> EXECUTOR_PRICE_OUTPUT =
      price("executor-", "output", "written");

  private static Setting<BigDecimal> price(String role, String direction, String verb) {
    String key = "assay.model." + role + "price-" + direction;
    String whose = role.isEmpty() ? "`assay.model.name`" : "`assay.model." + role + "name`";
    return Setting.optional(
        key,
        Form.decimal("0", "1000000"),
        "The price of a million tokens that "
            + whose
            + " has "
            + verb
            + (role.isEmpty()
                ? ", for the ledger of costs."
                : ". Unset: as for `assay.model.name`."));
  }

  static final List<Setting<?>> ALL =
      List.of(
          MODE,
          BASE_URL,
          KEY,
          NAME,
          REPORT_NAME,
          EXECUTOR_NAME,
          TEMPERATURE,
          OUTPUT_TOKENS,
          CONTEXT_TOKENS,
          DEADLINE,
          RETRIES,
          STRUCTURED,
          PRICE_INPUT,
          PRICE_OUTPUT,
          REPORT_PRICE_INPUT,
          REPORT_PRICE_OUTPUT,
          EXECUTOR_PRICE_INPUT,
          EXECUTOR_PRICE_OUTPUT);
}
