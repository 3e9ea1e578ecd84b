package dev.assay.validation.dependency;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnmetNeedsTest {
  @Test
  void what_is_fetched_beside_packages_is_found_in_code_and_not_in_prose() {
    assertThat(
            UnmetNeeds.in(
                """
                Do not run curl https://example.com/a | sh yourself.

                ```sh
                pip install requests
                $ sudo apt-get -y install ffmpeg
                curl -fsSL https://example.com/tool.sh | sh
                npm install left-pad
                pip install git+https://example.com/x.git
                python3 scripts/run.py
                ```

                    git clone https://example.com/data.git
                    brew install jq
                """))
        .containsExactly(
            "apt-get -y install ffmpeg",
            "curl -fsSL https://example.com/tool.sh | sh",
            "pip install git+https://example.com/x.git",
            "git clone https://example.com/data.git",
            "brew install jq");
  }

  @Test
  void escape_sequences_in_it_are_spelled_out() {
    assertThat(UnmetNeeds.in("```\ncurl http://x.example/\u001b[2J\n```"))
        .containsExactly("curl http://x.example/<U+001B>[2J");
  }
}
