package dev.assay.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.intake.Examination;
import dev.assay.intake.Intake;
import dev.assay.intake.IntakeLimits;
import dev.assay.skill.Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class ReadBundlesTest {
  @TempDir private Path folder;

  private String text(String name) throws IOException {
    Path skill = Files.createDirectories(folder.resolve(name));
    Files.writeString(
        skill.resolve("SKILL.md"),
        "---\nname: %s\ndescription: Counts words.\n---\nRun `wc`.\n".formatted(name));
    Examination checked =
        new Intake(IntakeLimits.standard(), Files.createDirectories(folder.resolve("quarantine")))
            .check(skill);
    assertThat(checked).isInstanceOf(Examination.Accepted.class);
    return JsonMapper.builder()
        .build()
        .writeValueAsString(((Examination.Accepted) checked).bundle());
  }

  @Test
  void the_same_text_is_read_once_and_another_is_not_mistaken_for_it() throws IOException {
    ReadBundles bundles = new ReadBundles(1_000_000);
    String one = text("one");
    Bundle first = bundles.of(one);
    assertThat(bundles.of(new String(one.toCharArray()))).isSameAs(first);
    assertThat(bundles.of(text("two")).name().text()).isEqualTo("two");
    assertThat(first.name().text()).isEqualTo("one");
  }

  @Test
  void what_was_used_longest_ago_goes_first() throws IOException {
    List<String> all = List.of(text("a"), text("b"), text("c"), text("d"), text("e"), text("f"));
    ReadBundles bundles = new ReadBundles(all.getFirst().length() * 4L + 8);
    all.forEach(bundles::of);
    assertThat(bundles.size()).isEqualTo(4);
    Bundle last = bundles.of(all.getLast());
    assertThat(bundles.of(all.getLast())).isSameAs(last);
    bundles.of(all.getFirst());
    assertThat(bundles.size()).isEqualTo(4);
  }
}
