package dev.assay.web.errors;

import dev.assay.skill.AssayException;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.slf4j.MDC;
import org.springframework.stereotype.Component;

/// The error page for people. It needs neither the database nor a signed-in user, so it can report
/// that one of them is missing.
@Component
final class ErrorPage {
  private final TemplateEngine templates;

  ErrorPage(TemplateEngine templates) {
    this.templates = templates;
  }

  String render(AssayException problem, HttpServletRequest request) {
    StringOutput output = new StringOutput();
    templates.render(
        "error.jte",
        Map.of(
            "title",
            Problems.statusOf(problem).getReasonPhrase(),
            "message",
            Problems.words(problem),
            "code",
            problem.code().name(),
            "requestId",
            String.valueOf(MDC.get(RequestIds.KEY))),
        new PageOutput(output));
    return output.toString();
  }
}
