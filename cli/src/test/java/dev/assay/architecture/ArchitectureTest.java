package dev.assay.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The plan of the packages. To add one, add it here and to the table in ARCHITECTURE.md.
class ArchitectureTest {
  private static final Map<String, List<String>> LIBRARIES =
      Map.ofEntries(
          Map.entry("spring", List.of("org.springframework.")),
          Map.entry("jackson", List.of("tools.jackson.", "com.fasterxml.jackson.annotation.")),
          Map.entry("slf4j", List.of("org.slf4j.")),
          Map.entry("servlet", List.of("jakarta.servlet.")),
          Map.entry("flyway", List.of("org.flywaydb.")),
          Map.entry("snakeyaml", List.of("org.yaml.snakeyaml.")),
          Map.entry("jte", List.of("gg.jte.")),
          Map.entry("openapi", List.of("io.swagger.")),
          Map.entry("picocli", List.of("picocli.")),
          Map.entry("postgresql", List.of("org.postgresql.")),
          Map.entry("tomcat", List.of("org.apache.tomcat.", "org.apache.catalina.")),
          Map.entry("db-scheduler", List.of("com.github.kagkarlsson.")),
          Map.entry("commonmark", List.of("org.commonmark.")),
          Map.entry("commons-statistics", List.of("org.apache.commons.statistics.")),
          Map.entry("awssdk", List.of("software.amazon.awssdk.")),
          Map.entry("compress", List.of("org.apache.commons.compress.")),
          Map.entry("jnats", List.of("io.nats.")),
          Map.entry("json-schema", List.of("com.networknt.")),
          Map.entry("mcp", List.of("io.modelcontextprotocol.")),
          Map.entry("micrometer", List.of("io.micrometer.")),
          Map.entry("diff-utils", List.of("com.github.difflib.")),
          Map.entry("jsoup", List.of("org.jsoup.")),
          Map.entry("icu", List.of("com.ibm.icu.")),
          Map.entry("re2j", List.of("com.google.re2j.")),
          Map.entry("semver4j", List.of("org.semver4j.")),
          Map.entry("snakeyaml-engine", List.of("org.snakeyaml.engine.")),
          Map.entry("versatile", List.of("io.github.nscuro.versatile.")),
          Map.entry("xz", List.of("org.tukaani.xz.")));

