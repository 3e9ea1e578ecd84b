package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import dev.assay.cli.check.SkillFinder;
import dev.assay.cli.check.SkillRepair;
import dev.assay.intake.Examination;
import dev.assay.intake.Intake;
import dev.assay.intake.IntakeLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `assay check --fix`, folders that begin with a dot, and the letter of the standard.
class CheckRepairTest {
  private static final String BROKEN =
      """
      ---
      name: Meeting_Notes
      description: Turns meeting notes into decisions. Use when the user asks what was decided.
      version: 1.2
      ---
      # Steps

      ```sh
      pip install pandas
      ```
      """;

  @TempDir private Path folder;

  @Test
  void a_repair_normalizes_the_name_moves_fields_and_declares_what_the_text_installs()
      throws IOException {
    Path skill = skill("meeting-notes", BROKEN);
    assertThat(intake(Intake.Letter.LENIENT).check(skill)).isInstanceOf(Examination.Refused.class);
    String diff = repair(skill, SkillRepair.Writing.WRITE);
    assertThat(diff).contains("-name: Meeting_Notes", "+name: meeting-notes", "-version: 1.2");
    String after = Files.readString(skill.resolve("SKILL.md"));
    assertThat(after).contains("  version: \"1.2\"\n", "  dependencies: \"pandas\"\n");
    Examination repaired = intake(Intake.Letter.STRICT).check(skill);
    assertThat(repaired).isInstanceOf(Examination.Accepted.class);
    assertThat(repaired.dependencies().pip()).hasSize(1);
    assertThat(repair(skill, SkillRepair.Writing.WRITE)).isEmpty();
  }

  @Test
  void what_a_repair_would_change_is_a_diff_that_other_programs_can_apply() throws Exception {
    Path skill = skill("meeting-notes", BROKEN);
    List<String> diff = repair(skill, SkillRepair.Writing.SHOW).lines().toList();
    assertThat(diff).anyMatch(line -> line.matches("@@ -1,\\d+ \\+1,\\d+ @@"));
    List<String> applied =
        DiffUtils.patch(BROKEN.lines().toList(), UnifiedDiffUtils.parseUnifiedDiff(diff));
    repair(skill, SkillRepair.Writing.WRITE);
    assertThat(applied).isEqualTo(Files.readAllLines(skill.resolve("SKILL.md")));
  }

  @Test
  void a_repair_keeps_the_line_ends_of_the_file() throws IOException {
    Path skill = skill("meeting-notes", BROKEN.replace("\n", "\r\n"));
    repair(skill, SkillRepair.Writing.WRITE);
    String after = Files.readString(skill.resolve("SKILL.md"));
    assertThat(after).contains("name: meeting-notes\r\n", "  version: \"1.2\"\r\n");
    assertThat(after.replace("\r\n", "")).doesNotContain("\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "version: 1.2\nmetadata: {team: blue}",
        "version: 1.2\nmetadata:\n    team: blue",
        "version: 1.2\nmetadata:\n  version: 3"
      })
  void a_field_that_does_not_fit_under_metadata_stays_where_it_is(String fields)
      throws IOException {
    String text = "---\nname: notes\ndescription: Lists decisions.\n" + fields + "\n---\nDo.\n";
    Path skill = skill("notes", text);
    assertThat(repair(skill, SkillRepair.Writing.WRITE)).isEmpty();
    assertThat(Files.readString(skill.resolve("SKILL.md"))).isEqualTo(text);
  }

  @Test
  void a_dry_run_shows_the_diff_and_writes_nothing() throws IOException {
    Path skill = skill("meeting-notes", BROKEN);
    assertThat(repair(skill, SkillRepair.Writing.SHOW)).contains("+name: meeting-notes");
    assertThat(Files.readString(skill.resolve("SKILL.md"))).isEqualTo(BROKEN);
  }

  @Test
  void extra_fields_are_refused_only_by_the_letter() throws IOException {
    Path skill =
        skill("extra", "---\nname: extra\ndescription: Lists decisions.\nauthor: me\n---\nDo.\n");
    assertThat(intake(Intake.Letter.LENIENT).check(skill)).isInstanceOf(Examination.Accepted.class);
    assertThat(intake(Intake.Letter.STRICT).check(skill)).isInstanceOf(Examination.Refused.class);
  }

  @Test
  void folders_with_a_dot_are_looked_into_and_what_is_skipped_is_said() throws IOException {
    skill(".claude/skills/one", BROKEN);
    skill("skills/.curated/two", BROKEN);
    skill("node_modules/three", BROKEN);
    SkillFinder finder = new SkillFinder();
    finder.add(folder);
    assertThat(finder.skills())
        .extracting(path -> path.getFileName().toString())
        .containsExactly("one", "two");
    assertThat(finder.skipped()).contains("node_modules/");
  }

  @Test
  void the_file_skill_md_means_its_folder_and_an_empty_path_nothing() throws IOException {
    Path skill = skill("one", BROKEN);
    SkillFinder finder = new SkillFinder();
    finder.add(skill.resolve("SKILL.md"));
    finder.add(Path.of(""));
    assertThat(finder.skills()).containsExactly(skill);
    assertThat(finder.problems()).singleElement().asString().contains("empty path");
  }

  private Path skill(String path, String text) throws IOException {
    Path skill = Files.createDirectories(folder.resolve(path));
    Files.writeString(skill.resolve("SKILL.md"), text);
    return skill;
  }

  private String repair(Path skill, SkillRepair.Writing writing) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new SkillRepair(new PrintStream(bytes, true, StandardCharsets.UTF_8), writing)
        .repair(skill, intake(Intake.Letter.LENIENT).check(skill).findings());
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private Intake intake(Intake.Letter letter) throws IOException {
    return new Intake(
        IntakeLimits.standard(), Files.createDirectories(folder.resolve("quarantine")), letter);
  }
}
