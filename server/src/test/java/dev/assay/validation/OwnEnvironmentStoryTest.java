package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.agent.SkillList;
import dev.assay.agent.Workplace;
import dev.assay.images.Images;
import dev.assay.registry.Skill;
import dev.assay.registry.SkillFolders;
import dev.assay.registry.Skills;
import dev.assay.sandbox.SharedFolders;
import dev.assay.sandbox.Workspaces;
import dev.assay.skill.sandbox.Layout;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.tool.Tool;
import dev.assay.validation.dependency.TestWheel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A gate that gives every skill an environment of its own. Skills whose packages conflict are
/// admitted together, changed and removed. Real validations, real sandboxes.
class OwnEnvironmentStoryTest {
  private static final String SCRIPT =
      """
      python3 - "$1" <<'P'
      import sys, gauge
      print('gauge ' + gauge.VERSION)
      print('total: %d' % sum(int(l) for l in open(sys.argv[1])))
      P
      """;

  @TempDir private static Path folder;
  private static TestServer server;
  private static GateClient gate;

  @BeforeAll
  static void open() {
    server = TestServer.start(Map.of("ASSAY_VALIDATION_ENVIRONMENT", "per-skill"));
    gate = new GateClient(server);
  }

  @AfterAll
  static void close() {
    server.close();
  }

  private static GateClient.Done passed(SampleSkill skill, String range, TestWheel... wheels)
      throws IOException {
    skill.frontmatter("dependencies:\n  pip: [\"gauge%s\"]\n".formatted(range)).script(SCRIPT);
    for (TestWheel wheel : wheels) {
      skill.file("wheels/" + wheel.file(), wheel.bytes());
    }
    GateClient.Done done = gate.validate(skill.archive());
    assertThat(done.outcome()).as(done.result().toPrettyString()).isEqualTo("passed");
    return done;
  }

  private static GateClient.Done tides(TestWheel... wheels) throws IOException {
    return passed(
        SampleSkill.adding(
            "tides-old",
            "Adds up tide gauge readings from a harbour. Use it for tides.",
            "tide gauge readings of the harbour"),
        "<2",
        wheels);
  }

  private static TestWheel gauge(String version, String... needs) {
    return new TestWheel("gauge", version, List.of(needs));
  }

  private static Api.Reply approve(GateClient.Done done) {
    return gate.admin()
        .post("/api/admin/skills/" + done.id() + "/approve", Map.of("acknowledge_rehearsal", true));
  }

  private static JsonNode card(GateClient.Done done) {
    return gate.admin().get("/api/admin/skills/" + done.id()).body();
  }

  private static String report(GateClient.Done done) {
    return gate.admin()
        .send(
            gate.admin()
                .request("/api/admin/skills/" + done.id() + "/report")
                .header("Accept", "text/markdown")
                .GET())
        .response()
        .body();
  }

  private static String attested(GateClient.Done done) {
    String name = done.result().path("skill_name").asString();
    JsonNode wire = gate.admin().get("/api/skills/" + name + "/attestation").body();
    return new String(
        Base64.getDecoder().decode(wire.path("payload").asString()), StandardCharsets.UTF_8);
  }

  /// The page of the console.
  private static String dependencies(GateClient.Done done) {
    Api nobody = server.anonymous();
    return nobody
        .send(
            nobody
                .request("/admin/skills/" + done.id() + "/dependencies")
                .header("Cookie", "assay_session=" + gate.admin().token().orElseThrow())
                .GET())
        .response()
        .body();
  }

