package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.check.CheckedSkill;
import dev.assay.cli.check.Checks;
import dev.assay.cli.check.Colours;
import dev.assay.cli.check.JsonReport;
import dev.assay.cli.check.JunitReport;
import dev.assay.cli.check.ReportWriter;
import dev.assay.cli.check.SarifReport;
import dev.assay.cli.check.SkillFinder;
import dev.assay.cli.check.TextReport;
import dev.assay.intake.Intake;
import dev.assay.intake.IntakeLimits;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CheckCommandTest {
  private static final String HOSTILE = "\u001b[31mred\u0007\u202e ]]> <b> & \"quoted\" \u009b";

  @TempDir private Path temporary;

  @Test
  void exits_with_0_for_a_good_skill_and_1_for_a_bad_one() throws IOException {
    assertThat(run("check", skill("good", "good", "").toString())).isZero();
    assertThat(run("check", skill("bad", "other", "").toString())).isEqualTo(1);
  }

  @Test
  void exits_with_2_when_there_is_nothing_to_read() throws IOException {
    Path empty = Files.createDirectory(temporary.resolve("empty"));
    assertThat(run("check", temporary.resolve("missing").toString())).isEqualTo(2);
    assertThat(run("check", empty.toString())).isEqualTo(2);
    assertThat(run("check", "/dev/zero")).isEqualTo(2);
    assertThat(run("check")).isEqualTo(2);
    assertThat(run("check", "--format", "yaml", empty.toString())).isEqualTo(2);
    assertThat(run("check", "--dry-run", skill("good", "good", "").toString())).isEqualTo(2);
  }

  @Test
  void warnings_fail_only_a_strict_check() throws IOException {
    String warned = skill("warned", "warned", "author: me\n").toString();
    assertThat(run("check", warned)).isZero();
    assertThat(run("check", "--strict", warned)).isEqualTo(1);
  }

  @Test
  void a_file_that_is_no_zip_is_refused_and_not_unreadable() throws IOException {
    Path file = Files.writeString(temporary.resolve("notes.zip"), "just text");
    assertThat(run("check", file.toString())).isEqualTo(1);
  }

  @Test
  void finds_skills_and_archives_in_a_tree_and_keeps_their_order() throws Exception {
    skill("tree/a", "a", "");
    skill("tree/deep/b", "b", "");
    skill("tree/node_modules/c", "c", "");
    Files.writeString(temporary.resolve("tree/d.skill"), "x");
    SkillFinder finder = new SkillFinder();
    finder.add(temporary.resolve("tree"));
    assertThat(finder.many()).isTrue();
    assertThat(finder.skills())
        .extracting(path -> temporary.resolve("tree").relativize(path).toString())
        .containsExactly("a", "d.skill", "deep/b");
    StringBuilder order = new StringBuilder();
    checks().run(finder.skills(), each -> order.append(each.path().getFileName()).append(' '));
    assertThat(order).hasToString("a d.skill b ");
  }

  @Test
  void control_characters_never_reach_any_format() throws Exception {
    Path skill = skill("evil", "evil", "\"x" + HOSTILE.replace("\"", "") + "\": 1\n");
    Files.writeString(skill.resolve("requirements.txt"), HOSTILE + "\n");
    for (Function<PrintStream, ReportWriter> format :
        java.util.List.<Function<PrintStream, ReportWriter>>of(
            out -> new TextReport(out, Colours.PLAIN),
            out -> new JsonReport(out, false),
            out -> new SarifReport(out, "1"),
            JunitReport::new)) {
      String written = write(skill, format);
      assertThat(written).contains("dependencies.malformed");
      assertThat(written.codePoints())
          .noneMatch(point -> (point < 32 && point != '\n') || (point >= 127 && point < 160))
          .noneMatch(point -> point == 0x202e);
    }
  }

  @Test
  void json_of_one_skill_has_the_promised_fields() throws Exception {
    Path skill = skill("one", "one", "dependencies: {pip: [\"requests>=2\"]}\n");
    JsonNode json = new JsonMapper().readTree(write(skill, out -> new JsonReport(out, false)));
    assertThat(json.propertyNames())
        .containsExactly(
            "path",
            "name",
            "digest",
            "passed",
            "errors",
            "warnings",
            "findings",
            "dependencies",
            "evals");
    assertThat(json.get("passed").asBoolean()).isTrue();
    assertThat(json.at("/dependencies/pip/0/range").asString()).isEqualTo(">=2");
    assertThat(json.at("/dependencies/pip/0/line").asInt()).isEqualTo(4);
  }

  @Test
  void sarif_points_to_file_line_and_rule() throws Exception {
    Path skill = skill("sarif", "other", "");
    JsonNode json = new JsonMapper().readTree(write(skill, out -> new SarifReport(out, "1")));
    JsonNode result = json.at("/runs/0/results/0");
    assertThat(result.get("ruleId").asString()).isEqualTo("format.name-folder");
    assertThat(
            json.at("/runs/0/tool/driver/rules/" + result.get("ruleIndex").asInt() + "/id")
                .asString())
        .isEqualTo("format.name-folder");
    assertThat(result.at("/locations/0/physicalLocation/region/startLine").asInt()).isEqualTo(2);
    assertThat(result.at("/locations/0/physicalLocation/artifactLocation/uri").asString())
        .endsWith("/sarif/SKILL.md");
  }

  @Test
  void junit_is_well_formed_and_counts() throws Exception {
    Path skill = skill("junit", "other", "");
    byte[] xml = write(skill, JunitReport::new).getBytes(StandardCharsets.UTF_8);
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(xml));
    assertThat(document.getDocumentElement().getAttribute("failures")).isEqualTo("1");
    assertThat(document.getElementsByTagName("failure").getLength()).isEqualTo(1);
  }

  @Test
  void text_shows_the_line_and_the_remedy_and_colours_on_demand() throws Exception {
    Path skill = skill("text", "other", "");
    assertThat(write(skill, out -> new TextReport(out, Colours.PLAIN)))
        .contains("format.name-folder  SKILL.md:2")
        .contains("2 | name: other")
        .contains("→ Rename the folder")
        .doesNotContain("\u001b");
    assertThat(write(skill, out -> new TextReport(out, Colours.COLOURED))).contains("\u001b[31m");
  }

  @Test
  void pack_writes_an_archive_that_passes_and_refuses_a_bad_folder() throws IOException {
    Path good = skill("packed", "packed", "");
    Path archive = temporary.resolve("packed.skill");
    assertThat(run("pack", good.toString(), "-o", archive.toString())).isZero();
    assertThat(run("check", archive.toString())).isZero();
    byte[] first = Files.readAllBytes(archive);
    assertThat(run("pack", good.toString(), "-o", archive.toString())).isZero();
    assertThat(Files.readAllBytes(archive)).isEqualTo(first);
    Path bad = skill("unpacked", "other", "");
    assertThat(run("pack", bad.toString(), "-o", archive.toString())).isEqualTo(1);
    assertThat(Files.readAllBytes(archive)).isEqualTo(first);
    assertThat(run("pack", temporary.resolve("missing").toString())).isEqualTo(2);
    assertThat(run("pack", good.toString(), "-o", temporary.resolve("no/x.skill").toString()))
        .isEqualTo(2);
    try (var files = Files.list(temporary)) {
      assertThat(files.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("packed", "packed.skill", "unpacked");
    }
  }

  @Test
  void pack_replaces_nothing_but_a_file() throws IOException {
    Path good = skill("packed", "packed", "");
    Path link = Files.createSymbolicLink(temporary.resolve("link"), temporary.resolve("elsewhere"));
    assertThat(run("pack", good.toString(), "-o", link.toString())).isEqualTo(2);
    assertThat(link).isSymbolicLink();
    assertThat(temporary.resolve("elsewhere")).doesNotExist();
    assertThat(run("pack", good.toString(), "-o", good.toString())).isEqualTo(2);
  }

  @Test
  void a_packed_archive_has_the_mode_of_any_new_file() throws IOException {
    Path archive = temporary.resolve("packed.skill");
    assertThat(run("pack", skill("packed", "packed", "").toString(), "-o", archive.toString()))
        .isZero();
    Path ordinary = Files.createFile(temporary.resolve("ordinary"));
    assertThat(Files.getPosixFilePermissions(archive))
        .isEqualTo(Files.getPosixFilePermissions(ordinary));
  }

  @Test
  void a_path_that_cannot_be_read_is_a_result_and_the_others_are_checked() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ReportWriter report =
        new JsonReport(new PrintStream(bytes, true, StandardCharsets.UTF_8), true);
    checks()
        .run(
            java.util.List.of(
                skill("one", "one", ""), temporary.resolve("gone.zip"), skill("two", "two", "")),
            report::skill);
    report.finish();
    JsonNode json = new JsonMapper().readTree(bytes.toByteArray());
    assertThat(json).hasSize(3);
    assertThat(json.at("/1/errors/0/code").asString()).isEqualTo("archive.unreadable");
    assertThat(json.at("/2/passed").asBoolean()).isTrue();
  }

  private String write(Path skill, Function<PrintStream, ReportWriter> format) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ReportWriter writer = format.apply(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    checks().run(java.util.List.of(skill), writer::skill);
    writer.finish();
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private Checks checks() {
    return new Checks(
        new Intake(IntakeLimits.standard(), temporary),
        CheckedSkill.Strictness.LENIENT,
        java.util.Optional.empty());
  }

  private Path skill(String folder, String name, String more) throws IOException {
    Path skill = Files.createDirectories(temporary.resolve(folder));
    Files.writeString(
        skill.resolve("SKILL.md"),
        "---\nname: "
            + name
            + "\ndescription: Lists decisions. Use when asked.\n"
            + more
            + "---\n# Steps\n\nDo it.\n");
    return skill;
  }

  private static int run(String... arguments) {
    CommandLine command =
        new CommandLine(CommandLine.Model.CommandSpec.create())
            .addSubcommand(new CheckCommand())
            .addSubcommand(new PackCommand());
    return command.execute(arguments);
  }
}
