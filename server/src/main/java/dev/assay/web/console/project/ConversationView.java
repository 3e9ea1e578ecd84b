package dev.assay.web.console.project;

import dev.assay.agentservice.AgentTurn;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.web.util.UriUtils;

/// A conversation between people and an agent of a project in one channel.
///
/// @param exchanges the latest exchanges, in order
/// @param mayCall whether the viewer may write to the conversation
public record ConversationView(
    String project, String agent, String channel, List<ExchangeView> exchanges, boolean mayCall) {
  /// Returns the address of the conversation's page.
  public static String path(String project, String agent, String channel) {
    return "/projects/%s/conversation?agent=%s&channel=%s"
        .formatted(project, encoded(agent), encoded(channel));
  }

  /// Encodes a name for the query. It is not part of the path, because an agent's name may look
  /// like a step of a path.
  private static String encoded(String word) {
    return UriUtils.encode(word, StandardCharsets.UTF_8);
  }

  public String livePath() {
    return path(project, agent, channel).replace("/conversation?", "/conversation/live?")
        + "&seen="
        + seen();
  }

  public boolean isOpen() {
    return exchanges.stream().anyMatch(each -> !each.isOver());
  }

  /// Returns a marker that changes with the shown content.
  public String seen() {
    int cards = exchanges.stream().mapToInt(each -> each.cards().size()).sum();
    long over = exchanges.stream().filter(ExchangeView::isOver).count();
    return exchanges.size() + "-" + cards + "-" + over;
  }

  /// One of the conversations of a project.
  public record Row(AgentTurn latest) {
    public String path() {
      return ConversationView.path(latest.project(), latest.agent(), latest.channel());
    }
  }
}
