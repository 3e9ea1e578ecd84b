package dev.assay.web.console.project;

import dev.assay.agentservice.AgentTurn;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.web.util.UriUtils;

/// What was said between people and an agent of a project in one channel.
///
/// @param exchanges the latest, in order
/// @param mayCall whether whoever looks may write to it
public record ConversationView(
    String project, String agent, String channel, List<ExchangeView> exchanges, boolean mayCall) {
  /// Where it is shown.
  public static String path(String project, String agent, String channel) {
    return "/projects/%s/conversation?agent=%s&channel=%s"
        .formatted(project, encoded(agent), encoded(channel));
  }

  /// Names of agents may look like steps of a path, so they are no part of one.
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

  /// Changes with everything that is shown.
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
