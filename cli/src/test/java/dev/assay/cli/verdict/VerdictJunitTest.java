package dev.assay.cli.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import tools.jackson.databind.json.JsonMapper;

class VerdictJunitTest {
  @Test
  void every_task_and_phase_and_the_verdict_are_a_test_case_whatever_their_texts_try()
      throws Exception {
    Document xml = parse(VerdictJunit.of(HostileResult.SUBJECT, ended()));
    List<Element> cases = cases(xml);
    assertThat(cases)
        .extracting(each -> each.getAttribute("name"))
        .containsExactly("a\"b<c<U+0000> online", "a\"b<c<U+0000> offline", "verdict");
    Element suite = (Element) xml.getElementsByTagName("testsuite").item(0);
    assertThat(suite.getAttribute("tests")).isEqualTo("3");
    assertThat(suite.getAttribute("failures")).isEqualTo("2");
    assertThat(cases.getFirst().getAttribute("time")).isEqualTo("1.500");
    assertThat(cases.getFirst().getElementsByTagName("failure").item(0).getTextContent())
        .contains("]]></failure><testcase name='forged'/>")
        .contains("network: h<U+001B>:1");
    assertThat(cases.get(1).getElementsByTagName("system-out").getLength()).isEqualTo(1);
    assertThat(((Element) cases.getLast().getFirstChild().getNextSibling()).getAttribute("message"))
        .startsWith("SCRIPT_FAILED: scripts/a b.py:7: KeyError: 51 < 70 & <U+001B>[2J<U+202E>");
  }

  @Test
  void a_phase_that_was_not_reached_is_skipped_and_not_passed() throws Exception {
    Document xml =
        parse(
            VerdictJunit.of(
                HostileResult.SUBJECT,
                new VerdictEnding.Failed(
                    SomeVerdict.of(
                        """
                            {"tasks": [{"task": "t1", "online": {"score": 1}, "offline": null}]}
                            """))));
    Element offline = cases(xml).get(1);
    assertThat(offline.getAttribute("name")).isEqualTo("t1 offline");
    assertThat(offline.getElementsByTagName("skipped").getLength()).isEqualTo(1);
  }

  @Test
  void a_platform_that_failed_is_an_error_and_a_refusal_a_failure() throws Exception {
    Document error =
        parse(
            VerdictJunit.of(
                HostileResult.SUBJECT, new VerdictEnding.Inconclusive("lost\u0007", "r")));
    assertThat(error.getElementsByTagName("error").getLength()).isEqualTo(1);
    assertThat(error.getElementsByTagName("failure").getLength()).isZero();
    Document refused =
        parse(
            VerdictJunit.of(
                ValidatedSkill.unknown("some & <dir>"),
                new VerdictEnding.Refused(
                    "INVALID_ZIP",
                    "no",
                    List.of(
                        JsonMapper.builder().build().readTree("{\"message\": \"bad\\u0001\"}")))));
    assertThat(refused.getElementsByTagName("failure").item(0).getTextContent())
        .contains("bad<U+0001>");
  }

  private static VerdictEnding ended() {
    return new VerdictEnding.Failed(HostileResult.failed());
  }

  private static List<Element> cases(Document xml) {
    var nodes = xml.getElementsByTagName("testcase");
    return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i)).toList();
  }

  private static Document parse(String xml) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(xml)));
  }
}
