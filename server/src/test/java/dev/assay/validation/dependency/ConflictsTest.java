package dev.assay.validation.dependency;

import static dev.assay.validation.dependency.DifferenceTest.list;
import static dev.assay.validation.dependency.DifferenceTest.pip;
import static dev.assay.validation.dependency.DifferenceTest.python;
import static dev.assay.validation.dependency.DifferenceTest.requirement;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConflictsTest {
  private static final PackageList OLD = list(python("requests", "2.31.0"));

  private static List<Conflict> find(String wanted, String version, Admitted... admitted) {
    Dependencies declared = pip(wanted);
    Difference difference = Difference.between(OLD, list(python("requests", version)), declared);
    return Conflicts.find(difference, declared, List.of(admitted));
  }

  @Test
  void a_package_nobody_uses_may_change() {
    assertThat(find("requests>=3", "3.0.0")).isEmpty();
    assertThat(find("requests>=3", "3.0.0", new Admitted("other", pip("numpy"), list()))).isEmpty();
  }

  @Test
  void a_change_within_everybodys_range_needs_their_tests_only() {
    List<Conflict> found =
        find("requests>=2", "2.32.0", new Admitted("fetcher", pip("requests>=2,<3"), OLD));
    assertThat(found)
        .singleElement()
        .satisfies(
            conflict -> {
              assertThat(conflict.canBeTested()).isTrue();
              assertThat(conflict.affectedSkills()).containsExactly("fetcher");
              assertThat(conflict.existingVersion()).contains("2.31.0");
              assertThat(conflict.newVersion()).contains("2.32.0");
            });
  }

  @Test
  void a_change_out_of_a_range_names_who_suffers_and_a_range_that_works() {
    List<Conflict> found =
        find(
            "requests>=2.20",
            "3.0.0",
            new Admitted("fetcher", pip("requests>=2,<3"), OLD),
            new Admitted("loose", pip("requests"), OLD));
    assertThat(found)
        .singleElement()
        .satisfies(
            conflict -> {
              assertThat(conflict.affectedSkills()).containsExactly("fetcher");
              assertThat(conflict.resolution())
                  .isEqualTo(new Conflict.Resolution.UseRange(">=2.20,>=2,<3"));
              assertThat(conflict.shown()).contains("Declare requests >=2.20,>=2,<3.");
            });
  }

  @Test
  void where_no_range_works_a_separate_environment_is_recommended() {
    assertThat(find("requests>=3", "3.0.0", new Admitted("fetcher", pip("requests<3"), OLD)))
        .singleElement()
        .satisfies(
            conflict -> {
              assertThat(conflict.resolution()).isEqualTo(new Conflict.Resolution.Separate("<3"));
              assertThat(conflict.shown()).contains("Only requests <3 would do");
            });
  }

  @Test
  void what_a_skills_packages_need_counts_as_well() {
    Admitted indirect =
        new Admitted(
            "client",
            pip("api"),
            list(python("api", "1", "requests<3"), python("requests", "2.31.0")));
    assertThat(find("requests>=3", "3.0.0", indirect))
        .singleElement()
        .satisfies(
            conflict -> {
              assertThat(conflict.affectedSkills()).containsExactly("client");
              assertThat(conflict.canBeTested()).isFalse();
            });
  }

  @Test
  void a_package_that_would_be_gone_is_a_conflict() {
    Dependencies none = pip();
    Difference gone = Difference.between(OLD, list(), none);
    assertThat(Conflicts.find(gone, none, List.of(new Admitted("fetcher", pip("requests"), OLD))))
        .singleElement()
        .satisfies(conflict -> assertThat(conflict.canBeTested()).isFalse());
  }

  @Test
  void npm_ranges_are_compared_by_npms_rules() {
    PackageList before = list(new InstalledPackage(Ecosystem.NPM, "lodash", "4.17.21", List.of()));
    PackageList after = list(new InstalledPackage(Ecosystem.NPM, "lodash", "5.0.0", List.of()));
    Dependencies wanted =
        new Dependencies(List.of(requirement(Ecosystem.NPM, "lodash", ">=4.17.0")));
    Dependencies theirs =
        new Dependencies(List.of(requirement(Ecosystem.NPM, "lodash", "^4.17.0")));
    assertThat(
            Conflicts.find(
                Difference.between(before, after, wanted),
                wanted,
                List.of(new Admitted("fetcher", theirs, before))))
        .singleElement()
        .extracting(Conflict::resolution)
        .isEqualTo(new Conflict.Resolution.UseRange(">=4.17.0 ^4.17.0"));
  }
}
