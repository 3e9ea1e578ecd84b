package dev.assay.sandbox.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.assay.skill.sandbox.AccessEvidence;
import dev.assay.skill.sandbox.NetworkEvidence;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EvidenceBookTest {
  private final EvidenceBook book = new EvidenceBook();

  private NetworkEvidence after(String... lines) {
    for (String line : lines) {
      assertThat(book.take(line)).isTrue();
    }
    return book.network(Optional.empty());
  }

  @Test
  void a_lookup_that_led_to_a_connection_counts_once() {
    NetworkEvidence evidence =
        after(
            "dns example.com 1 1 1000",
            "dns example.com 28 1 1000",
            "net tcp 198.18.0.1 443 1 1001 sink example.com");
    assertThat(evidence.attempted()).containsExactly("example.com:443");
  }

  @Test
  void what_the_proxy_granted_counts_once_and_what_it_did_not_stays_refused() {
    book.asked("example.com", 443, Instant.EPOCH);
    book.asked("example.com", 443, Instant.EPOCH);
    book.granted("example.com", 443, Instant.EPOCH);
    assertThat(book.network(Optional.empty()).destinations())
        .extracting(NetworkEvidence.Destination::answer, NetworkEvidence.Destination::attempts)
        .containsExactlyInAnyOrder(
            tuple(NetworkEvidence.Answer.REFUSED, 1L), tuple(NetworkEvidence.Answer.PASSED, 1L));
    book.granted("example.com", 443, Instant.EPOCH);
    assertThat(book.network(Optional.empty()).destinations())
        .extracting(NetworkEvidence.Destination::answer, NetworkEvidence.Destination::attempts)
        .containsExactly(tuple(NetworkEvidence.Answer.PASSED, 2L));
  }

  @Test
  void asking_the_proxy_for_a_million_names_fills_no_memory_and_is_told_as_lost() {
    for (int number = 0; number < 30_000; number++) {
      book.asked("host" + number, 443, Instant.EPOCH);
    }
    NetworkEvidence evidence = book.network(Optional.empty());
    assertThat(evidence.destinations()).hasSize(20_000);
    assertThat(evidence.lost()).isEqualTo(10_000);
  }

  @Test
  void lookups_of_addresses_are_noise() {
    assertThat(after("dns 1.0.0.127.in-addr.arpa 12 1 1000").attempted()).isEmpty();
  }

  @Test
  void counts_follow_the_helper_and_keep_the_first_time() {
    NetworkEvidence evidence =
        after("net udp 203.0.113.1 9 1 1000 sink ", "net udp 203.0.113.1 9 300 2000 sink ");
    NetworkEvidence.Destination one = evidence.destinations().getFirst();
    assertThat(one.attempts()).isEqualTo(300);
    assertThat(one.first()).isEqualTo(Instant.ofEpochMilli(1000));
    assertThat(one.last()).isEqualTo(Instant.ofEpochMilli(2000));
  }

  @Test
  void the_proof_of_being_offline_is_not_evidence() {
    book.expectProof(777);
    assertThat(
            after("net tcp 203.0.113.7 777 1 1000 sink ", "net tcp 203.0.113.7 777 2 1001 sink ")
                .attempted())
        .isEmpty();
    assertThat(after("net tcp 203.0.113.7 778 1 1000 sink ").attempted())
        .containsExactly("203.0.113.7:778");
    assertThat(book.endProof()).isTrue();
  }

  @Test
  void what_was_not_tried_is_not_proved() {
    book.expectProof(777);
    after("net udp 203.0.113.7 777 1 1000 sink ");
    assertThat(book.endProof()).isFalse();
  }

  @Test
  void whoever_tries_what_the_proof_tried_is_recorded() {
    book.expectProof(777);
    after("net udp 203.0.113.7 777 1 999 sink ", "net tcp 203.0.113.7 777 2 1000 sink ");
    book.endProof();
    assertThat(after("net tcp 203.0.113.7 777 3 2000 sink ").destinations())
        .extracting(
            NetworkEvidence.Destination::protocol,
            NetworkEvidence.Destination::attempts,
            NetworkEvidence.Destination::first)
        .containsExactly(
            tuple("udp", 1L, Instant.ofEpochMilli(999)),
            tuple("tcp", 1L, Instant.ofEpochMilli(2000)));
    assertThat(after("net tcp 203.0.113.7 777 5 2100 sink ").destinations())
        .extracting(NetworkEvidence.Destination::attempts)
        .containsExactly(1L, 3L);
  }

  @Test
  void paths_with_spaces_are_kept() {
    after("access opened 1 1000 /workspace/skills/a b/SKILL.md");
    assertThat(book.access().events())
        .extracting(AccessEvidence.Event::path)
        .isEqualTo(List.of("/workspace/skills/a b/SKILL.md"));
  }

  @Test
  void losses_of_the_network_and_of_reading_are_told_apart() {
    assertThat(after("unseen 1").lost()).isZero();
    assertThat(book.access().lost()).isTrue();
    assertThat(after("lost 7").lost()).isEqualTo(7);
  }

  @Test
  void other_lines_are_not_taken() {
    assertThat(book.take("fatal something")).isFalse();
  }
}
