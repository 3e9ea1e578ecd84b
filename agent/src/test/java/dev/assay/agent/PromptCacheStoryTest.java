package dev.assay.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.agent.protocol.StablePrefix;
import dev.assay.skill.SkillName;
import dev.assay.skill.sandbox.Layout;
import dev.assay.testkit.model.ModelRequest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Providers keep the beginning of a request that they have seen before. What is asked in a
/// validation begins as earlier requests did.
class PromptCacheStoryTest {
  private static final int BLOCK = 400; // characters; providers keep blocks of 128 tokens

  private static final SkillList SKILLS =
      new SkillList(
          List.of(
              listed("tally-sheets", "Adds up columns of numbers in sheets. ".repeat(8)),
              listed("write-letters", "Writes letters to customers. # This run ".repeat(8)),
              listed("draw-maps", "Draws maps of places. ".repeat(8))));

  private static SkillList.Listed listed(String name, String description) {
    return new SkillList.Listed(new SkillName(name), description);
  }

  /// Only what is listed is asked of it here.
  private static Workplace workplace(String upload) {
    return new Workplace(
        () -> {
          throw new IllegalStateException("instructions need no sandbox");
        },
        SKILLS,
        (folder, _) ->
            folder.equals(Layout.UPLOADS) ? List.of(Layout.UPLOADS + "/" + upload) : List.of());
  }

  @Test
  void instructions_are_the_same_up_to_where_runs_differ() {
    String one = workplace("a.csv").instructions();
    String other = workplace("b.csv").instructions();
    int stable = StablePrefix.length(one);
    assertThat(one.substring(0, stable)).isEqualTo(other.substring(0, StablePrefix.length(other)));
    assertThat(one.substring(stable)).contains("a.csv").doesNotContain("draw-maps");
    assertThat(stable).isGreaterThan(one.length() * 2 / 3);
    assertThat(UntrustedText.explainedIn(one).sections(one))
        .extracting(UntrustedText.Section::label)
        .containsExactly("files in /workspace/uploads");
    assertThat(UntrustedText.explainedIn(one).explanation())
        .isNotEqualTo(UntrustedText.explainedIn(other).explanation());
  }

  @Test
  void most_of_what_six_trials_ask_was_asked_before() {
    List<String> asked = new ArrayList<>();
    for (int trial = 0; trial < 6; trial++) {
      try (AgentFixture fixture =
          new AgentFixture(
              """
              call: echo {"word": "one"}
              ---
              call: echo {"word": "two"}
              ---
              call: echo {"word": "three"}
              ---
              say: done
              """)) {
        fixture.run(
            workplace("input-" + trial + ".csv").instructions(),
            "Task " + trial + ": add the numbers.",
            List.of(SimpleTool.echo()));
        fixture.server.requests().forEach(request -> asked.add(prompt(request)));
      }
    }
    assertThat(asked).hasSize(24);
    long all = 0;
    long kept = 0;
    for (int at = 0; at < asked.size(); at++) {
      int longest = 0;
      for (String earlier : asked.subList(0, at)) {
        longest = Math.max(longest, common(earlier, asked.get(at)));
      }
      all += asked.get(at).length();
      kept += longest / BLOCK * BLOCK;
    }
    assertThat(100 * kept / all).as("percent that a cache can have").isGreaterThanOrEqualTo(60);
    assertThat(common(asked.get(0), asked.get(4)))
        .as("the beginning of another trial's first request")
        .isGreaterThan(asked.get(4).length() * 6 / 10);
  }

  /// In the order in which models read it.
  private static String prompt(ModelRequest request) {
    return request.json().path("tools").toString() + request.json().path("messages");
  }

  private static int common(String one, String other) {
    int at = 0;
    while (at < Math.min(one.length(), other.length()) && one.charAt(at) == other.charAt(at)) {
      at++;
    }
    return at;
  }
}
