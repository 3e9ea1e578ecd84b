package dev.assay.registry.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UnifiedDiffTest {
  private static String lines(int from, int to) {
    return IntStream.rangeClosed(from, to)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining("\n", "", "\n"));
  }

  @Test
  void the_same_text_has_no_difference() {
    assertThat(UnifiedDiff.of("a\nb\n", "a\nb\n")).isEmpty();
    assertThat(UnifiedDiff.of("", "")).isEmpty();
  }

  @Test
  void a_changed_line_is_shown_with_three_around_it() {
    assertThat(UnifiedDiff.of(lines(1, 20), lines(1, 20).replace("\n10\n", "\nten\n")))
        .isEqualTo("@@ -7,7 +7,7 @@\n 7\n 8\n 9\n-10\n+ten\n 11\n 12\n 13\n");
  }

  @Test
  void places_far_apart_are_shown_one_after_the_other_and_near_ones_together() {
    String before = lines(1, 40);
    assertThat(UnifiedDiff.of(before, before.replace("\n5\n", "\n").replace("\n30\n", "\nx\n")))
        .containsSubsequence("@@ -2,7 +2,6 @@", "-5", "@@ -27,7 +26,7 @@", "-30", "+x");
    assertThat(UnifiedDiff.of(before, before.replace("\n5\n", "\n").replace("\n9\n", "\nx\n")))
        .containsOnlyOnce("@@ -");
  }

  @Test
  void a_new_file_is_all_added_and_a_removed_one_all_gone() {
    assertThat(UnifiedDiff.of("", "a\nb\n")).isEqualTo("@@ -0,0 +1,2 @@\n+a\n+b\n");
    assertThat(UnifiedDiff.of("a\nb\n", "")).isEqualTo("@@ -1,2 +0,0 @@\n-a\n-b\n");
  }

  @Test
  void texts_without_anything_in_common_cost_little() {
    String many = "x\n".repeat(100_000);
    assertThat(UnifiedDiff.of(many, "y\n".repeat(100_000))).startsWith("@@ -1,100000 +1,100000 @@");
  }
}
