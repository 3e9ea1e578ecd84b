package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.TestServer;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.testkit.packages.PipIndex;
import dev.assay.testkit.packages.PythonPackage;
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

/// The effects of a new skill on admitted ones: real validations, real sandboxes, rules in the
/// place of a model.
class RegressionStoryTest {
  private static final String TIDES =
      "Adds up tide gauge readings from a harbour, one on each line. Use it for tides.";

  private static PipIndex index;
  private static TestServer server;
  private static GateClient gate;

  @BeforeAll
  static void open() {
    index = PipIndex.startApart(PipIndex.Form.HTML);
    server =
        TestServer.start(java.util.Map.of("ASSAY_PACKAGES_PIP_INDEX", index.address().toString()));
    gate = new GateClient(server);
  }

  @AfterAll
  static void close() {
    server.close();
    index.close();
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
  void a_package_that_changes_under_another_skill_is_found_by_its_tasks() {
    String python = "/opt/runtime/venv/bin/python - \"$1\" <<'P'\nimport sys, gauge\n%sP\n";
    String add = "print('total: %d' % sum(int(l) for l in open(sys.argv[1])))\n";
    index.add(PythonPackage.of("gauge", "1.0"));
    GateClient.Done first =
        approved(
            tides("tides-one")
                .frontmatter("dependencies:\n  pip: [gauge]\n")
                .script(python.formatted("assert gauge.VERSION == '1.0'\n" + add)));
    assertThat(first.result().path("packages").path("declared").toString()).contains("gauge 1.0");

    index.add(PythonPackage.of("gauge", "2.0"));
    GateClient.Done done =
        gate.validate(
            invoices("invoices-two")
                .frontmatter("dependencies:\n  pip: [\"gauge>=2\"]\n")
                .script(python.formatted(add))
                .archive());

    assertThat(done.outcome()).as(done.result().toPrettyString()).isEqualTo("failed");
    assertThat(fates(done, "tides-one")).containsExactly("broken", "broken", "broken");
    assertThat(done.result().path("layer2_result").path("conflicts").toString())
        .contains("gauge goes from 1.0 to 2.0 under tides-one");
  }

  @Test
  void a_package_that_a_skill_carries_serves_nobody_else() throws IOException {
    String python = "python3 - \"$1\" <<'P'\nimport sys, buoy\nassert buoy.VERSION == '%s'\n%sP\n";
    String add = "print('total: %d' % sum(int(l) for l in open(sys.argv[1])))\n";
    String declared = "dependencies:\n  pip: [buoy]\n";
    TestWheel carried = new TestWheel("buoy", "9.9", List.of());
    GateClient.Done first =
        approved(
            tides("tides-carrying")
                .frontmatter(declared)
                .script(python.formatted("9.9", add))
                .file("wheels/" + carried.file(), carried.bytes()));
    assertThat(first.result().path("packages").path("declared").toString()).contains("buoy 9.9");
    assertThat(first.result().path("environment").asString()).isEqualTo("per-skill");

    index.add(PythonPackage.of("buoy", "1.0"));
    GateClient.Done done =
        gate.validate(
            invoices("invoices-plain")
                .frontmatter(declared)
                .script(python.formatted("1.0", add))
                .archive());
    assertThat(done.outcome()).as(done.result().toPrettyString()).isEqualTo("passed");
    assertThat(done.result().path("packages").path("declared").toString()).contains("buoy 1.0");
    assertThat(fates(done, "tides-carrying")).containsExactly("intact", "intact", "intact");
  }

  private static final String GAUGED =
      """
      /opt/runtime/venv/bin/python - "$1" <<'P'
      import sys, %s as gauge
      assert gauge.VERSION %s
      print('total: %%d' %% sum(int(l) for l in open(sys.argv[1])))
      P
      """;

  /// Admits a skill that uses version 1.0 of a package and allows any version below 2.
  private static void admitGauged(String name, String pack) {
    index.add(PythonPackage.of(pack, "1.0"));
    approved(
        tides(name)
            .frontmatter("dependencies:\n  pip: [\"%s<2\"]\n".formatted(pack))
            .script(GAUGED.formatted(pack, "< '2'")));
  }

  private static GateClient.Done validateGauged(
      String name, String pack, String range, String... versions) {
    for (String version : versions) {
      index.add(PythonPackage.of(pack, version));
    }
    return gate.validate(
        invoices(name)
            .frontmatter("dependencies:\n  pip: [\"%s%s\"]\n".formatted(pack, range))
            .script(GAUGED.formatted(pack, "> '1.0'"))
            .archive());
  }

  @Test
  void a_version_that_contents_everybody_is_found_and_everybody_is_tested_with_it() {
    admitGauged("tides-below-two", "height");
    GateClient.Done done = validateGauged("invoices-flexible", "height", ">=1.5", "1.6", "2.0");

    assertThat(done.outcome()).as(done.result().toPrettyString()).isEqualTo("passed");
    assertThat(fates(done, "tides-below-two")).containsExactly("intact", "intact", "intact");
    assertThat(done.result().path("packages").path("declared").toString()).contains("height 1.6");
    assertThat(done.result().path("warnings").toString())
        .contains("height is 1.6 instead of 2.0, so that tides-below-two keeps what it needs");
  }

  @Test
  void a_conflict_that_no_version_settles_fails_with_a_range_that_would_do() {
    admitGauged("tides-still-below", "depth");
    GateClient.Done away = validateGauged("invoices-newer", "depth", ">=1.5", "2.0");
    assertThat(away.outcome()).isEqualTo("failed");
    assertThat(away.reasons()).contains("DEPENDENCY_CONFLICT");
    assertThat(away.result().path("reasons").toString())
        .contains("tides-still-below")
        .contains("Declare depth >=1.5,<2");
    // the attempt was undone: the declared version was tested
    assertThat(away.result().path("packages").path("declared").toString()).contains("depth 2.0");

    GateClient.Done never = validateGauged("invoices-newest", "depth", ">=2");
    assertThat(never.reasons()).contains("DEPENDENCY_CONFLICT");
    assertThat(never.result().path("reasons").toString()).contains("Only depth <2 would do");
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
