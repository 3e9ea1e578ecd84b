package dev.assay.toolservice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.skill.AssayException;
import dev.assay.skill.sandbox.Network;
import dev.assay.toolservice.ProjectPolicy.Permission;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProjectPolicyTest {
  private static ProjectPolicy with(Network network) {
    return new ProjectPolicy(Permission.REFUSED, network, Permission.REFUSED);
  }

  @Test
  void what_allows_more_is_not_within_what_allows_less() {
    ProjectPolicy strict = ProjectPolicy.STRICT;
    ProjectPolicy some = with(Network.allowing("a.example", "b.example"));
    ProjectPolicy fewer = with(Network.allowing("a.example"));
    ProjectPolicy open = with(Network.open());
    for (ProjectPolicy each : List.of(strict, some, fewer, open)) {
      assertThat(strict.isWithin(each)).isTrue();
      assertThat(each.isWithin(each)).isTrue();
    }
    assertThat(fewer.isWithin(some)).isTrue();
    assertThat(some.isWithin(fewer)).isFalse();
    assertThat(open.isWithin(some)).isFalse();
    assertThat(some.isWithin(open)).as("it may name what an open network hides").isFalse();
    assertThat(some.isWithin(strict)).isFalse();
    assertThat(
            new ProjectPolicy(Permission.ALLOWED, Network.blocked(), Permission.REFUSED)
                .isWithin(strict))
        .isFalse();
    assertThat(
            new ProjectPolicy(Permission.REFUSED, Network.blocked(), Permission.ALLOWED)
                .isWithin(strict))
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a b", "http://a", "a/b", "*.", "-a", "a:", "a:123456", "a*b", "[::1]"})
  void what_is_no_host_is_refused(String host) {
    assertThatThrownBy(() -> ProjectPolicy.network("allow_list", List.of(host)))
        .isInstanceOf(AssayException.class);
  }

  @Test
  void an_allow_list_has_hosts_and_nothing_else_has() {
    assertThat(with(ProjectPolicy.network("allow_list", List.of("b", "*.a.example:443"))).hosts())
        .containsExactly("*.a.example:443", "b");
    for (List<String> wrong : List.of(List.<String>of(), Collections.nCopies(51, "a"))) {
      assertThatThrownBy(() -> ProjectPolicy.network("allow_list", wrong))
          .isInstanceOf(AssayException.class);
    }
    assertThatThrownBy(() -> ProjectPolicy.network("open", List.of("a")))
        .isInstanceOf(AssayException.class);
    assertThatThrownBy(() -> ProjectPolicy.network("free", List.of()))
        .isInstanceOf(AssayException.class);
  }
}
