package dev.assay.cli;

import dev.assay.cli.attestation.Attestation;
import dev.assay.cli.attestation.FileComparison;
import dev.assay.cli.terminal.ExitCode;
import dev.assay.home.Home;
import dev.assay.skill.AssayException;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/// The command `assay verify`. It checks an attestation without a server.
@Command(
    name = "verify",
    description = "Checks an attestation's signature, and that files are those it speaks of.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "An attestation:  curl SERVER/api/skills/NAME/attestation",
      "The keys:        curl SERVER/.well-known/assay/keys",
      "Get the keys once from somebody you trust and keep them: who gives you both the files and",
      "the key proves nothing.",
      "",
      "Without PATH only the signature is checked, not the files you have.",
      "",
      "Exit codes: 0 verified, 1 not, 2 usage or unreadable input."
    })
final class VerifyCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Parameters(index = "0", paramLabel = "FILE", description = "The attestation.")
  private Path file = Path.of("");

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "PATH",
      description = "The skill's folder or archive.")
  private @Nullable Path skill;

  @Option(
      names = "--key",
      paramLabel = "KEYS",
      description =
          "The public keys to trust, as PEM or as the server answers them (default: the key of the"
              + " server on this home, and those of the other servers on its database).")
  private @Nullable Path keys;

  @Override
  public Integer call() {
    Attestation attestation = Attestation.read(file);
    Optional<Attestation.Signed> signed = attestation.signedBy(trusted());
    if (signed.isEmpty()) {
      print("NOT VERIFIED: none of these keys signed " + file + " as it is.");
      return ExitCode.FAILED;
    }
    Optional<Digest> attested = signed.get().tree();
    if (attested.isEmpty()) {
      print("NOT VERIFIED: the attestation names no files.");
      return ExitCode.FAILED;
    }
    Optional<String> difference =
        Optional.ofNullable(skill)
            .flatMap(new FileComparison(signed.get(), attested.get())::difference);
    if (difference.isPresent()) {
      print("NOT VERIFIED: " + difference.get());
      return ExitCode.FAILED;
    }
    print(words(signed.get(), attested.get()));
    return ExitCode.PASSED;
  }

  private List<PublicKey> trusted() {
    if (keys != null) {
      return Attestation.keys(keys);
    }
    Home home = Home.locate(System.getenv());
    List<PublicKey> known =
        Stream.of(home.signingKeyFile(), home.knownKeysFile())
            .filter(Files::isReadable)
            .flatMap(each -> Attestation.keys(each).stream())
            .toList();
    if (!known.isEmpty()) {
      return known;
    }
    throw new AssayException(
        ErrorCode.BAD_REQUEST,
        "No key is known here. Get the server's keys from somebody you trust (SERVER"
            + "/.well-known/assay/keys) and name them with --key FILE.");
  }

  private String words(Attestation.Signed signed, Digest attested) {
    JsonNode said = signed.predicate();
    JsonNode scores = said.path("scores");
    StringBuilder text = new StringBuilder();
    text.append(
        "%s: %s version %s\n"
            .formatted(
                skill == null ? "SIGNATURE VERIFIED" : "VERIFIED",
                said.path("skill").asString(""),
                said.path("version").asString("")));
    line(text, "files", skill == null ? "not compared; name the folder or archive" : "the same");
    line(text, "digest", attested.toString());
    line(text, "run", said.path("run_id").asString(""));
    line(
        text,
        "scores",
        "overall %s (completion %s, trigger %s, offline %s), passes from %s"
            .formatted(
                scores.path("overall").asString("?"),
                scores.path("completion_score").asString("?"),
                scores.path("trigger_score").asString("?"),
                scores.path("offline_score").asString("?"),
                said.path("policy").path("threshold").asString("?")));
    line(text, "executors", executors(said));
    if (said.path("rehearsal").asBoolean(true)) {
      boolean known = said.path("rehearsal_acknowledged").asBoolean(false);
      line(
          text,
          "note",
          "proved by rules; no model was asked" + (known ? ", as its reviewer acknowledged" : ""));
    }
    line(text, "image", image(said));
    line(text, "also on", elsewhere(said));
    line(text, "approved", said.path("approved_by").asString(""));
    line(text, "key", signed.keyId());
    return text.toString();
  }

  /// Lists the models that did the tasks, with the outcome of each.
  private static String executors(JsonNode said) {
    List<String> each = new ArrayList<>();
    for (JsonNode line : said.path("executors")) {
      each.add(
          "%s %s%s"
              .formatted(
                  line.path("model").asString("?"),
                  line.path("outcome").asString("?"),
                  line.has("overall") ? " (" + line.path("overall").asString() + ")" : ""));
    }
    String policy = said.path("policy").path("executors").asString("");
    return String.join(", ", each) + (each.size() > 1 ? "; policy " + policy : "");
  }

  private static String image(JsonNode said) {
    String architecture = said.path("architecture").asString("");
    return said.path("image").asString("")
        + (architecture.isEmpty() ? "" : " (%s)".formatted(origin(said)));
  }

  private static String origin(JsonNode said) {
    String engine = said.path("engine").asString("");
    return "%s on %s%s"
        .formatted(
            said.path("base").asString("?"),
            said.path("architecture").asString("?"),
            engine.isEmpty() ? "" : ", engine " + engine);
  }

  /// Lists the other engines on which the skill repeated its saved tasks.
  private static String elsewhere(JsonNode said) {
    return said.path("also_on")
        .valueStream()
        .map(
            one ->
                origin(one)
                    + (one.path("network_recorded").asBoolean() ? "" : " (network not recorded)"))
        .collect(Collectors.joining("; "));
  }

  private static void line(StringBuilder text, String name, String value) {
    if (!value.isEmpty()) {
      text.append("%-9s %s\n".formatted(name, Visible.line(value)));
    }
  }

  private void print(String text) {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.println(Visible.text(text.stripTrailing()));
    out.flush();
  }
}
