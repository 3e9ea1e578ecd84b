package dev.assay.validation.dependency;

import static dev.assay.validation.dependency.DifferenceTest.list;
import static dev.assay.validation.dependency.DifferenceTest.pip;
import static dev.assay.validation.dependency.DifferenceTest.python;
import static dev.assay.validation.dependency.DifferenceTest.requirement;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.RuntimeEnvironment;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConflictsTest {
  private static final PackageList OLD = list(python("requests", "2.31.0"));

  private static List<Conflict> find(String wanted, String version, Admitted... admitted) {
    Dependencies declared = pip(wanted);
    Difference difference = Difference.between(OLD, list(python("requests", version)), declared);
    return Conflicts.find(difference, declared, List.of(admitted));
  }

  private static Admitted shared(String skill, Dependencies declared, PackageList recorded) {
    return new Admitted(skill, declared, recorded, RuntimeEnvironment.SHARED);
  }

  @Test
  void a_package_nobody_uses_may_change() {
    assertThat(find("requests>=3", "3.0.0")).isEmpty();
    assertThat(find("requests>=3", "3.0.0", shared("other", pip("numpy"), list()))).isEmpty();
  }

  @Test
  void a_change_within_everybodys_range_needs_their_tests_only() {
    List<Conflict> found =
        find("requests>=2", "2.32.0", shared("fetcher", pip("requests>=2,<3"), OLD));
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
            shared("fetcher", pip("requests>=2,<3"), OLD),
            shared("loose", pip("requests"), OLD));
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
    assertThat(find("requests>=3", "3.0.0", shared("fetcher", pip("requests<3"), OLD)))
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
        shared(
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
    assertThat(Conflicts.find(gone, none, List.of(shared("fetcher", pip("requests"), OLD))))
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
                List.of(shared("fetcher", theirs, before))))
        .singleElement()
        .extracting(Conflict::resolution)
        .isEqualTo(new Conflict.Resolution.UseRange(">=4.17.0 ^4.17.0"));
  }

  @Test
  void skills_in_different_environments_do_not_disturb_each_other() {
    InstalledPackage theirs =
        new InstalledPackage(Ecosystem.PIP, "requests", "2.31.0", List.of(), "fetcher");
    InstalledPackage ours =
        new InstalledPackage(Ecosystem.PIP, "requests", "3.0.0", List.of(), "newcomer");
    PackageList before = list(theirs);
    Dependencies declared = pip("requests>=3");
    Admitted fetcher = Admitted.in(before, "fetcher", pip("requests<3"));
    assertThat(fetcher.environment().skill()).isEqualTo("fetcher");
    assertThat(fetcher.recorded().packages()).containsExactly(theirs);
    Difference own =
        Difference.between(
            before, list(theirs, ours), declared, new RuntimeEnvironment("newcomer"));
    assertThat(own.extras()).isEmpty();
    assertThat(Conflicts.find(own, declared, List.of(fetcher))).isEmpty();
    // a change of the shared environment does not concern a skill with its own
    Difference shared =
        Difference.between(before, list(theirs, python("requests", "3.0.0")), declared);
    assertThat(Conflicts.find(shared, declared, List.of(fetcher))).isEmpty();
  }

  @Test
  void what_is_put_into_the_environment_of_another_skill_is_undeclared_and_a_conflict() {
    InstalledPackage theirs =
        new InstalledPackage(Ecosystem.PIP, "requests", "2.31.0", List.of(), "fetcher");
    InstalledPackage forced =
        new InstalledPackage(Ecosystem.PIP, "requests", "3.0.0", List.of(), "fetcher");
    Dependencies declared = pip("requests>=3");
    Difference difference =
        Difference.between(
            list(theirs), list(forced), declared, new RuntimeEnvironment("newcomer"));
    assertThat(difference.extras())
        .extracting(Difference.Change::shown)
        .containsExactly("requests 3.0.0 in the environment of fetcher");
    Admitted fetcher = Admitted.in(list(theirs), "fetcher", pip("requests<3"));
    assertThat(Conflicts.find(difference, declared, List.of(fetcher)))
        .singleElement()
        .satisfies(conflict -> assertThat(conflict.canBeTested()).isFalse());
  }

  @Test
  void packages_of_the_system_are_everybodys() {
    PackageList before = list(new InstalledPackage(Ecosystem.SYSTEM, "ffmpeg", "5", List.of()));
    PackageList after = list(new InstalledPackage(Ecosystem.SYSTEM, "ffmpeg", "6", List.of()));
    Dependencies wanted = new Dependencies(List.of(requirement(Ecosystem.SYSTEM, "ffmpeg", "")));
    Difference difference =
        Difference.between(before, after, wanted, new RuntimeEnvironment("newcomer"));
    assertThat(difference.changes())
        .extracting(Difference.Change::why)
        .containsExactly(Difference.Why.DECLARED);
    Admitted other = new Admitted("cutter", wanted, before, new RuntimeEnvironment("cutter"));
    assertThat(Conflicts.find(difference, wanted, List.of(other))).hasSize(1);
  }
}
