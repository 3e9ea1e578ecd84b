package dev.assay.web.api;

import dev.assay.web.RetentionRules;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Operations")
class RetentionController {
  private final RetentionRules rules;

  RetentionController(RetentionRules rules) {
    this.rules = rules;
  }

  record DueWire(String id, String name, Instant since) {}

  record RuleWire(String what, String setting, @Nullable String keep, List<DueWire> due) {
    static RuleWire of(RetentionRules.Rule rule) {
      return new RuleWire(
          rule.what(),
          rule.setting(),
          rule.keep().map(Duration::toString).orElse(null),
          rule.due().stream()
              .map(each -> new DueWire(each.id(), each.name(), each.since()))
              .toList());
    }
  }

  record RetentionAnswer(List<RuleWire> rules) {}

  @GetMapping("/api/admin/retention")
  @Operation(
      operationId = "previewRetention",
      summary = "What is removed because of its age, and what would be removed now")
  RetentionAnswer preview() {
    return new RetentionAnswer(rules.preview().stream().map(RuleWire::of).toList());
  }
}
