package dev.assay.web.description;

import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.servlet.ModelAndView;
import tools.jackson.databind.json.JsonMapper;

/// Serves the description to programs and people.
@Controller
class DescriptionController {
  private final ApiDocument document;
  private final JsonMapper json;

  DescriptionController(ApiDocument document, JsonMapper json) {
    this.document = document;
    this.json = json;
  }

  @GetMapping(path = "/api/openapi.json", produces = MediaType.APPLICATION_JSON_VALUE)
  @ResponseBody
  String document() {
    return json.writerWithDefaultPrettyPrinter().writeValueAsString(document.load());
  }

  @GetMapping("/api/docs")
  ModelAndView page() {
    return new ModelAndView("description", "view", DescriptionView.of(document.load()));
  }
}