  static final HousePlan PLAN =
      new HousePlan(
          "dev.assay",
          List.of(
              room(0, "skill", Set.of(), Set.of()),
              room(0, "wire", Set.of(), Set.of()),
              room(1, "home", Set.of("skill"), Set.of("jackson")),
              room(
                  1,
                  "database",
                  Set.of("skill"),
                  Set.of("flyway", "postgresql", "slf4j", "spring", "xz")),
              room(1, "audit", Set.of("skill"), Set.of("jackson", "spring")),
              room(1, "storage", Set.of("skill"), Set.of("awssdk", "jackson", "spring")),
              room(1, "accounts", Set.of("skill"), Set.of("slf4j", "spring")),
              room(
                  1,
                  "intake",
                  Set.of("skill"),
                  Set.of(
                      "compress",
                      "icu",
                      "jackson",
                      "re2j",
                      "semver4j",
                      "snakeyaml-engine",
                      "versatile")),
              room(1, "sandbox", Set.of("skill"), Set.of("compress", "jackson", "slf4j", "spring")),
              room(1, "packages", Set.of("skill"), Set.of("jackson", "jsoup")),
              room(
                  1,
                  "agent",
                  Set.of("skill", "wire"),
                  Set.of("jackson", "json-schema", "slf4j", "spring")),
              room(
                  1,
                  "workflow",
                  Set.of("skill"),
                  Set.of("db-scheduler", "jackson", "slf4j", "spring")),
              room(1, "images", Set.of("skill"), Set.of("jackson", "spring")),
              room(1, "contents", Set.of("skill"), Set.of("compress", "jackson")),
              room(1, "toolbus", Set.of("skill"), Set.of("jackson", "jnats", "slf4j", "spring")),
              room(
                  2,
                  "registry",
                  Set.of("skill", "images"),
                  Set.of("diff-utils", "jackson", "spring")),
              room(2, "configuration", Set.of("skill", "home"), Set.of("snakeyaml")),
              room(
                  3,
                  "validation",
                  Set.of(
                      "skill",
                      "agent",
                      "audit",
                      "contents",
                      "images",
                      "intake",
                      "packages",
                      "registry",
                      "sandbox",
                      "wire",
                      "workflow"),
                  Set.of("commons-statistics", "jackson", "slf4j")),
              room(
                  3,
                  "conversation",
                  Set.of("skill", "agent", "registry", "sandbox", "workflow"),
                  Set.of("jackson", "slf4j", "spring")),
              room(
                  3,
                  "publication",
                  Set.of("skill", "audit", "images", "registry"),
                  Set.of("jackson", "spring")),
              room(
                  3,
                  "toolservice",
                  Set.of("skill", "images", "packages", "registry", "sandbox", "workflow"),
                  Set.of("jackson", "slf4j", "spring")),
              room(
                  4,
                  "agentservice",
                  Set.of("skill", "agent", "registry", "toolbus", "toolservice", "workflow"),
                  Set.of("jackson", "slf4j", "spring")),
              room(
                  4,
                  "upload",
                  Set.of("skill", "intake", "registry", "validation"),
                  Set.of("slf4j")),
              room(
                  5,
                  "web",
                  Set.of(
                      "skill",
                      "accounts",
                      "agentservice",
                      "audit",
                      "conversation",
                      "images",
                      "intake",
                      "publication",
                      "registry",
                      "sandbox",
                      "toolbus",
                      "toolservice",
                      "upload",
                      "validation",
                      "wire",
                      "workflow"),
                  Set.of(
                      "commonmark",
                      "jackson",
                      "jte",
                      "mcp",
                      "openapi",
                      "servlet",
                      "slf4j",
                      "spring",
                      "tomcat")),
              room(
                  6,
                  "wiring",
                  Set.of(
                      "skill",
                      "accounts",
                      "agent",
                      "agentservice",
                      "audit",
                      "configuration",
                      "conversation",
                      "database",
                      "home",
                      "images",
                      "intake",
                      "packages",
                      "publication",
                      "registry",
                      "sandbox",
                      "storage",
                      "toolbus",
                      "toolservice",
                      "upload",
                      "validation",
                      "web",
                      "workflow"),
                  Set.of("micrometer", "slf4j", "spring")),
              room(
                  7,
                  "examination",
                  Set.of(
                      "skill",
                      "agent",
                      "configuration",
                      "database",
                      "home",
                      "intake",
                      "packages",
                      "sandbox",
                      "storage",
                      "wiring"),
                  Set.of()),
              room(
                  7,
                  "backup",
                  Set.of(
                      "skill", "audit", "configuration", "database", "home", "storage", "wiring"),
                  Set.of("jackson", "spring")),
              room(
                  8,
                  "start",
                  Set.of(
                      "skill",
                      "accounts",
                      "configuration",
                      "conversation",
                      "database",
                      "examination",
                      "home",
                      "packages",
                      "toolservice",
                      "web",
                      "wiring",
                      "workflow"),
                  Set.of("slf4j", "spring")),
              room(
                  9,
                  "cli",
                  Set.of(
                      "skill",
                      "backup",
                      "configuration",
                      "database",
                      "examination",
                      "home",
                      "intake",
                      "sandbox",
                      "start",
                      "wire"),
                  Set.of("diff-utils", "jackson", "picocli"))),
          LIBRARIES);

  private final JavaClasses classes = ImportedClasses.ALL;

  @Test
  void every_class_keeps_to_the_plan() {
    assertThat(classes).hasSizeGreaterThan(80);
    assertThat(PLAN.violations(classes)).isEmpty();
  }

  @Test
  void a_simple_name_has_one_meaning() {
    Map<String, List<String>> places =
        classes.stream()
            .filter(each -> each.getEnclosingClass().isEmpty())
            .filter(each -> !each.getSimpleName().equals("package-info"))
            .collect(
                Collectors.groupingBy(
                    JavaClass::getSimpleName,
                    Collectors.mapping(JavaClass::getName, Collectors.toList())));
    assertThat(places.values()).allSatisfy(names -> assertThat(names).hasSize(1));
  }

  @Test
  void the_table_in_the_architecture_document_is_the_plan() throws IOException {
    List<List<String>> table =
        Files.readAllLines(Path.of("..", "ARCHITECTURE.md")).stream()
            .filter(line -> line.matches("\\| \\d .*"))
            .map(line -> Arrays.stream(line.split("\\|", -1)).map(String::strip).toList())
            .map(
                cells ->
                    List.of(
                        cells.get(1),
                        cells.get(2).replace("`", ""),
                        cells.get(3).replace("—", ""),
                        cells.get(4).replace("—", "")))
            .toList();
    assertThat(table).isEqualTo(PLAN.rows());
  }

  private static Room room(int floor, String name, Set<String> uses, Set<String> libraries) {
    return new Room(floor, name, uses, libraries);
  }
}
