package dev.assay.packages.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReachTest {
  private static final Reach REACH =
      new Reach(Set.of(new HostAndPort("10.1.2.3", 443), new HostAndPort("10.1.2.4", 8080)));

  @ParameterizedTest
  @CsvSource({
    "https://10.1.2.3/simple/, https://10.1.2.3/files/a.whl, true",
    "https://10.1.2.3/simple/, https://10.1.2.3:8443/a.whl, true",
    "https://10.1.2.3/simple/, http://10.1.2.3/a.whl, false",
    "http://10.1.2.4:8080/, http://10.1.2.4:9/a.whl, true",
    "http://10.1.2.4:8080/, https://10.1.2.3/a.whl, true",
    "http://10.1.2.4:8080/, https://10.1.2.3:444/a.whl, false",
    "http://10.1.2.4:8080/, https://192.0.2.1/a.whl, true",
    "http://10.1.2.4:8080/, http://100.64.0.1/a.whl, false",
    "http://10.1.2.4:8080/, http://[::1]/a.whl, false",
    "http://10.1.2.4:8080/, http://[2002:7f00:1::]/a.whl, false",
    "http://10.9.9.9/debian/, http://10.9.9.9/debian/x, false",
    "http://192.0.2.9/debian/, http://192.0.2.9/debian/x, true",
    "http://10.1.2.4:8080/, file:///etc/passwd, false"
  })
  void a_private_host_is_asked_only_if_it_is_configured_or_leads_to_itself(
      URI index, URI target, boolean allowed) {
    assertThat(REACH.findObstacle(target, index).isEmpty()).isEqualTo(allowed);
  }

  @Test
  void an_obstacle_names_the_place() {
    assertThat(
            REACH
                .findObstacle(
                    URI.create("http://169.254.169.254/x?token=y"),
                    URI.create("http://10.1.2.4:8080/"))
                .orElseThrow())
        .isEqualTo(
            "169.254.169.254:80, which is not a public address and not the host of that index");
  }

  @ParameterizedTest
  @CsvSource({
    "https://index.example/, true",
    "https://index.corp.example/, false",
    "https://corp.example/, false",
    "https://notcorp.example/, true",
    "http://127.0.0.1:80/, false",
    "http://localhost/, false",
    "http://10.2.3.4/, false"
  })
  void a_proxy_is_used_for_everything_but_this_machine_and_the_exceptions(
      URI address, boolean used) {
    ProxyChoice choice =
        new ProxyChoice(
            java.util.Optional.of(URI.create("http://proxy.example:3128")),
            java.util.List.of("corp.example", "10.2.3.4:80", ""));
    assertThat(choice.find(address).isPresent()).isEqualTo(used);
    assertThat(new ProxyChoice(choice.proxy(), java.util.List.of("*")).find(address)).isEmpty();
  }
}
