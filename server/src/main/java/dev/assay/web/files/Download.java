package dev.assay.web.files;

import dev.assay.conversation.ConversationFiles;
import dev.assay.skill.AssayException;
import dev.assay.skill.ClientName;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.FileKind;
import dev.assay.skill.Visible;
import dev.assay.toolservice.Artifact;
import dev.assay.toolservice.Artifacts;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import org.springframework.core.io.InputStreamResource;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;

/// Builds the answer to a request for a file.
public final class Download {
  private static final int MOST_TEXT = 256 << 10;

  /// A policy under which no file can run scripts, load resources or appear inside another page.
  private static final String HARMLESS = "default-src 'none'; sandbox; frame-ancestors 'none'";

  private Download() {}

  /// @throws AssayException with `UNSUPPORTED_MEDIA_TYPE` if a preview is requested of a file that
  ///   is neither an image nor text
  public static ResponseEntity<InputStreamResource> of(
      ConversationFiles.Opened opened, boolean preview) {
    try {
      return preview ? preview(opened) : whole(opened);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Sends an artifact as a file to be saved, with its checksum. Its type follows from its first
  /// bytes and is never a page.
  public static ResponseEntity<InputStreamResource> of(Artifacts.Opened opened) {
    Artifact artifact = opened.artifact();
    byte[] digest = HexFormat.of().parseHex(artifact.sha256());
    return answer(artifact.filename(), "attachment", artifact.mime())
        .contentLength(artifact.size())
        .header("Repr-Digest", "sha-256=:" + Base64.getEncoder().encodeToString(digest) + ":")
        .body(new InputStreamResource(opened.stream()));
  }

  private static ResponseEntity<InputStreamResource> whole(ConversationFiles.Opened opened) {
    return answer(opened.file().name(), "attachment", FileKind.OTHER.type())
        .body(new InputStreamResource(opened.stream()));
  }

  private static ResponseEntity<InputStreamResource> preview(ConversationFiles.Opened opened)
      throws IOException {
    InputStream stream = new BufferedInputStream(opened.stream(), 2 * FileKind.ENOUGH);
    stream.mark(FileKind.ENOUGH);
    FileKind kind = FileKind.of(stream.readNBytes(FileKind.ENOUGH));
    stream.reset();
    if (!kind.isImage() && !kind.isText()) {
      stream.close();
      throw new AssayException(
          ErrorCode.UNSUPPORTED_MEDIA_TYPE,
          "There is no preview of \"%s\", only of images and text. Download it."
              .formatted(Visible.line(opened.file().name(), 200)));
    }
    return answer(opened.file().name(), "inline", kind.type())
        .body(new InputStreamResource(kind == FileKind.TEXT ? beginning(stream) : stream));
  }

  private static InputStream beginning(InputStream text) throws IOException {
    try (text) {
      return new ByteArrayInputStream(text.readNBytes(MOST_TEXT));
    }
  }

  private static ResponseEntity.BodyBuilder answer(String path, String disposition, String type) {
    ContentDisposition shown =
        ContentDisposition.builder(disposition)
            .filename(ClientName.plain(path), StandardCharsets.UTF_8)
            .build();
    return ResponseEntity.ok()
        .header(HttpHeaders.CONTENT_DISPOSITION, shown.toString())
        .header(HttpHeaders.CONTENT_TYPE, type)
        .header("Content-Security-Policy", HARMLESS);
  }
}
