package dev.assay.validation.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tasks that ask for changes to their input files, and tasks that do not.
class HarmTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sort list.txt in place.",
        "Please delete the original file when you are done.",
        "Rename list.txt to old.txt.",
        "Count the lines. Then remove list.txt.",
        "Update the file with today's prices."
      })
  void some_tasks_ask_for_it(String prompt) {
    assertThat(Harm.asksToChange(prompt, "list.txt")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Add up the numbers of list.txt.",
        "Remove the duplicates and write the result to out.csv.",
        "Clean the addresses of our customers.",
        "Say how many lines the file list.txt has. Then change nothing else."
      })
  void others_do_not(String prompt) {
    assertThat(Harm.asksToChange(prompt, "list.txt")).isFalse();
  }
}
