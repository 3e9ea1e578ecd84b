package dev.assay.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Shows that the rules take effect, on sample packages that break each of them.
class HousePlanTest {
  private static final HousePlan PLAN =
      new HousePlan(
          "sample.house",
          List.of(
              new Room(1, "cellar", Set.of(), Set.of()),
              new Room(2, "ground", Set.of("cellar"), Set.of()),
              new Room(2, "loop", Set.of(), Set.of()),
              new Room(3, "attic", Set.of("cellar"), Set.of())),
          Map.of("archunit", List.of("com.tngtech.archunit.")));

  private final JavaClasses sample = new ClassFileImporter().importPackages("sample.house");

  @Test
  void every_broken_rule_is_told_and_nothing_else() {
    assertThat(PLAN.violations(sample))
        .containsExactlyInAnyOrder(
            "sample.house.attic.Roof uses com.tngtech.archunit.core.domain.JavaClass, but attic does"
                + " not list archunit",
            "sample.house.cellar.Climber uses sample.house.attic.Roof, but cellar does not list attic",
            "sample.house.cellar.deep is not @NullMarked",
            "sample.house.ground.Burglar uses sample.house.cellar.deep.Vault past the door of cellar",
            "sample.house.ground.Neighbour uses sample.house.loop.one.First, but ground does not list"
                + " loop",
            "sample.house.loop.one is in a cycle of packages",
            "sample.house.loop.two is in a cycle of packages",
            "sample.house.stranger.Stranger is in no room of the plan");
  }

  @Test
  void a_plan_that_contradicts_itself_is_told_too() {
    HousePlan crooked =
        new HousePlan(
            "sample.house",
            List.of(
                new Room(1, "cellar", Set.of("attic"), Set.of("archunit")),
                new Room(2, "ground", Set.of("loop", "garden"), Set.of("archunit", "magic")),
                new Room(2, "loop", Set.of(), Set.of()),
                new Room(3, "attic", Set.of(), Set.of())),
            Map.of("archunit", List.of("com.tngtech.archunit.")));
    assertThat(
            crooked.violations(new ClassFileImporter().importPackages("sample.house.attic.inner")))
        .containsExactlyInAnyOrder(
            "archunit is known to cellar and to ground",
            "cellar lists attic, which is not on a lower floor",
            "ground lists loop, which is not on a lower floor",
            "ground lists the unknown library magic",
            "ground lists the unknown room garden");
  }
}
