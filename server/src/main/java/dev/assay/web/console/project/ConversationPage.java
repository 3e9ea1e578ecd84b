package dev.assay.web.console.project;

import dev.assay.agentservice.AgentMessage;
import dev.assay.agentservice.AgentTurn;
import dev.assay.agentservice.Card;
import dev.assay.agentservice.ProjectAgents;
import dev.assay.skill.AssayException;
import dev.assay.toolservice.ProjectAccess;
import dev.assay.toolservice.ProjectRole;
import dev.assay.toolservice.ToolCalls;
import dev.assay.web.access.Caller;
import dev.assay.web.access.ProjectVisitor;
import dev.assay.web.console.Notice;
import dev.assay.web.console.PageFrame;
import dev.assay.web.errors.Problems;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/// The page of a conversation with an agent of a project: messages, calls and answers.
@Controller
@RequestMapping("/projects/{project}")
class ConversationPage {
  private static final int MOST_SHOWN = 20;

  private final ProjectAgents agents;
  private final ToolCalls calls;
  private final ProjectVisitor visitor;
  private final PageFrame.Maker frames;

  ConversationPage(
      ProjectAgents agents, ToolCalls calls, ProjectVisitor visitor, PageFrame.Maker frames) {
    this.agents = agents;
    this.calls = calls;
    this.visitor = visitor;
    this.frames = frames;
  }

  @GetMapping("/conversation")
  ModelAndView conversation(
      HttpServletRequest request,
      @PathVariable("project") String project,
      @RequestParam("agent") String agent,
      @RequestParam(name = "channel", defaultValue = AgentMessage.USUAL_CHANNEL) String channel,
      @AuthenticationPrincipal Caller caller) {
    ProjectAccess access = visitor.enter(project, caller, ProjectRole.VIEWER);
    return page(request, view(access, agent, channel), Notice.NONE, "");
  }

  /// Returns the part of the page that refreshes itself, or nothing if nothing changed. Parts that
  /// the reader opened then stay open.
  @GetMapping("/conversation/live")
  @Nullable ModelAndView live(
      HttpServletRequest request,
      HttpServletResponse response,
      @PathVariable("project") String project,
      @RequestParam("agent") String agent,
      @RequestParam("channel") String channel,
      @RequestParam(name = "seen", defaultValue = "") String seen,
      @AuthenticationPrincipal Caller caller) {
    ProjectAccess access = visitor.enter(project, caller, ProjectRole.VIEWER);
    ConversationView view = view(access, agent, channel);
    if (view.seen().equals(seen)) {
      response.setStatus(HttpStatus.NO_CONTENT.value());
      return null;
    }
    return new ModelAndView("project/exchanges", Map.of("frame", frames.of(request), "view", view));
  }

  @PostMapping("/messages")
  ModelAndView send(
      HttpServletRequest request,
      HttpServletResponse response,
      @PathVariable("project") String project,
      @RequestParam(name = "agent", defaultValue = "") String agent,
      @RequestParam(name = "channel", defaultValue = "") String channel,
      @RequestParam(name = "message", defaultValue = "") String message,
      @RequestParam(name = "message_id", required = false) @Nullable String id,
      @AuthenticationPrincipal Caller caller) {
    ProjectAccess access = visitor.enter(project, caller, ProjectRole.CALLER);
    String to = agent.strip();
    String in = channel.isBlank() ? AgentMessage.USUAL_CHANNEL : channel.strip();
    try {
      AgentTurn turn =
          agents.send(
              access,
              new AgentMessage(
                  to, in, message, Optional.ofNullable(id).filter(text -> !text.isBlank())));
      return to(turn);
    } catch (AssayException e) {
      response.setStatus(Problems.statusOf(e).value());
      return page(request, view(access, to, in), new Notice("", e.publicReason()), message);
    }
  }

  @PostMapping("/turns/{id}/cancel")
  ModelAndView cancel(
      @PathVariable("project") String project,
      @PathVariable("id") UUID id,
      @AuthenticationPrincipal Caller caller) {
    return to(agents.cancel(visitor.enter(project, caller, ProjectRole.CALLER), id));
  }

  private static ModelAndView to(AgentTurn turn) {
    return new ModelAndView(
        "redirect:" + ConversationView.path(turn.project(), turn.agent(), turn.channel()));
  }

  private ModelAndView page(
      HttpServletRequest request, ConversationView view, Notice notice, String draft) {
    return new ModelAndView(
        "project/conversation",
        Map.of(
            "frame",
            frames.of(request),
            "view",
            view,
            "notice",
            notice,
            "draft",
            draft,
            "messageId",
            UUID.randomUUID().toString()));
  }

  private ConversationView view(ProjectAccess access, String agent, String channel) {
    List<ExchangeView> exchanges = new ArrayList<>();
    agents.turns(access, Optional.of(agent), Optional.of(channel)).stream()
        .limit(MOST_SHOWN)
        .forEach(turn -> exchanges.addFirst(exchange(access, turn)));
    return new ConversationView(
        access.project().id(),
        agent,
        channel,
        exchanges,
        access.role().compareTo(ProjectRole.CALLER) <= 0);
  }

  private ExchangeView exchange(ProjectAccess access, AgentTurn turn) {
    List<Card> cards = agents.cards(access, turn.id(), 0);
    return new ExchangeView(turn, cards, calls.history().ofCalls(access, named(cards)));
  }

  /// Returns the tool of each call by the id of the call.
  private static Map<String, String> named(List<Card> cards) {
    Map<String, String> tools = new HashMap<>();
    for (Card card : cards) {
      if (card.type() == Card.Type.TOOL_CALL) {
        card.callId().ifPresent(id -> tools.put(id, card.content().path("tool").asString("")));
      }
    }
    return tools;
  }
}
