package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.conversation.ConversationFiles;
import dev.assay.conversation.ConversationFiles.Place;
import dev.assay.conversation.Conversations;
import dev.assay.conversation.StoredFile;
import dev.assay.skill.ErrorCode;
import dev.assay.web.access.Caller;
import dev.assay.web.errors.Refuses;
import dev.assay.web.files.Download;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.core.io.InputStreamResource;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

@RestController
@Tag(name = "Conversations")
class FilesController {
  private final Conversations conversations;
  private final ConversationFiles files;

  FilesController(Conversations conversations, ConversationFiles files) {
    this.conversations = conversations;
    this.files = files;
  }

  record FileAnswer(
      String filename,
      long size,
      @JsonProperty("container_path") String containerPath,
      @JsonProperty("modified_at") Instant modifiedAt) {
    static FileAnswer of(StoredFile file) {
      return new FileAnswer(file.name(), file.size(), file.path(), file.modified());
    }
  }

  /// @param more the number of files that are not listed: too many, too deep, or with unreadable
  ///   names
  record FileList(List<FileAnswer> files, int more) {
    static FileList of(ConversationFiles.Listing listing) {
      return new FileList(listing.files().stream().map(FileAnswer::of).toList(), listing.more());
    }
  }

  @PostMapping(path = "/api/uploads/{id}", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
  @ResponseStatus(HttpStatus.CREATED)
  @Refuses({
    ErrorCode.BLOB_STORE_FAILED,
    ErrorCode.CONVERSATION_NOT_FOUND,
    ErrorCode.FILE_TOO_LARGE,
    ErrorCode.QUOTA_EXCEEDED
  })
  @Operation(
      operationId = "uploadFile",
      summary = "Bring a file to a conversation",
      description =
          "The part \"file\". Its name becomes a plain one; the same name again replaces the file.")
  FileAnswer upload(
      @PathVariable("id") UUID id,
      @RequestPart("file") MultipartFile file,
      @AuthenticationPrincipal Caller caller)
      throws IOException {
    conversations.load(id, caller.owner());
    String name = Optional.ofNullable(file.getOriginalFilename()).orElse("");
    try (InputStream content = file.getInputStream()) {
      return FileAnswer.of(files.upload(id, name, content));
    }
  }

  @GetMapping("/api/uploads/{id}/files")
  @Refuses({ErrorCode.BLOB_STORE_FAILED, ErrorCode.CONVERSATION_NOT_FOUND})
  @Operation(operationId = "listUploads", summary = "The files brought to a conversation")
  FileList uploads(@PathVariable("id") UUID id, @AuthenticationPrincipal Caller caller) {
    conversations.load(id, caller.owner());
    return FileList.of(files.list(id, Place.UPLOADS));
  }

  @GetMapping("/api/uploads/{id}/files/{name}")
  @Refuses({
    ErrorCode.BLOB_STORE_FAILED,
    ErrorCode.CONVERSATION_NOT_FOUND,
    ErrorCode.NOT_FOUND,
    ErrorCode.UNSUPPORTED_MEDIA_TYPE
  })
  @Operation(operationId = "getUpload", summary = "Download a file, or see it with ?preview=true")
  ResponseEntity<InputStreamResource> upload(
      @PathVariable("id") UUID id,
      @PathVariable("name") String name,
      @RequestParam(name = "preview", defaultValue = "false") boolean preview,
      @AuthenticationPrincipal Caller caller) {
    conversations.load(id, caller.owner());
    return Download.of(files.open(id, Place.UPLOADS, name), preview);
  }

  @DeleteMapping("/api/uploads/{id}/files/{name}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Refuses({ErrorCode.BLOB_STORE_FAILED, ErrorCode.CONVERSATION_NOT_FOUND, ErrorCode.NOT_FOUND})
  @Operation(operationId = "deleteUpload", summary = "Remove a file")
  void delete(
      @PathVariable("id") UUID id,
      @PathVariable("name") String name,
      @AuthenticationPrincipal Caller caller) {
    conversations.load(id, caller.owner());
    files.delete(id, name);
  }

  @GetMapping("/api/conversations/{id}/artifacts")
  @Refuses({ErrorCode.BLOB_STORE_FAILED, ErrorCode.CONVERSATION_NOT_FOUND})
  @Operation(operationId = "listArtifacts", summary = "The files the agent made")
  FileList artifacts(@PathVariable("id") UUID id, @AuthenticationPrincipal Caller caller) {
    conversations.load(id, caller.owner());
    return FileList.of(files.list(id, Place.ARTIFACTS));
  }

  @GetMapping("/api/conversations/{id}/artifacts/file")
  @Refuses({
    ErrorCode.BLOB_STORE_FAILED,
    ErrorCode.CONVERSATION_NOT_FOUND,
    ErrorCode.NOT_FOUND,
    ErrorCode.UNSUPPORTED_MEDIA_TYPE
  })
  @Operation(
      operationId = "getArtifact",
      summary = "Download a file the agent made, or see it with ?preview=true",
      description = "?path= as the list names it. A preview is there for images and text.")
  ResponseEntity<InputStreamResource> artifact(
      @PathVariable("id") UUID id,
      @RequestParam("path") String path,
      @RequestParam(name = "preview", defaultValue = "false") boolean preview,
      @AuthenticationPrincipal Caller caller) {
    conversations.load(id, caller.owner());
    return Download.of(files.open(id, Place.ARTIFACTS, path), preview);
  }
}
