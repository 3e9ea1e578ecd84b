package dev.assay.web.console.skill;

import dev.assay.registry.SkillFilter;
import dev.assay.registry.Status;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The filter of the list of skills, as parameters of its address.
///
/// @param status the status; empty for all
public record ListFilter(String status, String name) {
  public record Choice(String word, String words) {}

  static ListFilter of(SkillFilter filter) {
    String status = filter.status().map(Status::word).orElse("");
    return new ListFilter(filter.stage().isPresent() ? "review" : status, filter.name());
  }

  public boolean isEmpty() {
    return status.isEmpty() && name.isEmpty();
  }

  public List<Choice> choices() {
    List<Choice> choices = new ArrayList<>();
    choices.add(new Choice("", "all"));
    choices.add(new Choice("review", "waiting for review"));
    for (Status each : Status.values()) {
      choices.add(new Choice(each.word(), each.word().replace('_', ' ')));
    }
    return choices;
  }

  /// Returns the address of the list. The number of the page is appended.
  public String address() {
    return "/admin/skills?status="
        + status
        + "&name="
        + URLEncoder.encode(name, StandardCharsets.UTF_8)
        + "&page=";
  }
}
