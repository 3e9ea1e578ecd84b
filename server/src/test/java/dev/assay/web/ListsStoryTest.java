package dev.assay.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.sandbox.settings.LocalSandboxes;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/// Search and paging of every list of the console. The state is in the address alone.
@ResourceLock(TestServer.SHARED)
class ListsStoryTest {
  private final TestServer server = TestServer.shared();
  private final String mark = "l" + UUID.randomUUID().toString().substring(0, 8);

  @Test
  void tokens_and_conversations_of_a_person_are_searched_and_turned_over() {
    server
        .admin()
        .post("/api/admin/users", Map.of("username", mark, "password", "a good password"));
    Api person = server.anonymous().signIn(mark, "a good password");
    assertThat(page(person, "/account"))
        .contains("You have no tokens")
        .doesNotContain("role=\"search\"");
    assertThat(page(person, "/chat"))
        .contains("No conversations")
        .doesNotContain("role=\"search\"");
    for (int i = 1; i <= 27; i++) {
      person.post("/api/tokens", Map.of("name", "Robot &" + i));
      person.post("/api/conversations", Map.of("title", "About <b>thing</b> " + i));
    }

    assertThat(page(person, "/account")).contains("1 to 25 of 27", "/account?text=&amp;page=1");
    assertThat(page(person, "/account?text=&page=1")).contains("26 to 27 of 27", "Robot &amp;1<");
    assertThat(page(person, "/account?text=robot+%2627"))
        .contains("1 in all", "value=\"robot &amp;27\"")
        .doesNotContain("Robot &amp;1<");
    assertThat(page(person, "/account?text=%22%3E%3Cscript%3E"))
        .contains("Nothing found")
        .doesNotContain("<script>\"", "\"><script>");

    assertThat(page(person, "/chat")).contains("1 to 25 of 27");
    assertThat(page(person, "/chat?text=THING%3C/b%3E+2&page=0")).contains("9 in all");
    assertThat(page(person, "/chat?archived=true")).contains("No conversations");
    assertThat(page(person, "/chat?archived=true&text=x")).contains("name=\"archived\"");
    assertThat(person.get("/api/conversations?q=thing%3C/b%3E%2027").body().path("total").asInt())
        .isEqualTo(1);
  }

  @Test
  void a_page_that_does_not_exist_is_empty_and_a_page_that_is_no_number_is_refused() {
    Api admin = server.admin();
    for (String list :
        List.of(
            "/admin/users",
            "/admin/sandboxes",
            "/admin/reviews",
            "/admin/images",
            "/admin/full-test",
            "/account",
            "/chat")) {
      assertThat(admin.get(list + "?page=99999999").status()).as(list).isEqualTo(200);
      assertThat(admin.get(list + "?page=-1").status()).as(list).isEqualTo(200);
      assertThat(admin.get(list + "?text=" + mark).status()).as(list).isEqualTo(200);
      assertThat(admin.get(list + "?page=two").status()).as(list).isEqualTo(400);
    }
    assertThat(page(admin, "/admin/users?page=999")).contains("nothing here;");
    assertThat(page(admin, "/admin/images?text=v1.0")).contains("id=\"v1.0\"");
    assertThat(page(admin, "/admin/images?text=v7.7")).contains("Nothing found");
  }

  @Test
  void a_sandbox_is_found_by_whoever_has_it_and_what_it_is_for() {
    try (Sandbox mine = sandbox("ada " + mark, "counting");
        Sandbox other = sandbox("bob " + mark, "sorting")) {
      Api admin = server.admin();
      assertThat(page(admin, "/admin/sandboxes?text=" + mark)).contains(mine.id(), other.id());
      assertThat(page(admin, "/admin/sandboxes?text=COUNTING+" + mark))
          .contains(mine.id(), "1 in all", "/admin/sandboxes/live?text=COUNTING+" + mark)
          .doesNotContain(other.id());
      assertThat(page(admin, "/admin/sandboxes/live?text=bob+" + mark + "&page=0"))
          .contains(other.id())
          .doesNotContain(mine.id(), "<html");
      assertThat(page(admin, "/admin/sandboxes?text=neither-" + mark)).contains("Nothing found");
    }
  }

  private Sandbox sandbox(String owner, String purpose) {
    return server
        .part(LocalSandboxes.class)
        .create(SandboxSpec.of(SandboxImage.of("host"), owner).withPurpose(purpose));
  }

  private static String page(Api person, String address) {
    Api.Reply reply = person.get(address);
    assertThat(reply.status()).as(address).isEqualTo(200);
    return reply.response().body();
  }
}
