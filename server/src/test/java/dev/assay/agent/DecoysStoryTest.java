package dev.assay.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.intake.Examination;
import dev.assay.intake.Intake;
import dev.assay.intake.IntakeLimits;
import dev.assay.skill.SkillName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class DecoysStoryTest {
  @TempDir private Path temporary;

  static List<Decoys.Decoy> decoys() {
    List<Decoys.Decoy> decoys = new ArrayList<>(Decoys.all());
    decoys.addAll(Decoys.besides(List.of(), 1));
    decoys.addAll(Decoys.besides(List.of(), 2));
    return decoys;
  }

  @ParameterizedTest
  @MethodSource("decoys")
  void every_decoy_passes_our_own_check_without_a_word(Decoys.Decoy decoy) throws IOException {
    Path folder = temporary.resolve(decoy.name().text());
    decoy.writeTo(folder, Instant.parse("2026-01-01T00:00:00Z"));
    Path quarantines = Files.createDirectory(temporary.resolve("quarantines"));

    Examination examination = new Intake(IntakeLimits.standard(), quarantines).check(folder);

    assertThat(examination).isInstanceOf(Examination.Accepted.class);
    assertThat(examination.findings()).isEmpty();
    assertThat(((Examination.Accepted) examination).bundle().manifest().description())
        .isEqualTo(decoy.description());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          morse-code      | scripts/morse.py     | encode,SOS            | ... --- ...
          morse-code      | scripts/morse.py     | decode,-- .           | ME
          moon-phase      | scripts/moon.py      | 2024-04-08            | phase: new moon
          dice-odds       | scripts/odds.py      | 2d6,9                 | chance: 5/18 = 27.78%
          color-contrast  | scripts/contrast.py  | #000000,#ffffff       | ratio: 21.00
          knitting-gauge  | scripts/gauge.sh     | 22,30,50,60           | cast on: 110 stitches
          guitar-chords   | scripts/transpose.py | 2,Am,F,C,G            | Bm G D A
          sundial-time    | scripts/sundial.py   | 2024-11-03,13.4,1     | solar noon: 11:50
          recipe-scaling  | scripts/scale.py     | INGREDIENTS,4,6       | 2 1/4 cups flour
          """)
  void every_script_really_works(String name, String script, String arguments, String expected)
      throws Exception {
    Decoys.Decoy decoy = decoy(name);
    decoy.writeTo(temporary, Instant.EPOCH);
    Path ingredients = Files.writeString(temporary.resolve("list.txt"), "1 1/2 cups flour\nsalt\n");
    List<String> words =
        new ArrayList<>(List.of(script.endsWith(".py") ? "python3" : "sh", script));
    for (String word : arguments.split(",", -1)) {
      words.add(word.equals("INGREDIENTS") ? ingredients.toString() : word);
    }

    Process process =
        new ProcessBuilder(words).directory(temporary.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(output).contains(expected);
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void there_are_always_six_others_and_never_two_of_one_name() {
    SkillName mine = new SkillName("my-skill");
    assertThat(Decoys.besides(List.of(mine), 7)).hasSize(6);
    assertThat(Decoys.besides(List.of(mine, new SkillName("a"), new SkillName("b")), 7)).hasSize(4);
    List<SkillName> many = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      many.add(new SkillName("skill-" + i));
    }
    assertThat(Decoys.besides(many, 7)).isEmpty();
    for (long seed = 0; seed < 50; seed++) {
      assertThat(Decoys.besides(List.of(new SkillName("morse-code")), seed))
          .hasSize(6)
          .noneMatch(decoy -> decoy.name().text().equals("morse-code"));
    }
  }

  @Test
  void no_name_is_there_in_every_run_and_the_same_run_always_has_the_same() {
    Set<String> seen = new HashSet<>();
    Set<String> always = names(0);
    for (long seed = 0; seed < 50; seed++) {
      assertThat(names(seed)).hasSize(7).isEqualTo(names(seed));
      seen.addAll(names(seed));
      always.retainAll(names(seed));
    }
    assertThat(always).isEmpty();
    assertThat(seen).hasSizeGreaterThan(40);
  }

  @Test
  void the_seed_decides_the_order_and_nothing_else_does() {
    List<String> names = List.of("a", "b", "c", "d", "e", "f", "g");
    assertThat(Decoys.inRandomOrder(names, 3)).isEqualTo(Decoys.inRandomOrder(names, 3));
    Set<Integer> places = new HashSet<>();
    for (long seed = 0; seed < 100; seed++) {
      places.add(Decoys.inRandomOrder(names, seed).indexOf("a"));
    }
    assertThat(places).hasSize(names.size());
  }

  private static Set<String> names(long seed) {
    Set<String> names = new HashSet<>();
    Decoys.besides(List.of(), seed).forEach(decoy -> names.add(decoy.name().text()));
    return names;
  }

  private static Decoys.Decoy decoy(String name) {
    return Decoys.all().stream()
        .filter(each -> each.name().text().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
