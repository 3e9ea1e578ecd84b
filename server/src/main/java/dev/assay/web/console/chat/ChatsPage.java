package dev.assay.web.console.chat;

import dev.assay.conversation.Conversation;
import dev.assay.conversation.Conversations;
import dev.assay.skill.AssayException;
import dev.assay.web.access.Caller;
import dev.assay.web.console.Notice;
import dev.assay.web.console.PageFrame;
import dev.assay.web.console.list.Excerpt;
import dev.assay.web.console.list.Search;
import dev.assay.web.errors.Problems;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import java.util.Optional;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/// The page of a person's conversations.
@Controller
@RequestMapping("/chat")
class ChatsPage {
  private static final int PAGE_SIZE = 25;

  private final Conversations conversations;
  private final PageFrame.Maker frames;

  ChatsPage(Conversations conversations, PageFrame.Maker frames) {
    this.conversations = conversations;
    this.frames = frames;
  }

  @GetMapping
  ModelAndView list(
      HttpServletRequest request,
      @RequestParam(name = "archived", defaultValue = "false") boolean archived,
      @AuthenticationPrincipal Caller caller) {
    return page(request, archived, caller, Notice.NONE);
  }

  @PostMapping
  ModelAndView begin(
      HttpServletRequest request,
      HttpServletResponse response,
      @AuthenticationPrincipal Caller caller) {
    try {
      Conversation begun = conversations.create(caller.owner(), caller.getName(), Optional.empty());
      return new ModelAndView("redirect:/chat/" + begun.id());
    } catch (AssayException e) {
      response.setStatus(Problems.statusOf(e).value());
      return page(request, false, caller, new Notice("", Problems.words(e)));
    }
  }

  private ModelAndView page(
      HttpServletRequest request, boolean archived, Caller caller, Notice notice) {
    Search search = Search.of(request, "/chat", "archived");
    Conversations.Page found =
        conversations.list(
            caller.owner(), Optional.of(archived), search.text(), search.page(), PAGE_SIZE);
    return new ModelAndView(
        "chat/list",
        Map.of(
            "frame",
            frames.of(request),
            "found",
            new Excerpt<>(found.conversations(), search, search.pager(PAGE_SIZE, found.total())),
            "archived",
            archived,
            "notice",
            notice));
  }
}
