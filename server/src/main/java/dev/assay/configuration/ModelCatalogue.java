package dev.assay.configuration;

import dev.assay.skill.Secret;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
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

  public static final Setting<String> PROVIDER =
      Setting.of(
          "assay.model.provider",
          Form.choice("openai", "anthropic"),
          "openai",
          "Which protocol the models speak: `openai` OpenAI's chat protocol, which most servers"
              + " speak, Azure included (`…?api-version=…`); `anthropic` Claude's own.");

  public static final Setting<URI> BASE_URL =
      Setting.optional(
          "assay.model.base-url",
          Form.WEB_ADDRESS,
          "The server, for example `https://api.openai.com/v1`. Unset with `anthropic`:"
              + " `https://api.anthropic.com/v1`.");

  public static final Setting<List<URI>> OTHER_SERVERS =
      Setting.optional(
          "assay.model.other-servers",
          Form.WEB_ADDRESSES,
          "Servers with the same models that are asked, in this order and with the same keys, when"
              + " that one fails.");

  public static final Setting<Path> KEY_FILE =
      Setting.optional(
          "assay.model.key-file",
          Form.FILE,
          "A file with keys, one on each line, instead of `assay.model.key`. It is read for every"
              + " question: keys can be replaced while the server runs, and the next one is used"
              + " when one is refused, spent or slowed down.");

  public static final Setting<Duration> FIRST_BYTE =
      Setting.of(
          "assay.model.first-byte",
          Form.duration("100ms", "1h"),
          "2m",
          "How long a server may take before the first byte of its answer.");

  public static final Setting<Duration> SILENCE =
      Setting.of(
          "assay.model.silence",
          Form.duration("100ms", "1h"),
          "1m",
          "How long a server may be silent in the middle of an answer.");

  public static final Setting<Duration> LONGEST_WAIT =
      Setting.of(
          "assay.model.longest-wait",
          Form.duration("0s", "1d"),
          "5m",
          "The longest pause that a server may ask for; more ends the question. Other work goes on"
              + " meanwhile, and a task's own time does not run.");

  public static final Setting<Integer> THINKING_TOKENS =
      Setting.optional(
          "assay.model.thinking-tokens",
          Form.number(1024, 200_000),
          "How much Claude may think before it answers. Unset: not at all.");

  public static final Setting<Path> RECORD =
      Setting.optional(
          "assay.model.record",
          Form.FOLDER,
          "A folder in which every answer is written down, without secrets.");

  public static final Setting<Path> REPLAY =
      Setting.optional(
          "assay.model.replay",
          Form.FOLDER,
          "Such a folder: its answers are given again, and nobody is asked or paid. A question that"
              + " it does not have is a failure.");

  public static final Setting<BigDecimal> BUDGET_VALIDATION =
      budget("validation", "one validation");
  public static final Setting<BigDecimal> BUDGET_DAY = budget("day", "everything on one day (UTC)");
  public static final Setting<BigDecimal> BUDGET_USER =
      budget(
          "user",
          "one user on one day (UTC), in conversations and by validations and tests they started,");

  private static Setting<BigDecimal> budget(String which, String what) {
    return Setting.optional(
        "assay.model.budget." + which,
        Form.decimal("0", "1000000"),
        "The most that "
            + what
            + " may cost, in the currency of the prices. A question that would exceed it is not"
            + " asked.");
  }

  public static final Setting<Secret> KEY =
      Setting.optional("assay.model.key", Form.SECRET, "The key for that server, if it needs one.");

  public static final Setting<String> NAME =
      Setting.optional(
          "assay.model.name",
          Form.TEXT,
          "The model that writes tasks and judges, and does everything else that has no model of"
              + " its own.");

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
  public static final Setting<BigDecimal> PRICE_CACHED =
      Setting.optional(
          "assay.model.price-cached",
          Form.decimal("0", "1000000"),
          "The price of a million tokens that were read from the provider's cache. Unset: as those"
              + " that were not.");
  public static final Setting<BigDecimal> PRICE_CACHE_WRITE =
      Setting.optional(
          "assay.model.price-cache-write",
          Form.decimal("0", "1000000"),
          "The price of a million tokens that were put into the provider's cache; Anthropic asks"
              + " more for them. Unset: as those that were not.");
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
          PROVIDER,
          BASE_URL,
          OTHER_SERVERS,
          KEY,
          KEY_FILE,
          NAME,
          REPORT_NAME,
          EXECUTOR_NAME,
          TEMPERATURE,
          OUTPUT_TOKENS,
          CONTEXT_TOKENS,
          DEADLINE,
          FIRST_BYTE,
          SILENCE,
          RETRIES,
          LONGEST_WAIT,
          THINKING_TOKENS,
          STRUCTURED,
          RECORD,
          REPLAY,
          BUDGET_VALIDATION,
          BUDGET_DAY,
          BUDGET_USER,
          PRICE_INPUT,
          PRICE_OUTPUT,
          PRICE_CACHED,
          PRICE_CACHE_WRITE,
          REPORT_PRICE_INPUT,
          REPORT_PRICE_OUTPUT,
          EXECUTOR_PRICE_INPUT,
          EXECUTOR_PRICE_OUTPUT);
}
