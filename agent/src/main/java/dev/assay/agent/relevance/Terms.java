package dev.assay.agent.relevance;

import dev.assay.agent.work.WordList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The words of a text that carry meaning, with one stem for singular and plural, doing and done.
/// In scripts without blanks between words, every two neighbouring characters count as one word.
public final class Terms {
  private static final Set<String> EMPTY_WORDS =
      Set.copyOf(
          List.of(
              ("a an the this that these those it its i me my we our you your he she they them their who what which when"
                      + " where why how whether is are was were be been being am do does did done doing have has had can"
                      + " could will would shall should may might must not no nor and or but if then else than so as of at"
                      + " by for from in into on onto off out over under up down to with without within about above below"
                      + " between through during before after again each every any all some most more less few many much"
                      + " other another such only own same too very just also there here please use uses used using user"
                      + " users need needs want wants wanted make makes made give gives given get gets got help helps"
                      + " helper helping thing things stuff something anything everything various several work works"
                      + " working task tasks tool tools skill skills file files input output result results data folder"
                      + " workspace uploads intermediate write writes written save saved put show shows tell tells find"
                      + " say says one two three way ways kind kinds like new good best better well etc e g")
                  .split(" ", -1)));

  private Terms() {}

  public static List<String> of(String text) {
    return WordList.of(text).stream()
        .flatMap(Terms::parts)
        .filter(word -> word.length() > 1 && !EMPTY_WORDS.contains(word))
        .map(Terms::stem)
        .toList();
  }

  private static Stream<String> parts(String word) {
    int[] letters = word.codePoints().toArray();
    return letters.length > 2 && Arrays.stream(letters).anyMatch(Character::isIdeographic)
        ? IntStream.range(0, letters.length - 1).mapToObj(i -> new String(letters, i, 2))
        : Stream.of(word);
  }

  public static String stem(String word) {
    String stem = word;
    if (stem.length() > 4 && stem.endsWith("ies")) {
      stem = stem.substring(0, stem.length() - 3) + "y";
    } else if (stem.length() > 4 && stem.endsWith("sses")) {
      stem = stem.substring(0, stem.length() - 2);
    } else if (stem.length() > 3
        && stem.endsWith("s")
        && !stem.endsWith("ss")
        && !stem.endsWith("us")) {
      stem = stem.substring(0, stem.length() - 1);
    }
    for (String ending : List.of("ing", "ed", "er", "ion", "e")) {
      if (stem.length() > ending.length() + 3 && stem.endsWith(ending)) {
        stem = stem.substring(0, stem.length() - ending.length());
        break;
      }
    }
    int last = stem.length() - 1;
    boolean doubled =
        last > 3 && stem.charAt(last) == stem.charAt(last - 1) && stem.charAt(last) != 's';
    return doubled ? stem.substring(0, last) : stem;
  }
}
