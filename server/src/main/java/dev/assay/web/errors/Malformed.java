package dev.assay.web.errors;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import java.io.IOException;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.FileSystemException;
import java.sql.SQLException;
import java.util.Optional;
import org.apache.tomcat.util.http.fileupload.InvalidFileNameException;
import org.apache.tomcat.util.http.fileupload.MultipartStream.MalformedStreamException;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.web.multipart.MultipartException;

/// Recognizes malformed requests: truncated or invalid forms, and text that is not valid. The
/// answer names the problem.
final class Malformed {
  /// PostgreSQL's error code for text with NUL or invalid Unicode.
  private static final String NO_TEXT = "22021";

  private Malformed() {}

  /// Returns the problem if the cause is a malformed request.
  ///
  /// @param cause one of the causes of a failure
  static Optional<AssayException> find(Throwable cause) {
    return switch (cause) {
      case MultipartException form -> Optional.of(form(form));
      case RequestRejectedException rejected ->
          Optional.of(refusal("A parameter or header holds control characters.", rejected));
      case SQLException sql when NO_TEXT.equals(sql.getSQLState()) ->
          Optional.of(refusal("The request holds a character that no text can, such as NUL.", sql));
      default -> Optional.empty();
    };
  }

  private static AssayException form(MultipartException form) {
    Throwable root = form;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return switch (root) {
      case InvalidFileNameException _ ->
          refusal("The name of the file holds the character NUL. Rename the file.", form);
      case UnsupportedCharsetException charset ->
          refusal(
              "The name of the file is written in \"%s\", which is no known charset. Use UTF-8."
                  .formatted(Visible.line(charset.getCharsetName(), 50)),
              form);
      case IllegalCharsetNameException _ ->
          refusal("The name of the file is written in no known charset. Use UTF-8.", form);
      case MalformedStreamException _ ->
          refusal("The form ends before its last boundary. Send it whole.", form);
      case FileSystemException _ -> notStored(form);
      // a failure of the disk; each failure that a sender can cause has a class of its own
      case IOException failed when failed.getClass() == IOException.class -> notStored(form);
      default ->
          refusal(
              "The form cannot be read. It must be multipart/form-data with a boundary, and the"
                  + " file must have a plain name.",
              form);
    };
  }

  private static AssayException notStored(MultipartException form) {
    return new AssayException(
        ErrorCode.BLOB_STORE_FAILED,
        "The upload could not be stored. Check the free space of the server's home.",
        form);
  }

  private static AssayException refusal(String reason, Exception cause) {
    return new AssayException(ErrorCode.BAD_REQUEST, reason, cause);
  }
}
