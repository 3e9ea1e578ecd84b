package dev.assay.sandbox.local.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AllowListTest {
  private final AllowList list =
      new AllowList(
          Set.of("pypi.org", "*.npmjs.org", "db.example:5432", "127.0.0.1:80"),
          List.of("198.51.100.0/25"),
          Set.of(InetAddress.ofLiteral("203.0.113.99")));

  @Test
  void a_name_allows_every_port_of_itself_only() {
    assertThat(list.allows("pypi.org", 443)).isTrue();
    assertThat(list.allows("PyPI.org", 80)).isTrue();
    assertThat(list.allows("evilpypi.org", 443)).isFalse();
    assertThat(list.allows("pypi.org.evil.com", 443)).isFalse();
    assertThat(list.allows("files.pypi.org", 443)).isFalse();
  }

  @Test
  void a_star_allows_what_is_below_and_not_the_name_itself() {
    assertThat(list.allows("registry.npmjs.org", 443)).isTrue();
    assertThat(list.allows("npmjs.org", 443)).isFalse();
    assertThat(list.allows("xnpmjs.org", 443)).isFalse();
  }

  @Test
  void a_port_limits_an_entry() {
    assertThat(list.allows("db.example", 5432)).isTrue();
    assertThat(list.allows("db.example", 22)).isFalse();
  }

  @Test
  void a_name_may_not_lead_into_the_host_unless_the_entry_is_that_address()
      throws UnknownHostException {
    InetAddress loopback = InetAddress.getByAddress("pypi.org", new byte[] {127, 0, 0, 1});
    InetAddress metadata =
        InetAddress.getByAddress(new byte[] {(byte) 169, (byte) 254, (byte) 169, (byte) 254});
    InetAddress outside = InetAddress.getByAddress(new byte[] {(byte) 203, 0, 113, 1});
    assertThat(list.mayLeadTo("pypi.org", loopback)).isFalse();
    assertThat(list.mayLeadTo("pypi.org", metadata)).isFalse();
    assertThat(list.mayLeadTo("pypi.org", outside)).isTrue();
    assertThat(list.mayLeadTo("127.0.0.1", loopback)).isTrue();
  }

  @Test
  void a_name_may_not_lead_into_private_denied_or_own_networks() {
    for (String inside :
        List.of(
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "100.64.0.1",
            "100.127.255.255",
            "0.1.2.3",
            "255.255.255.255",
            "fd00::1",
            "fc00::1",
            "::ffff:10.0.0.1",
            "::10.0.0.1",
            "64:ff9b::a00:1",
            "2002:a00:1::",
            "198.51.100.1",
            "203.0.113.99")) {
      InetAddress address = InetAddress.ofLiteral(inside);
      assertThat(list.mayLeadTo("pypi.org", address)).describedAs(inside).isFalse();
      assertThat(list.mayLeadTo(address.getHostAddress(), address)).describedAs(inside).isTrue();
    }
    for (String outside : List.of("100.63.0.1", "198.51.100.200", "203.0.113.98", "2001:db8::1")) {
      assertThat(list.mayLeadTo("pypi.org", InetAddress.ofLiteral(outside)))
          .describedAs(outside)
          .isTrue();
    }
  }
}
