package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.TestServer;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.validation.dependency.TestWheel;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What a new skill does to those admitted before it: real validations, real sandboxes, rules in
/// the place of a model.
class RegressionStoryTest {
  private static final String TIDES =
      "Adds up tide gauge readings from a harbour, one on each line. Use it for tides.";

  private static TestServer server;
  private static GateClient gate;

  @BeforeAll
  static void open() {
    server = TestServer.start(java.util.Map.of());
    gate = new GateClient(server);
  }

  @AfterAll
  static void close() {
    server.close();
  }

  @BeforeEach
  void nothingIsApproved() {
    gate.empty();
  }

  private static SampleSkill tides(String name) {
    return SampleSkill.adding(name, TIDES, "tide gauge readings of the harbour");
  }

  private static SampleSkill invoices(String name) {
    return SampleSkill.adding(
        name,
        "Adds up the amounts of unpaid invoices of customers. Use it for bookkeeping.",
        "unpaid invoices of our customers");
  }

  private static GateClient.Done approved(SampleSkill skill) {
    GateClient.Done done = gate.validate(skill.archive());
    assertThat(done.outcome()).as(done.result().toPrettyString()).isEqualTo("passed");
    gate.approve(done.id());
    return done;
  }

  private static List<String> fates(GateClient.Done done, String skill) {
    List<String> fates = new ArrayList<>();
    gate.evidence(done.id(), done.run(), "regress " + skill)
        .path("tasks")
        .forEach(tried -> fates.add(tried.path("outcome").asString()));
    return fates;
  }

  @Test
  void without_admitted_skills_nothing_is_tested_again() {
    GateClient.Done done = gate.validate(tides("lonely-tides").archive());
    assertThat(done.outcome()).isEqualTo("passed");
    assertThat(done.result().path("regressions")).isEmpty();
  }

  @Test
  void an_admitted_skill_that_works_as_before_holds() {
    approved(tides("tides-held"));
    GateClient.Done done = gate.validate(invoices("invoices-kind").archive());

    assertThat(done.outcome()).as(done.result().toPrettyString()).isEqualTo("passed");
    assertThat(fates(done, "tides-held")).containsExactly("intact", "intact", "intact");
    JsonNode line = done.result().path("regressions").get(0);
    assertThat(line.path("skill").asString()).isEqualTo("tides-held");
    assertThat(line.path("tasks").asInt()).isEqualTo(3);
  }

  @Test
  void a_skill_that_takes_the_work_of_another_is_rejected() {
    approved(tides("tides-robbed"));
    GateClient.Done done =
        gate.validate(
            SampleSkill.adding(
                    "harbour-everything",
                    "Tide gauge readings and harbour lists, added up. Tide gauge, readings,"
                        + " harbour, tide gauge, add up, harbour, readings, file, first list, come"
                        + " to.",
                    "tide gauge readings of the harbour")
                .archive());

    assertThat(fates(done, "tides-robbed")).contains("displaced");
    assertThat(done.outcome()).isEqualTo("failed");
    assertThat(done.reasons()).contains("REGRESSION_FAILED");
    assertThat(done.result().path("reasons").toString())
        .contains("tides-robbed")
        .contains("no longer chosen")
        .contains("task-");
    JsonNode status = gate.status(done.id());
    assertThat(status.path("status").asString()).isEqualTo("rejected");
    assertThat(status.path("validation_stage").asString()).isEqualTo("failed");
  }

  @Test
  void a_package_that_changes_under_another_skill_is_found_by_its_tasks() throws IOException {
    String python = "/opt/runtime/venv/bin/python - \"$1\" <<'P'\nimport sys, gauge\n%sP\n";
    String add = "print('total: %d' % sum(int(l) for l in open(sys.argv[1])))\n";
    TestWheel one = new TestWheel("gauge", "1.0", List.of());
    TestWheel two = new TestWheel("gauge", "2.0", List.of());
    GateClient.Done first =
        approved(
            tides("tides-one")
                .frontmatter("dependencies:\n  pip: [gauge]\n")
                .script(python.formatted("assert gauge.VERSION == '1.0'\n" + add))
                .file("wheels/" + one.file(), one.bytes()));
    assertThat(first.result().path("packages").path("declared").toString()).contains("gauge 1.0");

    GateClient.Done done =
        gate.validate(
            invoices("invoices-two")
                .frontmatter("dependencies:\n  pip: [\"gauge>=2\"]\n")
                .script(python.formatted(add))
                .file("wheels/" + two.file(), two.bytes())
                .archive());

    assertThat(done.outcome()).as(done.result().toPrettyString()).isEqualTo("failed");
    assertThat(fates(done, "tides-one")).containsExactly("broken", "broken", "broken");
    assertThat(done.result().path("layer2_result").path("conflicts").toString())
        .contains("gauge goes from 1.0 to 2.0 under tides-one");
  }

  private static final String GAUGED =
      """
      /opt/runtime/venv/bin/python - "$1" <<'P'
      import sys, gauge
      assert gauge.VERSION %s
      print('total: %%d' %% sum(int(l) for l in open(sys.argv[1])))
      P
      """;

  /// In use with the package in version 1.0, and content with anything below 2.
  private static void admitGauged(String name) throws IOException {
    TestWheel one = new TestWheel("gauge", "1.0", List.of());
    approved(
        tides(name)
            .frontmatter("dependencies:\n  pip: [\"gauge<2\"]\n")
            .script(GAUGED.formatted("< '2'"))
            .file("wheels/" + one.file(), one.bytes()));
  }