  /// Returns the output of an agent's command in the current image, with these skills listed.
  private static String executed(String command, GateClient.Done... seen) throws IOException {
    List<Skill> skills =
        Arrays.stream(seen)
            .map(done -> server.part(Skills.class).load(UUID.fromString(done.id())))
            .toList();
    SortedMap<String, Path> trees = new TreeMap<>();
    skills.forEach(
        skill -> trees.put(skill.name(), server.part(SkillFolders.class).of(skill.bundle())));
    Workspaces.Contents contents =
        new Workspaces.Contents(
            server.part(Images.class).current().image(),
            Network.blocked(),
            SharedFolders.make(folder.resolve("uploads")),
            SharedFolders.make(folder.resolve("intermediate")),
            trees,
            0,
            Map.of());
    SkillList list =
        new SkillList(
            skills.stream()
                .map(skill -> new SkillList.Listed(skill.bundle().name(), "Adds up."))
                .toList());
    Workspaces.Holder holder = new Workspaces.Holder("test", Map.of(), Optional.empty());
    try (Sandbox sandbox = server.part(Workspaces.class).open(contents, holder)) {
      sandbox.files().writeText(Layout.UPLOADS + "/n.txt", "4\n5\n");
      Tool execute =
          new Workplace(sandbox, list)
              .tools().stream()
                  .filter(tool -> tool.description().name().equals("execute"))
                  .findFirst()
                  .orElseThrow();
      return execute
          .use(JsonMapper.builder().build().writeValueAsString(Map.of("command", command)))
          .text();
    }
  }

  private static String run(GateClient.Done skill, GateClient.Done... seen) throws IOException {
    return executed(
        "sh /workspace/skills/%s/scripts/run.sh ../uploads/n.txt"
            .formatted(skill.result().path("skill_name").asString()),
        seen);
  }

  @Test
  void skills_that_need_different_versions_live_beside_each_other() throws IOException {
    GateClient.Done tides = tides(gauge("1.0", "sea"), new TestWheel("sea", "7", List.of()));
    GateClient.Done invoices =
        passed(
            SampleSkill.adding(
                "invoices-new",
                "Adds up the amounts of unpaid invoices. Use it for bookkeeping.",
                "unpaid invoices of our customers"),
            ">=2",
            gauge("2.0"));
    assertThat(gate.status(tides.id()).path("environment").asString()).isEqualTo("per-skill");
    assertThat(tides.result().path("environment").asString()).isEqualTo("per-skill");
    assertThat(tides.result().path("packages").path("needed").toString()).contains("sea 7");
    assertThat(report(tides)).contains("`/opt/skills/tides-old`");

    // the second one was validated on an image without the first: it is tested with it
    assertThat(approve(tides).status()).isEqualTo(200);
    Api.Reply later = approve(invoices);
    assertThat(later.status()).as(later.body().toString()).isEqualTo(202);
    JsonNode ended = gate.awaitEnd(invoices.id());
    assertThat(ended.path("status").asString()).as(ended.toPrettyString()).isEqualTo("approved");
    assertThat(card(invoices).path("environment").asString()).isEqualTo("per-skill");
    assertThat(card(invoices).path("installed_dependencies").toString())
        .isEqualTo("{\"invoices-new/pip\":{\"gauge\":\"2.0\"}}");
    assertThat(server.part(Images.class).current().packages())
        .containsEntry("tides-old/pip", Map.of("gauge", "1.0", "sea", "7"))
        .containsEntry("invoices-new/pip", Map.of("gauge", "2.0"))
        .doesNotContainKey("pip");
    assertThat(run(tides, tides, invoices)).contains("gauge 1.0", "total: 9");
    assertThat(run(invoices, tides, invoices)).contains("gauge 2.0", "total: 9");

    assertThat(attested(invoices)).contains("\"environment\":\"per-skill\"");
    assertThat(dependencies(invoices)).contains("<code>/opt/skills/invoices-new</code>");

    // a new version replaces only its own environment
    GateClient.Done newer = tides(gauge("1.5"));
    assertThat(newer.result().path("layer2_result").path("conflicts")).isEmpty();
    assertThat(approve(newer).status()).isEqualTo(200);
    assertThat(server.part(Images.class).current().packages())
        .containsEntry("tides-old/pip", Map.of("gauge", "1.5"));
    assertThat(run(newer, newer, invoices)).contains("gauge 1.5");

    // a deleted skill leaves nothing behind
    assertThat(gate.admin().delete("/api/admin/skills/" + newer.id()).status()).isEqualTo(202);
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () -> gate.admin().get("/api/admin/skills/" + newer.id()).status(),
            status -> status == 404);
    assertThat(server.part(Images.class).current().packages()).containsOnlyKeys("invoices-new/pip");
    assertThat(executed("ls /opt/skills", invoices))
        .contains("invoices-new")
        .doesNotContain("tides");
    assertThat(run(invoices, invoices)).contains("gauge 2.0");
    assertThat(gate.sandboxes()).isEmpty();
  }
}
