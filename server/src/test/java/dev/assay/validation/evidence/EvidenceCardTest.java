package dev.assay.validation.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class EvidenceCardTest {
  private static final String CARD =
      "{\"tasks\":{\"reached\":0,\"of\":3},\"evals\":[],\"observed\":[],\"hosts\":[],\"written\":[],"
          + "\"packages\":0,\"peakMemory\":0,\"tookMs\":5,\"joined\":[],\"unproved\":[],"
          + "\"keysRead\":[{\"file\":\"~/x\",\"command\":\"run.sh\"}]}";

  @Test
  void the_sentence_names_keys_that_were_read() {
    EvidenceCard card = JsonMapper.builder().build().readValue(CARD, EvidenceCard.class);
    assertThat(card.words())
        .contains("no host contacted, keys of the user read: ~/x, 0 files written");
  }
}
