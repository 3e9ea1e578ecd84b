package dev.assay.skill.sandbox.tree;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobPatternTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "*.py a.py true",
        "*.py b/a.py false",
        "**/*.py a.py true",
        "**/*.py b/c/a.py true",
        "** b/c true",
        "a?c abc true",
        "a?c a/c false",
        "[a-c]x bx true",
        "[!a-c]x bx false",
        "{one,two}.md two.md true",
        "{one two false",
        "a.b axb false",
        "$(x) $(x) true",
        "a+b aab false"
      })
  void matches_as_a_shell_would(String glob, String path, boolean matches) {
    assertThat(GlobPattern.compile(glob).matcher(path).matches()).isEqualTo(matches);
  }
}
