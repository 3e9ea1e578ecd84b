package dev.assay.validation.dependency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.assay.intake.Versions;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DifferenceTest {
  static InstalledPackage python(String name, String version, String... needs) {
    return new InstalledPackage(
        Ecosystem.PIP,
        name,
        version,
        Arrays.stream(needs).map(need -> Versions.parsePython(need, "f").orElseThrow()).toList());
  }

  static Requirement requirement(Ecosystem ecosystem, String name, String range) {
    return new Requirement(ecosystem, name, List.of(), range, Optional.empty(), "f", 1);
  }

  static Dependencies pip(String... requirements) {
    return new Dependencies(
        Arrays.stream(requirements)
            .map(each -> Versions.parsePython(each, "f").orElseThrow())
            .toList());
  }

  static PackageList list(InstalledPackage... packages) {
    return new PackageList(List.of(packages));
  }

  @Test
  void declared_needed_and_extra_packages_are_told_apart() {
    Difference difference =
        Difference.between(
            list(python("old", "1")),
            list(
                python("old", "1"),
                python("requests", "2.31.0", "idna<4", "socks; extra == 'socks'"),
                python("idna", "3.4", "deep"),
                python("deep", "1"),
                python("socks", "5"),
                python("surprise", "0.1")),
            pip("requests>=2"));
    assertThat(difference.changes())
        .extracting(Difference.Change::name, Difference.Change::why)
        .containsExactly(
            tuple("deep", Difference.Why.NEEDED),
            tuple("idna", Difference.Why.NEEDED),
            tuple("requests", Difference.Why.DECLARED),
            tuple("socks", Difference.Why.EXTRA),
            tuple("surprise", Difference.Why.EXTRA));
    assertThat(difference.extras()).hasSize(2);
  }

  @Test
  void what_an_extra_needs_counts_for_who_asked_for_it() {
    Difference difference =
        Difference.between(
            list(),
            list(python("requests", "2", "socks; extra == \"socks\""), python("socks", "5")),
            pip("requests[socks]"));
    assertThat(difference.extras()).isEmpty();
  }

  @Test
  void packages_that_need_each_other_do_not_hang_it() {
    assertThat(
            Difference.between(list(), list(python("a", "1", "b"), python("b", "1", "a")), pip("a"))
                .extras())
        .isEmpty();
  }

  @Test
  void changes_and_removals_are_seen() {
    assertThat(
            Difference.between(
                    list(python("a", "1"), python("gone", "1")), list(python("a", "2")), pip())
                .changes())
        .extracting(Difference.Change::name, Difference.Change::before, Difference.Change::after)
        .containsExactly(
            tuple("a", Optional.of("1"), Optional.of("2")),
            tuple("gone", Optional.of("1"), Optional.empty()));
  }

  @Test
  void the_files_of_package_tools_are_read_and_rubbish_left_alone() {
    assertThat(
            PythonMetadata.read(
                """
                Metadata-Version: 2.1
                Name: Ruamel.YAML
                Version: 0.18
                Requires-Dist: x>=1
                Requires-Dist: ???

                Name: not this
                """,
                "f"))
        .hasValueSatisfying(
            found -> {
              assertThat(found.name()).isEqualTo("ruamel-yaml");
              assertThat(found.needs()).hasSize(1);
            });
    assertThat(PythonMetadata.read("\n", "f")).isEmpty();
    assertThat(
            PackageReader.readNode(
                "{\"name\":\"a\",\"version\":\"1.0.0\",\"dependencies\":{\"b\":\"^1\"}}", "f"))
        .hasValueSatisfying(found -> assertThat(found.needs()).hasSize(1));
    assertThat(PackageReader.readNode("[1", "f")).isEmpty();
    assertThat(PackageReader.readNode("{\"name\": 5}", "f")).isEmpty();
    assertThat(
            DpkgStatus.read(
                """
                Package: tool
                Status: install ok installed
                Version: 1:2.0-3
                Depends: libc6 (>= 2.3), a:any | b

                Package: removed
                Status: deinstall ok config-files
                Version: 1
                """))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.shown()).isEqualTo("tool 1:2.0-3");
              assertThat(found.needs())
                  .extracting(Requirement::name)
                  .containsExactly("libc6", "a", "b");
            });
  }
}
