package dev.assay.agentservice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.toolservice.ProjectAccess;
import dev.assay.toolservice.ProjectRole;
import dev.assay.toolservice.Projects;
import dev.assay.toolservice.ToolCalls;
import dev.assay.toolservice.Visitor;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/// A server that does only a part of what servers do together.
class ServerRolesStoryTest {
  @Test
  void a_server_without_a_role_leaves_that_work_to_others() {
    try (TestServer server = TestServer.start(Map.of("ASSAY_SERVER_ROLES", "reaper"))) {
      Api anybody = server.anonymous();
      assertThat(anybody.get("/actuator/health").status()).isEqualTo(200);
      Api.Reply refused =
          anybody.post(
              "/api/auth/login",
              Map.of("username", "admin", "password", TestServer.ADMIN_PASSWORD));
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.body().path("message").asString()).contains("assay.server.roles");
      ProjectAgents agents = server.part(ProjectAgents.class);
      ProjectAccess access = access(server.part(ToolCalls.class).projects());
      AgentTurn sent =
          agents.send(access, new AgentMessage("a", "public", "hello", Optional.empty()));
      agents.recover();
      assertThat(agents.turn(access, sent.id()).state()).isEqualTo(AgentTurn.State.QUEUED);
      assertThat(
              server
                  .part(JdbcClient.class)
                  .sql("select count(*) from call_lease")
                  .query(Integer.class)
                  .single())
          .isZero();
    }
  }

  private static ProjectAccess access(Projects projects) {
    Visitor owner = new Visitor("local", "local", Visitor.Standing.ADMIN);
    projects.create("p", "p", owner);
    return projects.enter("p", owner, ProjectRole.OWNER);
  }
}
