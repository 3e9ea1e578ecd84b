package dev.assay.packages.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimplePageTest {
  private static final URI PAGE = URI.create("https://index.example/root/simple/numpy/");
  private static final String SHA = "ab".repeat(32);

  private static List<Link> html(String text) throws NotAnIndex {
    return SimplePage.read(text.getBytes(StandardCharsets.UTF_8), "text/html", PAGE).links();
  }

  private static List<Link> json(String text) throws NotAnIndex {
    return SimplePage.read(
            text.getBytes(StandardCharsets.UTF_8), "application/vnd.pypi.simple.v1+json", PAGE)
        .links();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a-1.0.whl                               | https://index.example/root/simple/numpy/a-1.0.whl
          ../../files/a-1.0.whl                   | https://index.example/root/files/a-1.0.whl
          /packages/a-1.0.whl                     | https://index.example/packages/a-1.0.whl
          //files.example/a-1.0.whl               | https://files.example/a-1.0.whl
          http://files.example:81/x/a-1.0.whl     | http://files.example:81/x/a-1.0.whl
          https://bob:hunter2@files.example/a-1.0.whl | https://files.example/a-1.0.whl
          a-1.0.whl?sig=x&amp;y=z#frag            | https://index.example/root/simple/numpy/a-1.0.whl?sig=x&y=z
          ' a-1.0.whl '                           | https://index.example/root/simple/numpy/a-1.0.whl
          """)
  void links_are_resolved_and_lose_user_and_fragment(String href, String address)
      throws NotAnIndex {
    assertThat(html("<a href='" + href + "'>x</a>"))
        .extracting(link -> link.address().toString())
        .containsExactly(address);
  }

  @Test
  void a_base_counts() throws NotAnIndex {
    assertThat(
            html("<base href='https://cdn.example/files/'><a href='a-1.0.whl'>x</a>")
                .getFirst()
                .address())
        .hasToString("https://cdn.example/files/a-1.0.whl");
  }

  @Test
  void everything_pip_needs_survives() throws NotAnIndex {
    String page =
        "<a href=\"a-1.0.whl#sha256=%s\" data-requires-python=\"&gt;=3.8\" data-yanked=\"bad &lt;b&gt; &quot;x&quot;\" data-dist-info-metadata=\"sha256=%s\">a</a>"
            .formatted(SHA, SHA);
    Link link = html(page).getFirst();
    assertThat(link.checksum()).contains(new Checksum("sha256", SHA));
    assertThat(link.requiresPython()).contains(">=3.8");
    String written =
        new String(
            new SimplePage(List.of(link)).html(each -> "/f/x/" + each.name()),
            StandardCharsets.UTF_8);
    List<Link> again =
        SimplePage.read(written.getBytes(StandardCharsets.UTF_8), "text/html", PAGE).links();
    assertThat(again.getFirst().address()).hasToString("https://index.example/f/x/a-1.0.whl");
    assertThat(again.getFirst().checksum()).isEqualTo(link.checksum());
    assertThat(again.getFirst().requiresPython()).isEqualTo(link.requiresPython());
    assertThat(again.getFirst().yanked()).contains("bad <b> \"x\"");
    assertThat(again.getFirst().metadata().orElseThrow().checksum()).isEqualTo(link.checksum());
  }

  @Test
  void json_says_the_same() throws NotAnIndex {
    String file =
        """
        {"files": [
          {"filename": "a-1.0.whl", "url": "../../a-1.0.whl", "hashes": {"md5": "x", "sha256": "%s"},
           "requires-python": ">=3.9", "yanked": "no", "core-metadata": {"sha256": "%s"}},
          {"filename": "b-1.0.tar.gz", "url": "https://x.example/b-1.0.tar.gz", "hashes": {}, "yanked": true},
          {"filename": "c-1.0.whl", "url": "c-1.0.whl", "core-metadata": true, "yanked": false},
          {"url": 7}, "odd"]}
        """
            .formatted(SHA, SHA);
    List<Link> links = json(file);
    assertThat(links)
        .extracting(Link::name)
        .containsExactly("a-1.0.whl", "b-1.0.tar.gz", "c-1.0.whl");
    assertThat(links.getFirst().checksum()).contains(new Checksum("sha256", SHA));
    assertThat(links.getFirst().metadata().orElseThrow().checksum()).isPresent();
    assertThat(links)
        .extracting(Link::yanked)
        .containsExactly(Optional.of("no"), Optional.of(""), Optional.empty());
    assertThat(links.get(2).metadata().orElseThrow().checksum()).isEmpty();
    assertThat(json("{\"files\": []}")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "javascript:alert-1.0.whl",
    "data:x-1.0.whl",
    "mailto:x-1.0.whl",
    "a-1.0.exe",
    "..",
    "/",
    "a%2fb-1.0.whl",
    "a%0ab-1.0.whl",
    "http://[bad/a-1.0.whl",
    ".whl",
    "a b-1.0.whl"
  })
  void what_is_no_package_is_left_out(String href) throws NotAnIndex {
    assertThat(html("<a href='good-1.0.whl'></a><a href='" + href + "'>x</a>"))
        .extracting(Link::name)
        .containsExactly("good-1.0.whl");
  }

  @Test
  void a_project_without_files_is_an_index_and_a_page_of_something_else_is_not() throws NotAnIndex {
    assertThat(html("<title>Links for numpy</title><h1>Links for numpy</h1>")).isEmpty();
    assertThat(html("<meta name='pypi:repository-version' content='1.0'>")).isEmpty();
    assertThatThrownBy(() -> html("<a href='/login'>Sign in</a>")).isInstanceOf(NotAnIndex.class);
    assertThatThrownBy(() -> json("[]")).isInstanceOf(NotAnIndex.class);
  }
}
