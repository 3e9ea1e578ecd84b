package dev.assay.web.console.chat;

import dev.assay.conversation.Conversation;
import dev.assay.conversation.ConversationFiles;
import dev.assay.conversation.ConversationFiles.Place;
import dev.assay.conversation.Conversations;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.web.access.Caller;
import dev.assay.web.console.PageFrame;
import dev.assay.web.files.Download;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.core.io.InputStreamResource;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.ModelAndView;

/// The page of a conversation's files.
@Controller
@RequestMapping("/chat/{id}")
class FilesPage {
  private final Conversations conversations;
  private final ConversationFiles files;
  private final PageFrame.Maker frames;

  FilesPage(Conversations conversations, ConversationFiles files, PageFrame.Maker frames) {
    this.conversations = conversations;
    this.files = files;
    this.frames = frames;
  }

  @PostMapping("/files")
  ModelAndView upload(
      @PathVariable("id") UUID id,
      @RequestPart("file") List<MultipartFile> brought,
      @AuthenticationPrincipal Caller caller)
      throws IOException {
    conversations.load(id, caller.owner());
    for (MultipartFile file : brought) {
      String name = Optional.ofNullable(file.getOriginalFilename()).orElse("");
      if (!name.isEmpty()) {
        try (InputStream content = file.getInputStream()) {
          files.upload(id, name, content);
        }
      }
    }
    return new ModelAndView("redirect:/chat/" + id);
  }

  @PostMapping("/files/delete")
  ModelAndView delete(
      @PathVariable("id") UUID id,
      @RequestParam("name") String name,
      @AuthenticationPrincipal Caller caller) {
    conversations.load(id, caller.owner());
    files.delete(id, name);
    return new ModelAndView("redirect:/chat/" + id);
  }

  @GetMapping("/file")
  ModelAndView show(
      HttpServletRequest request,
      @PathVariable("id") UUID id,
      @RequestParam("place") String place,
      @RequestParam("path") String path,
      @AuthenticationPrincipal Caller caller)
      throws IOException {
    Conversation conversation = conversations.load(id, caller.owner());
    try (ConversationFiles.Opened opened = files.open(id, place(place), path)) {
      return new ModelAndView(
          "chat/file",
          Map.of(
              "frame",
              frames.of(request),
              "conversation",
              conversation,
              "file",
              new ChatFileView(id, place(place), opened.file()),
              "preview",
              Preview.of(opened)));
    }
  }

  @GetMapping("/download")
  ResponseEntity<InputStreamResource> download(
      @PathVariable("id") UUID id,
      @RequestParam("place") String place,
      @RequestParam("path") String path,
      @RequestParam(name = "preview", defaultValue = "false") boolean preview,
      @AuthenticationPrincipal Caller caller) {
    conversations.load(id, caller.owner());
    return Download.of(files.open(id, place(place), path), preview);
  }

  private static Place place(String word) {
    return switch (word) {
      case "uploads" -> Place.UPLOADS;
      case "artifacts" -> Place.ARTIFACTS;
      default ->
          throw new AssayException(
              ErrorCode.BAD_REQUEST, "A file's place is \"uploads\" or \"artifacts\".");
    };
  }
}
