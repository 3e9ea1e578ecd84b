package dev.assay.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.conversation.ChatClient;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.springframework.http.server.PathContainer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.pattern.PathPattern;

/// Every page of the console, so that checks of all pages miss none.
///
/// @param person the viewer
/// @param skill a skill whose validation has findings for every tab
/// @param newer another version of the skill
record EveryPage(TestServer server, Api person, String skill, String newer) {
  /// Addresses that answer with a part of a page, or with a file.
  private static final Set<String> NO_PAGES =
      Set.of(
          "/admin/gate",
          "/dashboard/health",
          "/admin/skills/{id}/live",
          "/admin/full-test/live",
          "/admin/sandboxes/live",
          "/admin/skills/{id}/report.md",
          "/projects/{project}/live",
          "/projects/{project}/runs/{id}/live",
          "/projects/{project}/conversation/live",
          "/projects/{project}/artifacts/{id}/download",
          "/chat/{id}/download");

  /// Requires that no page has accessibility faults, in the light and dark schemes and on a phone.
  void haveNoBarriers(Browser browser) {
    List<String> pages = addresses(browser.page());
    assertThat(forgotten(pages)).as("pages that nobody looked at").isEmpty();
    List<String> barriers = new ArrayList<>();
    for (String page : pages) {
      browser.page().navigate(page);
      barriers.addAll(browser.barriers());
      browser.picture("page" + page.replace(skill, "one").replaceAll("[/?&=]+", "-"));
    }
    assertThat(barriers).isEmpty();
    assertThat(browser.complaints()).isEmpty();
  }

  private List<String> addresses(Page page) {
    String one = "/admin/skills/" + skill;
    List<String> all =
        new ArrayList<>(
            List.of(
                "/",
                "/admin/skills",
                "/admin/skills?name=no-such-name",
                "/admin/reviews",
                "/admin/calibrations",
                "/admin/reviews/" + skill,
                "/admin/images",
                "/admin/images/v1.1/rollback",
                "/admin/images/v1.1/contents",
                "/admin/images/v1.1/diff",
                "/admin/full-test",
                "/admin/audit",
                "/admin/audit/verify",
                "/admin/sandboxes",
                "/admin/costs",
                "/admin/users",
                "/admin/settings?text=database",
                "/account",
                "/notices",
                "/account/password",
                "/sign-in",
                "/chat",
                "/projects",
                "/nowhere",
                "/admin/images/v1.0/rollback"));
    ValidationPagesStoryTest.TABS.forEach(tab -> all.add(one + tab));
    all.add(one + "/delete");
    all.add("/admin/skills/" + newer + "/diff");
    page.navigate(one + "/tasks");
    all.add(first(page, "a[href*='/transcripts/']"));
    page.navigate("/admin/full-test");
    all.add(first(page, "a[href*='/runs/']"));
    all.addAll(projectPages());
    ChatClient chat = new ChatClient(person);
    String conversation = chat.begin();
    chat.upload(conversation, "a.csv", "a,b\n1,2\n".getBytes(StandardCharsets.UTF_8));
    all.add("/chat/" + conversation);
    page.navigate("/chat/" + conversation);
    all.add(first(page, "a[href*='/file?']"));
    return all;
  }

  private List<String> projectPages() {
    String project = "of-" + UUID.randomUUID().toString().substring(0, 8);
    person.post("/api/projects", Map.of("project_id", project));
    String run =
        server
            .part(JdbcClient.class)
            .sql(
                """
                insert into tool_run (id, project, kind, session, alias, agent, caller, skill,
                  version, version_hash, workdir, command, timeout_seconds, state, stdout,
                  created_at)
                values (gen_random_uuid(), ?, 'task', gen_random_uuid(), 's', 'a', 'c', 'x', 1, '',
                  'x', 'echo hello', 60, 'succeeded', 'hello', now())
                returning id::text
                """)
            .param(project)
            .query(String.class)
            .single();
    AgentCards.insert(server.part(JdbcClient.class), project, "helper", "hello");
    return List.of(
        "/projects/" + project,
        "/projects/" + project + "/runs/" + run,
        "/projects/" + project + "/conversation?agent=helper");
  }

  private static String first(Page page, String link) {
    return page.locator(link).first().getAttribute("href");
  }

  private List<String> forgotten(List<String> pages) {
    List<PathContainer> looked =
        pages.stream().map(page -> PathContainer.parsePath(URI.create(page).getPath())).toList();
    return Objects.requireNonNull(server.part(DispatcherServlet.class).getHandlerMappings())
        .stream()
        .filter(RequestMappingHandlerMapping.class::isInstance)
        .map(RequestMappingHandlerMapping.class::cast)
        .flatMap(mapping -> mapping.getHandlerMethods().entrySet().stream())
        .filter(handler -> isConsole(handler.getValue().getBeanType()))
        .filter(
            handler ->
                handler.getKey().getMethodsCondition().getMethods().contains(RequestMethod.GET))
        .map(handler -> Objects.requireNonNull(handler.getKey().getPathPatternsCondition()))
        .flatMap(condition -> condition.getPatterns().stream())
        .filter(pattern -> looked.stream().noneMatch(pattern::matches))
        .map(PathPattern::getPatternString)
        .filter(pattern -> !NO_PAGES.contains(pattern))
        .toList();
  }

  private static boolean isConsole(Class<?> controller) {
    return controller.getPackageName().startsWith("dev.assay.web.console");
  }
}
