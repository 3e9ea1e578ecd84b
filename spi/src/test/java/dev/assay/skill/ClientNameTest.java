package dev.assay.skill;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientNameTest {
  @ParameterizedTest
  @CsvSource({
    "report.csv, report.csv",
    "../../etc/passwd, passwd",
    "/etc/shadow, shadow",
    "..\\..\\windows\\win.ini, win.ini",
    "C:\\fakepath\\data.csv, data.csv",
    "a／b.txt, b.txt",
    "＼＼host＼share＼x.txt, x.txt",
    "a∕b.txt, a_b.txt",
    "a⁄b.txt, a_b.txt",
    "CON, _CON",
    "nul.txt, _nul.txt",
    "lpt1.csv, _lpt1.csv",
    ".bashrc, _.bashrc",
    "-rf, _-rf",
    "~root, _~root",
    "name., name",
    "'name   ', name",
    "naïve résumé.pdf, naïve résumé.pdf",
    "数据.csv, 数据.csv",
    "ｄａｔａ．ｃｓｖ, data.csv",
    "a:b|c?.txt, a_b_c_.txt",
  })
  void a_clients_name_becomes_a_plain_one(String given, String expected) {
    assertThat(ClientName.plain(given)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        ".",
        "..",
        "...",
        "/",
        "\\",
        "../",
        "..\\..\\",
        "\0",
        "a\0b",
        "a\nb",
        "a\r\nb",
        "\u202Egpj.exe",
        "x\u200B.txt",
        "\uFEFFbom",
        "\uD800",
        "a/..",
        "a/.",
        "%2e%2e%2f",
        "\u001b[2Jx",
        "a;b",
        "‥/x",
        "．．／x",
        "\u2025",
        "a\u2028b"
      })
  void whatever_a_client_says_is_one_visible_name_of_bounded_length(String given) {
    String name = ClientName.plain(given);
    assertThat(name).isNotBlank().doesNotContain("/", "\\", "\0", "\n", "\r", "\u001b");
    assertThat(name).isNotIn(".", "..");
    assertThat(name.codePoints()).noneMatch(dev.assay.skill.Visible::isHidden);
    assertThat(ClientName.plain(name)).as("plain names stay").isEqualTo(name);
  }

  @Test
  void a_very_long_name_is_cut_and_keeps_its_ending() {
    String name = ClientName.plain("ä".repeat(5_000) + ".csv");
    assertThat(name).endsWith(".csv").startsWith("ää");
    assertThat(name.getBytes(StandardCharsets.UTF_8).length)
        .isLessThanOrEqualTo(ClientName.MOST_BYTES);
    assertThat(ClientName.plain("x." + "y".repeat(5_000)).length()).isLessThanOrEqualTo(200);
  }

  @Test
  void names_that_look_the_same_are_told_apart_and_the_same_name_is_the_same_file() {
    List<String> there = List.of("Data.csv", "straße.txt");
    assertThat(ClientName.among(there, "Data.csv")).isEqualTo("Data.csv");
    assertThat(ClientName.among(there, "data.csv")).isEqualTo("data (2).csv");
    assertThat(ClientName.among(List.of("Data.csv", "data (2).csv"), "DATA.csv"))
        .isEqualTo("DATA (3).csv");
    assertThat(ClientName.among(there, "STRASSE.txt")).isEqualTo("STRASSE (2).txt");
    assertThat(ClientName.among(there, "other.csv")).isEqualTo("other.csv");
  }
}
