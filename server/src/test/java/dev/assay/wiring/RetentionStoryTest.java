package dev.assay.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.configuration.Settings;
import dev.assay.configuration.SettingsReader;
import dev.assay.conversation.AdmittedSkill;
import dev.assay.conversation.ChatClient;
import dev.assay.conversation.Chats;
import dev.assay.conversation.Conversations;
import dev.assay.registry.Skills;
import dev.assay.validation.Reviews;
import dev.assay.web.RetentionRules;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/// Removals because of age.
@ResourceLock(TestServer.SHARED)
class RetentionStoryTest {
  private final TestServer server = TestServer.shared();
  private final JdbcClient jdbc = server.part(JdbcClient.class);

  private Retention retention(Map<String, String> environment) {
    Settings settings = new SettingsReader().environment(environment).settings();
    return new Retention(
        settings,
        server.part(Skills.class),
        server.part(Reviews.class),
        server.part(Conversations.class),
        server.part(Chats.class),
        Clock.systemUTC());
  }

  private static List<String> due(Retention retention, String what) {
    return retention.preview().stream()
        .filter(rule -> rule.what().equals(what))
        .flatMap(rule -> rule.due().stream())
        .map(RetentionRules.Due::id)
        .toList();
  }

  @Test
  void old_conversations_go_with_an_audit_record_and_newer_ones_stay() {
    Retention retention = retention(Map.of("ASSAY_RETENTION_CONVERSATIONS", "30d"));
    ChatClient chat = new ChatClient(server.admin());
    String old = chat.begin();
    String fresh = chat.begin();
    jdbc.sql("update conversation set updated_at = now() - interval '31 days' where id = ?::uuid")
        .param(old)
        .update();
    assertThat(due(retention, "conversations")).contains(old).doesNotContain(fresh);
    assertThat(server.admin().get("/api/conversations/" + old).status())
        .as("a preview removes nothing")
        .isEqualTo(200);

    retention(Map.of()).remove();
    assertThat(server.admin().get("/api/conversations/" + old).status())
        .as("nothing goes unless it is set")
        .isEqualTo(200);

    retention.remove();

    assertThat(due(retention, "conversations")).isEmpty();
    assertThat(server.admin().get("/api/conversations/" + old).status()).isEqualTo(404);
    assertThat(server.admin().get("/api/conversations/" + fresh).status()).isEqualTo(200);
    Api.Reply audit =
        server.admin().get("/api/admin/audit?action=conversation_deleted&object=" + old);
    assertThat(audit.response().body()).contains(old, "\"" + Retention.BY + "\"");
  }

  @Test
  void skills_that_were_rejected_long_ago_go_and_others_stay() {
    Retention retention = retention(Map.of("ASSAY_RETENTION_REJECTED", "30d"));
    String old = rejected("long-rejected", "31 days");
    String fresh = rejected("just-rejected", "29 days");
    assertThat(due(retention, "rejected skills")).contains(old).doesNotContain(fresh);

    retention.remove();

    assertThat(due(retention, "rejected skills")).isEmpty();
    assertThat(server.admin().get("/api/admin/skills/" + old).status()).isEqualTo(404);
    assertThat(server.admin().get("/api/admin/skills/" + fresh).status()).isEqualTo(200);
    Api.Reply audit = server.admin().get("/api/admin/audit?action=skill_deleted&object=" + old);
    assertThat(audit.response().body()).contains(old, "\"" + Retention.BY + "\"");
  }

  private String rejected(String name, String ago) {
    String id =
        new AdmittedSkill(
                name,
                "Counts words. Use it to count " + name + ".",
                Map.of("SKILL.md", "# Count\n"))
            .admit(server);
    jdbc.sql(
            """
            update skill set status = 'rejected', rejected_by = 'admin', reject_reason = 'no',
              rejected_at = now() - ?::interval where id = ?::uuid
            """)
        .params(ago, id)
        .update();
    return id;
  }

  @Test
  void everybody_who_may_see_the_server_sees_what_is_kept_how_long() {
    JsonNode rules = server.admin().get("/api/admin/retention").body().path("rules");
    assertThat(rules)
        .extracting(rule -> rule.path("setting").asString() + " " + rule.path("keep").asString(""))
        .containsExactly(
            "assay.retention.rejected ",
            "assay.retention.conversations ",
            "assay.workflow.keep PT8760H");
  }
}
