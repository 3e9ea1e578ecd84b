package dev.assay.web.console.chat;

import dev.assay.conversation.ConversationFiles.Place;
import dev.assay.conversation.StoredFile;
import dev.assay.web.console.Amounts;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/// A file of a conversation as a page lists it.
public record ChatFileView(UUID conversation, Place place, StoredFile file) {
  public String size() {
    return Amounts.bytes(file.size());
  }

  public boolean isUpload() {
    return place == Place.UPLOADS;
  }

  public String previewAddress() {
    return "/chat/%s/file?place=%s&path=%s".formatted(conversation, word(), encoded());
  }

  public String downloadAddress() {
    return "/chat/%s/download?place=%s&path=%s".formatted(conversation, word(), encoded());
  }

  public String imageAddress() {
    return downloadAddress() + "&preview=true";
  }

  private String word() {
    return isUpload() ? "uploads" : "artifacts";
  }

  private String encoded() {
    return URLEncoder.encode(file.name(), StandardCharsets.UTF_8);
  }
}