  private static GateClient.Done validateGauged(String name, String range, String... versions)
      throws IOException {
    SampleSkill skill =
        invoices(name)
            .frontmatter("dependencies:\n  pip: [\"gauge%s\"]\n".formatted(range))
            .script(GAUGED.formatted("> '1.0'"));
    for (String version : versions) {
      TestWheel wheel = new TestWheel("gauge", version, List.of());
      skill.file("wheels/" + wheel.file(), wheel.bytes());
    }
    return gate.validate(skill.archive());
  }

  @Test
  void a_version_that_contents_everybody_is_found_and_everybody_is_tested_with_it()
      throws IOException {
    admitGauged("tides-below-two");
    GateClient.Done done = validateGauged("invoices-flexible", ">=1.5", "1.6", "2.0");

    assertThat(done.outcome()).as(done.result().toPrettyString()).isEqualTo("passed");
    assertThat(fates(done, "tides-below-two")).containsExactly("intact", "intact", "intact");
    assertThat(done.result().path("packages").path("declared").toString()).contains("gauge 1.6");
    assertThat(done.result().path("warnings").toString())
        .contains("gauge is 1.6 instead of 2.0, so that tides-below-two keeps what it needs");
  }

  @Test
  void a_conflict_that_no_version_settles_fails_with_a_range_that_would_do() throws IOException {
    admitGauged("tides-still-below");
    GateClient.Done away = validateGauged("invoices-newer", ">=1.5", "2.0");
    assertThat(away.outcome()).isEqualTo("failed");
    assertThat(away.reasons()).contains("DEPENDENCY_CONFLICT");
    assertThat(away.result().path("reasons").toString())
        .contains("tides-still-below")
        .contains("Declare gauge >=1.5,<2");
    // the attempt was undone: it is what the skill declares that was tested
    assertThat(away.result().path("packages").path("declared").toString()).contains("gauge 2.0");

    GateClient.Done never = validateGauged("invoices-newest", ">=2", "2.0");
    assertThat(never.reasons()).contains("DEPENDENCY_CONFLICT");
    assertThat(never.result().path("reasons").toString()).contains("Only gauge <2 would do");
  }

  @Test
  void what_was_broken_before_is_not_blamed_on_the_new_skill() {
    GateClient.Done old = approved(tides("tides-rotten"));
    gate.jdbc()
        .sql(
            "update skill_task set task = replace(task::text, 'total: ', 'sum: ')::jsonb"
                + " where skill_id = ?::uuid")
        .param(old.id())
        .update();
    GateClient.Done done = gate.validate(invoices("invoices-blameless").archive());

    assertThat(fates(done, "tides-rotten"))
        .containsExactly("broken_before", "broken_before", "broken_before");
    assertThat(done.outcome()).isEqualTo("passed");
  }

  @Test
  void tasks_that_failed_at_admission_count_only_where_another_kind_of_agent_saw_that() {
    GateClient.Done old = approved(tides("tides-partly"));
    gate.jdbc()
        .sql(
            "update skill_task set completed_offline = false where skill_id = ?::uuid and position"
                + " < 2")
        .param(old.id())
        .update();
    GateClient.Done same = gate.validate(invoices("invoices-same").archive());
    assertThat(fates(same, "tides-partly")).containsExactly("intact");

    gate.jdbc()
        .sql("update skill_task set rehearsal = false where skill_id = ?::uuid")
        .param(old.id())
        .update();
    GateClient.Done other = gate.validate(invoices("invoices-other").archive());
    assertThat(fates(other, "tides-partly")).containsExactly("intact", "intact", "intact");
  }

  @Test
  void a_skill_without_a_task_that_can_be_used_is_named_and_not_passed_over() {
    GateClient.Done old =
        approved(
            tides("tides-untried")
                .script("[ \"$PIP_RETRIES\" != 0 ] || exit 1\n" + SampleSkill.ADDING));
    assertThat(old.result().path("warnings").toString())
        .contains("None of its tasks was done offline")
        .contains("cannot be tested again");
    GateClient.Done done = gate.validate(invoices("invoices-warned").archive());
    assertThat(done.outcome()).isEqualTo("passed");
    assertThat(done.result().path("warnings").toString())
        .contains("tides-untried")
        .contains("was not tested again: none of its tasks was done offline");
  }

  @Test
  void a_sandbox_that_dies_is_the_platforms_fault_and_the_step_is_done_again() {
    approved(tides("tides-slow").script("sleep 1\n" + SampleSkill.ADDING));
    String id = gate.upload(invoices("invoices-lucky").archive());
    String run = gate.start(id);
    await()
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(20))
        .until(
            () ->
                gate.sandboxes().stream()
                    .filter(lease -> lease.purpose().equals("regression_tides-slow"))
                    .peek(lease -> server.part(SandboxKeeper.class).end(lease.id()))
                    .findFirst()
                    .isPresent());

    assertThat(gate.awaitEnd(id).path("run_state").asString()).isEqualTo("finished");
    assertThat(gate.attempts(id, "regress tides-slow")).isGreaterThan(1);
    assertThat(gate.run(id, run).path("result").path("outcome").asString()).isEqualTo("passed");
  }
}
