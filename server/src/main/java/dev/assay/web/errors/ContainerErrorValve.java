package dev.assay.web.errors;

import dev.assay.skill.ErrorCode;
import java.io.IOException;
import java.io.Writer;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers requests that the web server refuses itself, such as an address with `%00`. They never
/// reach Assay's own filters. The answer has Assay's form instead of the web server's page.
public final class ContainerErrorValve extends ErrorReportValve {
  private static final Logger log = LoggerFactory.getLogger(ContainerErrorValve.class);
  private static final int BAD_REQUEST = 400;
  private static final int SERVER_ERROR = 500;

  @Override
  protected void report(Request request, Response response, @Nullable Throwable failure) {
    int status = response.getStatus();
    if (status < BAD_REQUEST || response.getContentWritten() > 0 || !response.setErrorReported()) {
      return;
    }
    try {
      response.setContentType("application/json");
      response.setCharacterEncoding("utf-8");
      Writer writer = response.getReporter();
      if (writer != null) {
        writer.write(body(status));
        response.finishResponse();
      }
    } catch (IOException | IllegalStateException e) {
      log.debug("The caller has gone", e);
    }
  }

  private static String body(int status) {
    return status < SERVER_ERROR
        ? body(
            ErrorCode.BAD_REQUEST,
            "The request cannot be read: its address, a header or its length is not valid.")
        : body(
            ErrorCode.INTERNAL_ERROR,
            "Something went wrong on the server. Its log has the particulars.");
  }

  private static String body(ErrorCode code, String message) {
    return "{\"code\": \"%s\", \"message\": \"%s\", \"details\": {}}"
        .formatted(code.name(), message);
  }
}
