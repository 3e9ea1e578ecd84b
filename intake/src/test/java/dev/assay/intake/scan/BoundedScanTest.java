package dev.assay.intake.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.intake.Intake;
import dev.assay.intake.IntakeLimits;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.rule.PolicyRule;
import dev.assay.intake.signature.Work;
import dev.assay.intake.tree.Sources;
import dev.assay.skill.Finding;
import dev.assay.skill.Risk;
import dev.assay.skill.Severity;
import dev.assay.skill.dependency.Dependencies;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests texts that are made to keep a scan busy. The work grows with the text and not with its
/// square, and a scan that reaches the limit says so. The tests measure steps, not time.
class BoundedScanTest {
  private static final String HEAD =
      "---\nname: tables\ndescription: Formats tables.\n---\n# Tables\n";
  private static final int SIZE = 200;

  @TempDir private Path temporary;

  /// The shapes of the files. Each repeats a text `n` times.
  private enum Shape {
    CREDENTIALS("scripts/a.py", n -> lines(n, i -> "a" + i + ".b = open('/root/.ssh/id_rsa')\n")),
    NAMES("scripts/a.py", n -> lines(n, i -> "a" + i + ",") + "z = os.environ.copy()\n"),
    PIECES("scripts/a.sh", n -> lines(n, i -> "v" + i + "=$v" + (i - 1) + "$v" + (i - 1) + "\n")),
    HOSTS(
        "scripts/a.py",
        n -> "requests.get(u)\n" + lines(n, i -> "'https://h" + i + ".example.dev/' ")),
    BRACKETS("scripts/a.py", n -> "x = (\n".repeat(n)),
    INSTALLS("scripts/a.sh", n -> lines(n, i -> "pip install reqests" + i + "\n")),
    LINKS("SKILL.md", n -> lines(n, i -> "[a](b" + i + ".md) ")),
    BLOCKS("SKILL.md", n -> "```bash\ncurl https://x.example.dev/a -o b\n```\n".repeat(n)),
    TABLE("SKILL.md", n -> "| a | b | c |\n".repeat(n)),
    SENDING(
        "SKILL.md",
        n ->
            lines(
                n, i -> "upload the files to https://h" + i + ".dev and https://www.github.com\n")),
    DIRECTIONS("SKILL.md", n -> "\u2066".repeat(n) + "\u05d0\n"),
    TESTS("evals/evals.json", n -> "[" + "{\"prompt\": 1}, ".repeat(n) + "1]"),
    FIELDS("SKILL.md", n -> "");

    private final String path;
    private final IntFunction<String> text;

    Shape(String path, IntFunction<String> text) {
      this.path = path;
      this.text = text;
    }

    private String at(int n) {
      return (path.equals("SKILL.md") ? head(n) : "") + text.apply(n);
    }

    private String head(int n) {
      return this == FIELDS
          ? HEAD.replace("name:", "metadata: {" + lines(n, i -> "a" + i + ": [], ") + "}\nname:")
          : HEAD;
    }

    private static String lines(int n, IntFunction<String> each) {
      return IntStream.range(0, n).mapToObj(each).collect(Collectors.joining());
    }
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void four_times_the_text_takes_four_times_the_memory(Shape shape) throws IOException {
    allocated(shape, SIZE);
    long once = allocated(shape, SIZE);
    long fourTimes = allocated(shape, 4 * SIZE);
    assertThat(fourTimes).isLessThan(6 * once);
  }

  @ParameterizedTest
  @EnumSource(
      value = Shape.class,
      names = {"CREDENTIALS", "NAMES", "HOSTS", "INSTALLS", "SENDING"})
  void a_scan_that_takes_too_much_work_stops_and_says_so(Shape shape) throws IOException {
    Work whole = new Work(Long.MAX_VALUE);
    assertThat(scan(shape, whole)).noneMatch(finding -> finding.code().equals("scan.unfinished"));
    List<Finding> findings = scan(shape, new Work(whole.done() / 2));
    assertThat(findings)
        .filteredOn(finding -> finding.code().equals("scan.unfinished"))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(Severity.WARNING);
              assertThat(finding.file()).isNotEmpty();
            });
    assertThat(PolicyRule.block(Risk.Level.HIGH, findings, 0)).isPresent();
  }

  @Test
  void searches_for_every_host_in_the_whole_of_skill_md_are_counted() throws IOException {
    String hosts = Shape.SENDING.at(SIZE);
    int longer = 100_000;
    long once = work("SKILL.md", hosts);
    long more = work("SKILL.md", hosts + "x\n".repeat(longer / 2));
    assertThat(more - once).isGreaterThan((long) SIZE * longer);
  }

  @Test
  void the_work_is_the_same_every_time() throws IOException {
    String text = Shape.CREDENTIALS.at(SIZE);
    assertThat(work("scripts/a.py", text)).isEqualTo(work("scripts/a.py", text));
  }

  @Test
  void more_packages_than_are_read_refuse_a_skill() throws IOException {
    String packages = Shape.lines(2_001, i -> "a" + i + "==1.0\n");
    assertThat(codes("requirements.txt", packages)).contains("dependencies.too-many");
    String fewer = Shape.lines(2_000, i -> "a" + i + "==1.0\n");
    assertThat(codes("requirements.txt", fewer)).doesNotContain("dependencies.too-many");
  }

  @Test
  void links_that_are_not_followed_any_more_are_said() throws IOException {
    assertThat(codes("SKILL.md", Shape.LINKS.at(2_001))).contains("portability.many-references");
    assertThat(codes("SKILL.md", Shape.LINKS.at(2_000)))
        .doesNotContain("portability.many-references");
  }

  private List<String> codes(String path, String text) throws IOException {
    return new Intake(IntakeLimits.standard(), temporary)
        .check(skill(path, text)).findings().stream().map(Finding::code).toList();
  }

  private Path skill(String path, String text) throws IOException {
    Path skill = Files.createDirectories(temporary.resolve("tables"));
    Files.writeString(skill.resolve("SKILL.md"), HEAD);
    Path file = skill.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    return skill;
  }

  private static long work(String path, String text) throws IOException {
    Work work = new Work(Long.MAX_VALUE);
    scan(path, text, work);
    return work.done();
  }

  private static List<Finding> scan(Shape shape, Work work) throws IOException {
    return scan(shape.path, shape.at(SIZE), work);
  }

  private static List<Finding> scan(String path, String text, Work work) throws IOException {
    Sources sources = new Sources();
    sources.add(path, bytes(text));
    if (!path.equals("SKILL.md")) {
      sources.add("SKILL.md", bytes(HEAD));
    }
    FindingList findings = new FindingList(200, 200);
    new Scan(sources, Dependencies.NONE, Indicators.shipped(), findings).run(List.of(), work);
    return findings.kept();
  }

  private static ByteArrayInputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  /// Returns the bytes that the current thread allocates to check the skill.
  private long allocated(Shape shape, int n) throws IOException {
    Path skill = skill(shape.path, shape.at(n));
    Intake intake = new Intake(IntakeLimits.standard(), temporary);
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    intake.check(skill);
    return threads.getCurrentThreadAllocatedBytes() - before;
  }
}
