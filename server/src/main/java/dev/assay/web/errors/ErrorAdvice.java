package dev.assay.web.errors;

import static java.util.stream.Collectors.joining;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.HttpMediaTypeException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.multipart.support.MissingServletRequestPartException;
import tools.jackson.core.JacksonException;

/// Answers all exceptions of controllers, and requests without a controller.
@ControllerAdvice
final class ErrorAdvice {
  private final ProblemResponse answer;

  ErrorAdvice(ProblemResponse answer) {
    this.answer = answer;
  }

  @ExceptionHandler
  void answer(Exception failure, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (callerIsGone(failure)) {
      return;
    }
    answer.write(problem(failure, request), request, response);
  }

  /// Tests whether the client has disconnected. A converter may have wrapped the exception while it
  /// wrote the answer.
  private static boolean callerIsGone(Exception failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof AsyncRequestNotUsableException
          || each instanceof org.apache.catalina.connector.ClientAbortException) {
        return true;
      }
    }
    return false;
  }

  private static AssayException problem(Exception failure, HttpServletRequest request) {
    if (failure instanceof HttpMessageNotReadableException unreadable) {
      if (unreadable.getRootCause() instanceof AssayException ours) {
        return ours;
      }
      return new AssayException(
          ErrorCode.BAD_REQUEST, "The body cannot be read: " + what(unreadable), failure);
    }
    if (failure instanceof TypeMismatchException mismatch) {
      return new AssayException(
          ErrorCode.BAD_REQUEST,
          "The value of \"%s\" has the wrong form. %s"
              .formatted(mismatch.getPropertyName(), ExpectedForm.of(mismatch.getRequiredType())),
          failure);
    }
    if (failure instanceof ErrorResponse response && response.getStatusCode().is4xxClientError()) {
      return ofStatus(response, request);
    }
    return Problems.of(failure);
  }

  private static AssayException ofStatus(ErrorResponse response, HttpServletRequest request) {
    String target = request.getMethod() + " " + request.getRequestURI();
    return switch (response.getStatusCode().value()) {
      case 404 -> problem(ErrorCode.NOT_FOUND, "There is nothing at " + target + ".");
      case 405 ->
          new AssayException(
              ErrorCode.METHOD_NOT_ALLOWED,
              target + " is not possible.",
              Map.of(
                  "allowed",
                  response.getHeaders().getAllow().stream()
                      .map(Object::toString)
                      .sorted()
                      .toList()));
      case 406 ->
          problem(
              ErrorCode.NOT_ACCEPTABLE,
              "The header Accept asks for a type this answer does not have."
                  + types("It is", response));
      case 413 -> problem(ErrorCode.FILE_TOO_LARGE, "The upload is too large.");
      case 415 ->
          problem(
              ErrorCode.UNSUPPORTED_MEDIA_TYPE,
              "The header Content-Type names a type that is not taken here."
                  + types("Send", response));
      default -> problem(ErrorCode.BAD_REQUEST, unusable(response));
    };
  }

  private static String unusable(ErrorResponse response) {
    return switch (response) {
      case MissingServletRequestPartException missing ->
          "The part \"%s\" is missing. Send it as a form, for example: curl -F %s=@FILE"
              .formatted(missing.getRequestPartName(), missing.getRequestPartName());
      case MissingServletRequestParameterException missing ->
          "The query parameter \"%s\" is missing. Send it in the address, for example ?%s=…"
              .formatted(missing.getParameterName(), missing.getParameterName());
      default ->
          Objects.requireNonNullElse(response.getBody().getDetail(), "The request is not valid.");
    };
  }

  /// Returns a sentence with the supported types, if they are known.
  private static String types(String begin, ErrorResponse response) {
    List<MediaType> supported =
        response instanceof HttpMediaTypeException unsupported
            ? unsupported.getSupportedMediaTypes()
            : List.of();
    if (supported.isEmpty()) {
      return "";
    }
    String known = supported.stream().map(MediaType::toString).sorted().collect(joining(" or "));
    return supported.contains(MediaType.MULTIPART_FORM_DATA)
        ? " %s %s, for example: curl -F file=@FILE".formatted(begin, known)
        : " %s %s.".formatted(begin, known);
  }

  /// Describes the problem of a body without quoting it, because it may hold a password.
  private static String what(HttpMessageNotReadableException unreadable) {
    if (unreadable.getCause() instanceof JacksonException json) {
      String field = json.getPath().isEmpty() ? "" : " at \"" + path(json) + "\"";
      return switch (json) {
        case tools.jackson.databind.exc.UnrecognizedPropertyException unknown ->
            "unknown field \"%s\". Known are: %s."
                .formatted(
                    Visible.line(unknown.getPropertyName(), 60),
                    unknown.getKnownPropertyIds() == null
                        ? "none"
                        : unknown.getKnownPropertyIds().stream()
                            .map(String::valueOf)
                            .sorted()
                            .collect(joining(", ")));
        case tools.jackson.databind.exc.MismatchedInputException wrong ->
            "a value%s has the wrong type. %s"
                .formatted(field, ExpectedForm.of(wrong.getTargetType()));
        case tools.jackson.databind.DatabindException wrong ->
            "a value" + field + " has the wrong type.";
        default -> "it is not JSON.";
      };
    }
    return "it is missing or not JSON.";
  }

  /// Returns the path of a field as the sender wrote it, for example `users[0].name`.
  private static String path(JacksonException json) {
    StringBuilder path = new StringBuilder();
    for (JacksonException.Reference each : json.getPath()) {
      if (each.getPropertyName() == null) {
        path.append('[').append(each.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(each.getPropertyName());
      }
    }
    return Visible.line(path.toString(), 200);
  }

  private static AssayException problem(ErrorCode code, String message) {
    return new AssayException(code, message);
  }
}
