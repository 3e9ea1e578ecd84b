package dev.assay.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Page;
import dev.assay.TestServer;
import dev.assay.validation.ExampleSkills;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Texts of skills, models and tools end up in pages of an admin. They must not take effect there.
@ResourceLock(Browser.ONE_AT_A_TIME)
@ResourceLock(TestServer.SHARED)
class HostileEvidenceStoryTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static final String CORPUS =
      """
      <script>window.obeyed=1</script><img src=x onerror="window.obeyed=1">
      "><svg onload=window.obeyed=1> ' autofocus onfocus='window.obeyed=1' x='
      </pre></title></textarea></script></style><script>window.obeyed=1</script>
      <a href="javascript:window.obeyed=1" id=bait>x</a> [y](javascript:window.obeyed=1)
      ![z](https://tracker.invalid/pixel.png) [w](//tracker.invalid) <https://plain.invalid>
      <div hx-get="/sign-in" hx-trigger="load" hx-on:load="window.obeyed=1">h</div>
      <iframe srcdoc="<script>parent.obeyed=1</script>"></iframe><base href="//tracker.invalid/">
      <style>*{display:none}</style><form action="//tracker.invalid"><button>b</button></form>
      ${7*7} #{7*7} {{7*7}} @template.layout() \u202Ereversed\u202C \u0000\u001b[31m
      """;

  /// Values on which programs rely, so that an attacker cannot choose them.
  private static final Set<String> OURS =
      Set.of(
          "severity",
          "kind",
          "type",
          "when",
          "id",
          "task",
          "transcript",
          "outcome",
          "code",
          "digest",
          "base64",
          "use",
          "why",
          "fate",
          "ecosystem",
          "took",
          "architecture",
          "environment",
          "executorPolicy",
          "harm",
          "inspection",
          "level",
          "network",
          "offline",
          "requireLift",
          "undeclared",
          "version");

  private final TestServer server = TestServer.shared();
  private final JdbcClient jdbc = server.part(JdbcClient.class);
  private final String name = "hostile-" + UUID.randomUUID().toString().substring(0, 8);

  @Test
  void what_strangers_wrote_is_shown_and_never_obeyed() {
    byte[] archive =
        ExampleSkills.archive(
            "text-stats",
            text ->
                text.replace("text-stats", name)
                    .replace("Counts words, lines", "<script>window.obeyed=1</script> Counts words")
                    .replace(
                        "# Text statistics", "# Text statistics\n\n" + CORPUS.replace("\0", ""))
                    .replace("stats.sh <", "stats.sh \"><img src=x onerror=window.obeyed=1> <"));
    String id =
        UploadApiStoryTest.upload(server.admin(), archive).body().path("skill_id").asString();
    try (Browser browser = Browser.open(server.url())) {
      browser.signIn(server.admin());
      browser.page().navigate("/admin/skills/" + id);
      browser.page().getByText("Start validation").click();
      browser.page().locator("#standing", ended()).waitFor();
    }
    poison(id);
    List<String> pages;
    try (Browser browser = Browser.open(server.url())) {
      browser.signIn(server.admin());
      pages = pages(browser.page(), id);
      visit(browser, pages);
      assertThat(browser.complaints()).as("the policy had nothing to stop").isEmpty();
    }
    String reason = "<script>window.obeyed=1</script><img src=x onerror='window.obeyed=1'>";
    assertThat(
            server
                .admin()
                .post("/api/admin/skills/" + id + "/reject", Map.of("reason", reason))
                .status())
        .isEqualTo(200);
    pages.remove("/admin/reviews"); // it waits no more
    pages.add("/admin/skills/" + id + "/audit");
    pages.add("/admin/audit?object=" + id);
    // once more without the policy, which would hide that a page obeys
    try (Browser browser = Browser.open(server.url(), new NewContextOptions().setBypassCSP(true))) {
      browser.signIn(server.admin());
      visit(browser, pages);
    }
  }

  private static Page.LocatorOptions ended() {
    return new Page.LocatorOptions()
        .setHasText(java.util.regex.Pattern.compile("passed|failed|inconclusive"));
  }

  private static List<String> pages(Page page, String id) {
    List<String> pages =
        new ArrayList<>(List.of("/", "/admin/skills", "/admin/reviews", "/admin/reviews/" + id));
    String skill = "/admin/skills/" + id;
    for (String tab : ValidationPagesStoryTest.TABS) {
      if (!tab.equals("/audit")) { // has no untrusted text yet
        pages.add(skill + tab);
      }
    }
    List<String> transcripts = ValidationPagesStoryTest.transcripts(page, id);
    assertThat(transcripts).hasSizeGreaterThan(5);
    pages.addAll(transcripts.subList(0, 2));
    page.navigate(skill + "/files");
    page.locator("nav[aria-label=Files] a")
        .all()
        .forEach(link -> pages.add(skill + "/files" + link.getAttribute("href")));
    return pages;
  }

  private static void visit(Browser browser, List<String> pages) {
    Page page = browser.page();
    for (String each : pages) {
      page.navigate(each);
      page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)");
      assertThat(page.evaluate("window.obeyed ?? 0")).as(each).isEqualTo(0);
      assertThat(page.evaluate(INTRUDERS)).as(each).isEqualTo(List.of());
      assertThat(page.textContent("body"))
          .as("nothing turns the text around on " + each)
          .doesNotContain("\u202E", "\u202C", "\u001b");
      if (!each.equals("/") && !each.endsWith("/costs")) { // those have nothing of strangers
        assertThat(page.content()).as(each).contains("window.obeyed=1");
      }
    }
  }

  /// Finds elements and attributes that no page of the console has.
  private static final String INTRUDERS =
      """
      () => [...document.querySelectorAll('body *')]
        .filter(e => ['SCRIPT', 'STYLE', 'IFRAME', 'BASE', 'OBJECT', 'EMBED'].includes(e.tagName)
          || (e.tagName === 'IMG' && !e.src.endsWith('/assets/assay.svg'))
          || e.id === 'bait'
          || [...e.attributes].some(a => a.name.startsWith('on') || a.name === 'style'
            || a.name === 'srcdoc' || a.name.startsWith('hx-on')
            || (a.name === 'hx-get' && !a.value.match('^/(admin|dashboard)/[a-z0-9/-]*$'))
            || (['href', 'action'].includes(a.name)
              && !a.value.match('^(/(?!/)|#|[?]path=|https://plain.invalid)'))))
        .map(e => e.outerHTML.slice(0, 200))
      """;

  /// Fills the evidence with hostile text, as if a model, a judge and every tool were attackers.
  private void poison(String id) {
    UUID run =
        jdbc.sql("select run_id from skill where id = ?::uuid")
            .param(id)
            .query(UUID.class)
            .single();
    jdbc.sql("update skill set status = 'pending', stage = 'completed' where id = ?::uuid")
        .param(id)
        .update(); // whatever became of it, a reviewer sees it
    jdbc.sql("select name, result::text as result from workflow_step where run = ?")
        .param(run)
        .query()
        .listOfRows()
        .forEach(
            step ->
                jdbc.sql(
                        """
                        update workflow_step set result = :result::json, reason = :reason
                        where run = :run and name = :name
                        """)
                    .param("result", poisoned(String.valueOf(step.get("result"))))
                    .param("reason", CORPUS.replace("\0", ""))
                    .param("run", run)
                    .param("name", step.get("name"))
                    .update());
    jdbc.sql("update workflow_run set result = :result::json where id = :run")
        .param(
            "result",
            poisoned(
                jdbc.sql("select result::text from workflow_run where id = ?")
                    .param(run)
                    .query(String.class)
                    .single()))
        .param("run", run)
        .update();
    jdbc.sql(
            "update workflow_step set result = :result::json where run = :run and name = 'install'")
        .param("result", installed())
        .param("run", run)
        .update();
    jdbc.sql(
            """
            insert into workflow_step (run, name, state, attempt, started_at, finished_at, result)
            values (:run, :name, 'finished', 1, now(), now(), :result::json)
            """)
        .param("run", run)
        .param("name", "regress " + CORPUS.replace("\0", ""))
        .param(
            "result",
            JSON.writeValueAsString(
                Map.of(
                    "skill",
                    CORPUS,
                    "tasks",
                    List.of(Map.of("task", CORPUS, "fate", "BROKEN", "trials", List.of())))))
        .update();
    jdbc.sql(
            """
            select e.transcript, e.number, e.entry from agent_transcript_entry e
            join agent_transcript t on t.id = e.transcript where t.owner = ?
            """)
        .param(run.toString())
        .query()
        .listOfRows()
        .forEach(
            row ->
                jdbc.sql(
                        """
                        update agent_transcript_entry set entry = :entry
                        where transcript = :transcript and number = :number
                        """)
                    .param(
                        "entry", poisoned(String.valueOf(row.get("entry"))).replace("\\u0000", ""))
                    .param("transcript", row.get("transcript"))
                    .param("number", row.get("number"))
                    .update());
  }

  private static String installed() {
    Map<String, Object> change =
        Map.of(
            "ecosystem",
            "PIP",
            "name",
            CORPUS,
            "before",
            CORPUS,
            "after",
            CORPUS,
            "why",
            "EXTRA",
            "environment",
            "");
    Map<String, Object> command =
        Map.of("words", List.of("pip", CORPUS), "code", 1, "tail", CORPUS, "took", 1);
    return JSON.writeValueAsString(
        Map.ofEntries(
            Map.entry("commands", List.of(command)),
            Map.entry("needed", List.of()),
            Map.entry("difference", Map.of("changes", List.of(change))),
            Map.entry("sources", List.of()),
            Map.entry("noticed", List.of(CORPUS)),
            Map.entry("doubts", List.of(CORPUS)),
            Map.entry("unmet", List.of(CORPUS)),
            Map.entry("indexes", List.of(CORPUS)),
            Map.entry("destinations", List.of(CORPUS)),
            Map.entry("resolved", List.of()),
            Map.entry("failure", CORPUS),
            Map.entry("environment", "")));
  }

  private static String poisoned(String json) {
    JsonNode tree = JSON.readTree(json);
    poison(tree);
    return JSON.writeValueAsString(tree);
  }

  private static void poison(JsonNode node) {
    if (node instanceof ObjectNode object) {
      for (String field : List.copyOf(object.propertyNames())) {
        JsonNode value = object.get(field);
        boolean isSkillName = field.equals("text") && object.size() == 1; // checked at the upload
        boolean isFileName = field.equals("name") && object.has("base64");
        if (isFileName) {
          object.put(field, "<img src=x onerror=window.obeyed=1>" + value.asString());
          continue;
        }
        if (value.isString() && !OURS.contains(field) && !isSkillName) {
          object.put(field, value.asString() + CORPUS);
        } else {
          poison(value);
        }
      }
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        if (array.get(i).isString()) {
          array.set(i, JSON.getNodeFactory().stringNode(array.get(i).asString() + CORPUS));
        } else {
          poison(array.get(i));
        }
      }
    }
  }
}
