package dev.assay.web.console.chat;

import dev.assay.conversation.Chats;
import dev.assay.conversation.Conversation;
import dev.assay.conversation.ConversationFiles;
import dev.assay.conversation.ConversationFiles.Place;
import dev.assay.conversation.Conversations;
import dev.assay.conversation.Question;
import dev.assay.conversation.Turn;
import dev.assay.skill.AssayException;
import dev.assay.web.access.Caller;
import dev.assay.web.console.Notice;
import dev.assay.web.console.PageFrame;
import dev.assay.web.errors.NeedsSpace;
import dev.assay.web.errors.Problems;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/// The page of one conversation. A script adds events as they happen. Without the script, the page
/// shows the state at the time of the request.
@Controller
@RequestMapping("/chat/{id}")
class ChatPage {
  private static final int SHOWN = 50;

  private final Conversations conversations;
  private final Chats chats;
  private final ConversationFiles files;
  private final PageFrame.Maker frames;

  ChatPage(
      Conversations conversations, Chats chats, ConversationFiles files, PageFrame.Maker frames) {
    this.conversations = conversations;
    this.chats = chats;
    this.files = files;
    this.frames = frames;
  }

  @GetMapping
  ModelAndView show(
      HttpServletRequest request,
      @PathVariable("id") UUID id,
      @AuthenticationPrincipal Caller caller) {
    return page(request, conversations.load(id, caller.owner()), Notice.NONE, "");
  }

  @NeedsSpace
  @PostMapping("/say")
  ModelAndView say(
      HttpServletRequest request,
      HttpServletResponse response,
      @PathVariable("id") UUID id,
      @RequestParam(name = "message", defaultValue = "") String message,
      @AuthenticationPrincipal Caller caller) {
    return act(
        request,
        response,
        id,
        caller,
        message,
        () -> chats.ask(id, caller.owner(), Question.of(message.strip())));
  }

  @PostMapping("/stop")
  ModelAndView stop(@PathVariable("id") UUID id, @AuthenticationPrincipal Caller caller) {
    chats.cancel(id, caller.owner());
    return back(id);
  }

  @PostMapping("/change")
  ModelAndView change(
      HttpServletRequest request,
      HttpServletResponse response,
      @PathVariable("id") UUID id,
      @RequestParam(name = "title") Optional<String> title,
      @RequestParam(name = "archived") Optional<Boolean> archived,
      @AuthenticationPrincipal Caller caller) {
    return act(
        request,
        response,
        id,
        caller,
        "",
        () -> conversations.change(id, caller.owner(), title, archived));
  }

  @PostMapping("/delete")
  ModelAndView delete(
      HttpServletRequest request,
      HttpServletResponse response,
      @PathVariable("id") UUID id,
      @AuthenticationPrincipal Caller caller) {
    try {
      chats.delete(id, caller.owner(), caller.getName());
      return new ModelAndView("redirect:/chat");
    } catch (AssayException e) {
      return refused(request, response, id, caller, "", e);
    }
  }

  private ModelAndView act(
      HttpServletRequest request,
      HttpServletResponse response,
      UUID id,
      Caller caller,
      String draft,
      Runnable work) {
    conversations.load(id, caller.owner());
    try {
      work.run();
      return back(id);
    } catch (AssayException e) {
      return refused(request, response, id, caller, draft, e);
    }
  }

  private ModelAndView refused(
      HttpServletRequest request,
      HttpServletResponse response,
      UUID id,
      Caller caller,
      String draft,
      AssayException problem) {
    Conversation conversation = conversations.load(id, caller.owner());
    response.setStatus(Problems.statusOf(problem).value());
    return page(request, conversation, new Notice("", Problems.words(problem)), draft);
  }

  private static ModelAndView back(UUID id) {
    return new ModelAndView("redirect:/chat/" + id);
  }

  private ModelAndView page(
      HttpServletRequest request, Conversation conversation, Notice notice, String draft) {
    List<Turn> turns = chats.turns(conversation.id(), SHOWN);
    Map<String, Object> model = new HashMap<>();
    model.put("frame", frames.of(request));
    model.put("conversation", conversation);
    model.put(
        "turns", turns.stream().map(turn -> new TurnView(turn, chats.summary(turn))).toList());
    model.put(
        "after",
        turns.stream().filter(Turn::isRunning).findFirst().map(chats::startOf).orElse(-1L));
    model.put("uploads", list(conversation.id(), Place.UPLOADS));
    model.put("artifacts", list(conversation.id(), Place.ARTIFACTS));
    model.put("notice", notice);
    model.put("draft", draft);
    return new ModelAndView("chat/page", model);
  }

  private List<ChatFileView> list(UUID id, Place place) {
    return files.list(id, place).files().stream()
        .map(file -> new ChatFileView(id, place, file))
        .toList();
  }
}
