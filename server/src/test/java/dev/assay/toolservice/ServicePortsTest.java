package dev.assay.toolservice;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServicePortsTest {
  @Test
  void only_listening_sockets_of_the_kernels_table_count() {
    String table =
        """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid
           0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0
           1: 0100007F:1F91 0100007F:C350 01 00000000:00000000 00:00000000 00000000     0
           2: 00000000000000000000000000000000:0050 00000000000000000000000000000000:0000 0A 0:0
           3: broken
        """;
    assertThat(ServicePorts.listening(table)).containsExactlyInAnyOrder(8080, 80);
    assertThat(ServicePorts.listening("")).isEmpty();
  }
}
