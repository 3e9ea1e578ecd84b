package dev.assay.contents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ContentsTest {
  private static final Item ONE = Item.file("/opt/a", 0644, "aa", "pip alpha 1");
  private static final Item BOTH =
      new Item("/opt/b", Item.Kind.FILE, 0755, "bb", List.of("pip beta 1", "pip alpha 1"));
  private static final Item LINK = Item.link("/opt/c d", "../x y", "npm gamma 2");

  @Test
  void a_list_is_the_same_after_it_was_written() {
    Contents contents = Contents.of(List.of(LINK, BOTH, ONE));
    assertThat(Contents.parse(contents.text())).isEqualTo(contents);
    assertThat(contents.text())
        .isEqualTo(
            """
            file\t644\taa\tpip alpha 1\t/opt/a
            file\t755\tbb\tpip alpha 1, pip beta 1\t/opt/b
            link\t777\t../x y\tnpm gamma 2\t/opt/c d
            """);
  }

  @Test
  void what_a_package_gives_up_stays_with_others_who_claim_it() {
    Contents left =
        Contents.of(List.of(ONE, BOTH)).without(_ -> true, owner -> owner.equals("pip alpha 1"));
    assertThat(left.items().keySet()).containsExactly("/opt/b");
    assertThat(left.find("/opt/b").orElseThrow().owners()).containsExactly("pip beta 1");
  }

  @Test
  void two_lists_differ_by_what_came_what_went_and_what_changed() {
    Contents before = Contents.of(List.of(ONE, BOTH));
    Contents after = Contents.of(List.of(Item.file("/opt/a", 0644, "zz", "pip alpha 2"), LINK));
    assertThat(before.differences(after))
        .extracting(each -> each.word() + " " + each.path())
        .containsExactly("changed /opt/a", "removed /opt/b", "added /opt/c d");
  }
}
