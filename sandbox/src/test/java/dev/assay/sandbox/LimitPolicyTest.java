package dev.assay.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.sandbox.Capabilities;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.Limits;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LimitPolicyTest {
  private final Capabilities able =
      new Capabilities(
          Set.of(), Set.of(Limit.MEMORY), Set.of("host"), Map.of("limit DISK", "no quota here"));
  private final Limits wanted = Limits.none().with(Limit.MEMORY, 1).with(Limit.DISK, 2);

  @Test
  void what_cannot_be_enforced_is_listed_with_the_reason() {
    assertThat(LimitPolicy.LIST.ask(able, wanted).asked()).containsExactly(Limit.MEMORY);
    assertThat(LimitPolicy.unenforced(able, wanted.asked()))
        .containsExactly("The limit DISK was not enforced in its sandboxes: no quota here.");
  }

  @Test
  void a_strict_policy_asks_for_all_so_that_the_engine_refuses() {
    assertThat(LimitPolicy.REFUSE.ask(able, wanted)).isEqualTo(wanted);
  }
}
