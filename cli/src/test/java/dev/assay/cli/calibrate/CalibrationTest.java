package dev.assay.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.cli.calibrate.Measured.Outcome;
import dev.assay.cli.validate.UploadContent;
import dev.assay.skill.AssayException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CalibrationTest {
  @TempDir Path folder;

  @Test
  void the_corpus_has_at_least_twenty_skills() {
    assertThat(CorpusFiles.corpus()).hasSizeGreaterThanOrEqualTo(20);
  }

  @ParameterizedTest
  @EnumSource(Mutation.class)
  void every_variant_is_a_skill_that_can_be_uploaded_and_each_mutation_changes_it(Mutation mutation)
      throws IOException {
    for (CorpusFiles good : CorpusFiles.corpus().values()) {
      CorpusFiles variant = mutation.apply(good);
      assertThat(variant.files().equals(good.files())).isEqualTo(mutation.good());
      Path written = variant.named("calibration-" + good.name()).write(folder);
      assertThat(UploadContent.of(written)).isInstanceOf(UploadContent.Ready.class);
    }
  }

  @Test
  void shares_have_wilsons_interval() {
    assertThat(new Share(0, 10).high()).isCloseTo(.2775, within(1e-4));
    assertThat(new Share(5, 10).low()).isCloseTo(.2366, within(1e-4));
    assertThat(new Share(0, 0).text()).isEqualTo("not measured");
  }

  @Test
  void what_is_inconclusive_counts_neither_way() {
    Findings findings =
        new Findings(
            List.of(
                measured("a", Mutation.NONE, 1, Outcome.PASSED),
                measured("a", Mutation.NONE, 2, Outcome.FAILED),
                measured("b", Mutation.NONE, 1, Outcome.HELD),
                measured("b", Mutation.NONE, 2, Outcome.INCONCLUSIVE),
                measured("a", Mutation.OVER_BROAD, 1, Outcome.PASSED),
                measured("a", Mutation.BROKEN_SCRIPT, 1, Outcome.FAILED)));
    assertThat(findings.falseReject()).isEqualTo(new Share(1, 3));
    assertThat(findings.goodHeld()).isEqualTo(new Share(1, 3));
    assertThat(findings.falseAccept()).isEqualTo(new Share(1, 2));
    assertThat(findings.falseAccepts())
        .isEqualTo(
            Map.of(Mutation.OVER_BROAD, new Share(1, 1), Mutation.BROKEN_SCRIPT, new Share(0, 1)));
    assertThat(findings.flips()).isEqualTo(new Share(1, 1));
    assertThat(findings.inconclusive()).isEqualTo(1);
    assertThat(findings.calls()).isEqualTo(60);
  }

  @Test
  void a_log_that_was_cut_in_its_last_line_goes_on() throws IOException {
    CalibrationLog log = new CalibrationLog(folder.resolve("runs.jsonl"));
    Measured first = measured("a", Mutation.NONE, 1, Outcome.PASSED);
    log.add(first);
    Files.writeString(log.file(), "{\"skill\": \"b", StandardOpenOption.APPEND);
    assertThat(log.read()).containsOnlyKeys(first.key());
  }

  @Test
  void a_file_that_is_no_log_is_refused() throws IOException {
    Path file = Files.writeString(folder.resolve("runs.jsonl"), "hello\nthere\n");
    assertThatThrownBy(() -> new CalibrationLog(file).read())
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("give another folder with --out");
  }

  @Test
  void the_report_is_written_as_text_values_and_picture() throws IOException {
    Findings findings = new Findings(List.of(measured("a", Mutation.NONE, 1, Outcome.PASSED)));
    new CalibrationReport(findings, LocalDate.parse("2026-11-16")).write(folder);
    assertThat(folder.resolve("report.md"))
        .content()
        .contains("good skills rejected | 0 of 1, 0 % [0, 79]")
        .contains("Judge: noise not measured, leniency against a second judge not measured");
    assertThat(folder.resolve("report.json")).content().contains("\"false_reject\"");
    assertThat(folder.resolve("curve.svg")).content().contains("<circle").endsWith("</svg>\n");
  }

  @Test
  void the_judges_noise_follows_from_transcripts_that_were_judged_twice() {
    Findings findings =
        new Findings(List.of(measured("a", Mutation.BROKEN_SCRIPT, 1, Outcome.FAILED)));
    assertThat(findings.judgeNoise().orElseThrow()).isEqualTo(.5);
    assertThat(findings.judgeBias()).isEmpty();
  }

  private static Measured measured(String skill, Mutation mutation, int number, Outcome outcome) {
    return new Measured(
        skill,
        mutation,
        number,
        outcome,
        Optional.of(80.0),
        List.of(),
        List.of(new int[] {4, 4}, new int[] {4, 3}).subList(0, mutation.good() ? 0 : 2),
        List.of(),
        10,
        100,
        10,
        BigDecimal.ONE,
        Map.of("execute", "tiny"),
        "");
  }
}
