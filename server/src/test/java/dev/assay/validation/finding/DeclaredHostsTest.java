package dev.assay.validation.finding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.Manifest;
import dev.assay.skill.SkillName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeclaredHostsTest {
  private static DeclaredHosts hosts(String compatibility, String network) {
    return DeclaredHosts.of(
        new Manifest(
            new SkillName("x"),
            "Does things.",
            Optional.empty(),
            Optional.of(compatibility).filter(text -> !text.isEmpty()),
            network.isEmpty() ? Map.of() : Map.of("network", network),
            List.of()));
  }

  @Test
  void what_nothing_names_is_undeclared_once_per_host() {
    assertThat(hosts("", "").undeclared(List.of("a.org:443", "a.org:80", "b.net", "10.1.2.3:53")))
        .containsExactly("10.1.2.3", "a.org", "b.net");
  }

  @Test
  void hosts_may_be_named_in_compatibility_or_in_metadata_network() {
    DeclaredHosts hosts =
        hosts("Python 3.12, reads rates from https://api.rates.org.", "A.org, *.b.net 10.1.2.3");
    assertThat(
            hosts.undeclared(
                List.of(
                    "api.rates.org:443", "a.org:80", "x.b.net", "10.1.2.3:53", "b.net", "c.io")))
        .containsExactly("b.net", "c.io");
  }

  @Test
  void no_name_covers_a_longer_one_that_only_ends_like_it() {
    assertThat(
            hosts("", "*.b.net a.org").undeclared(List.of("evilb.net", "xa.org", "a.org.evil.io")))
        .containsExactly("a.org.evil.io", "evilb.net", "xa.org");
  }

  @Test
  void a_star_alone_names_every_host() {
    assertThat(hosts("", "*").undeclared(List.of("a.org:1"))).isEmpty();
  }
}
