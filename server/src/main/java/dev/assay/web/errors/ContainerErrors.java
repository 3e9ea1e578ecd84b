package dev.assay.web.errors;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.context.annotation.Bean;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;

/// Answers failures that happen before a controller is reached.
@Controller
class ContainerErrors implements ErrorController {
  private final ProblemResponse answer;

  ContainerErrors(ProblemResponse answer) {
    this.answer = answer;
  }

  @RequestMapping("/error")
  void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
    Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
    answer.write(problem(status instanceof Integer code ? code : 404), request, response);
  }

  /// Refuses addresses whose odd spelling could evade the rules by path.
  @Bean
  static RequestRejectedHandler rejectedRequests(ProblemResponse answer) {
    return (request, response, rejection) ->
        answer.write(
            new AssayException(ErrorCode.BAD_REQUEST, "The address is not valid."),
            request,
            response);
  }

  private static AssayException problem(int status) {
    if (status == 404) {
      return new AssayException(ErrorCode.NOT_FOUND, "There is nothing here.");
    }
    return status < 500
        ? new AssayException(ErrorCode.BAD_REQUEST, "The request is not valid.")
        : new AssayException(
            ErrorCode.INTERNAL_ERROR,
            "Something went wrong on the server. Its log has the particulars.");
  }
}
