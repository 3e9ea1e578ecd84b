package dev.assay.validation.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class EvidenceCardTest {
  private static final String EARLIER =
      "{\"tasks\":{\"reached\":0,\"of\":3},\"evals\":[],\"observed\":[],\"hosts\":[],\"written\":[],"
          + "\"packages\":0,\"peakMemory\":0,\"tookMs\":5,\"joined\":[],\"unproved\":[]%s}";

  @Test
  void a_card_from_before_keys_were_planted_can_be_read() {
    EvidenceCard card = read(EARLIER.formatted(""));
    assertThat(card.keysRead()).isEmpty();
    assertThat(card.words()).doesNotContain("keys");
  }

  @Test
  void the_sentence_names_keys_that_were_read() {
    assertThat(
            read(EARLIER.formatted(",\"keysRead\":[{\"file\":\"~/x\",\"command\":\"run.sh\"}]"))
                .words())
        .contains("no host contacted, keys of the user read: ~/x, 0 files written");
  }

  private static EvidenceCard read(String json) {
    return JsonMapper.builder().build().readValue(json, EvidenceCard.class);
  }
}
