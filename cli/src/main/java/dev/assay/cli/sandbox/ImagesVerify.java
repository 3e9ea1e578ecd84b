package dev.assay.cli.sandbox;

import dev.assay.cli.connection.Connection;
import dev.assay.cli.connection.ServerOption;
import dev.assay.cli.terminal.ExitCode;
import dev.assay.cli.terminal.Heartbeat;
import dev.assay.cli.terminal.JsonText;
import dev.assay.skill.Visible;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The command `assay images verify`.
@Command(
    name = "verify",
    description = "Reads everything stored and compares it with what was admitted.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Images with their layers, skills, packages and artifacts. Servers do the same every night, and compare",
      "what they use anyway. Damage is a fault of the platform; what is damaged serves nobody.",
      "",
      "Exit codes: 0 all intact, 1 something is damaged, 2 usage, 4 no server."
    })
final class ImagesVerify implements Callable<Integer> {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String STORED = "/api/admin/images/stored";

  @Spec private @Nullable CommandSpec spec;
  @Mixin private ServerOption server = new ServerOption();

  @Option(names = "--json", description = "As JSON.")
  private boolean json;

  @Override
  public Integer call() {
    List<JsonNode> damaged = new ArrayList<>();
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    int total;
    try (Connection connection = server.connect();
        Heartbeat heartbeat = Heartbeat.begin("reading the list of what is stored")) {
      JsonNode all = connection.get(STORED);
      total = all.path("total").asInt();
      int number = 0;
      for (JsonNode each : all.path("stored")) {
        number++;
        String shown =
            each.path("kind").asString("") + " " + Visible.line(each.path("name").asString(""), 80);
        heartbeat.phase("%d of %d: %s".formatted(number, total, shown));
        JsonNode found =
            connection.send(
                "POST",
                STORED + "/verify",
                Map.of("kind", each.path("kind").asString(""), "id", each.path("id").asString("")));
        if (!found.path("intact").asBoolean()) {
          damaged.add(found);
          if (!json) {
            out.println(
                "damaged  %s: %s"
                    .formatted(shown, Visible.line(found.path("damage").asString(""))));
            out.flush();
          }
        }
      }
    }
    out.println(
        json
            ? JsonText.of(JSON.valueToTree(Map.of("total", total, "damaged", damaged)))
            : "%d of %d are intact.".formatted(total - damaged.size(), total));
    out.flush();
    return damaged.isEmpty() ? ExitCode.PASSED : ExitCode.FAILED;
  }
}
