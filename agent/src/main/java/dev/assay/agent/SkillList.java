package dev.assay.agent;

import dev.assay.agent.relevance.Relevance;
import dev.assay.skill.SkillName;
import dev.assay.skill.sandbox.Layout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// The skills an agent may choose from, in the order it sees them.
public record SkillList(List<Listed> skills) {
  /// An agent's knowledge of a skill before it loads the skill.
  public record Listed(SkillName name, String description) {
    /// The path of its SKILL.md inside a sandbox.
    public String location() {
      return Layout.SKILLS + "/" + name + "/SKILL.md";
    }
  }

  public SkillList {
    skills = List.copyOf(skills);
  }

  /// The list in the form used in instructions.
  public String xml() {
    return xml(Listed::location);
  }

  /// The same list, with locations made of another beginning and the name.
  public String xml(String before) {
    return xml(skill -> before + skill.name());
  }

  private String xml(Function<Listed, String> location) {
    StringBuilder xml = new StringBuilder("<available_skills>\n");
    for (Listed skill : skills) {
      xml.append("<skill>\n")
          .append(element("name", skill.name().text()))
          .append(element("description", skill.description()))
          .append(element("location", location.apply(skill)))
          .append("</skill>\n");
    }
    return xml.append("</available_skills>").toString();
  }

  /// The names, ordered by how well name and description fit the request.
  public List<String> fitting(String request) {
    Relevance relevance =
        new Relevance(
            skills.stream()
                .map(skill -> skill.name().text().replace('-', ' ') + " " + skill.description())
                .toList());
    return relevance.ranked(request).stream()
        .map(match -> skills.get(match.index()).name().text())
        .toList();
  }

  Map<String, String> descriptions() {
    Map<String, String> descriptions = new LinkedHashMap<>();
    skills.forEach(skill -> descriptions.put(skill.name().text(), skill.description()));
    return descriptions;
  }

  private static String element(String name, String text) {
    return "<" + name + ">" + escaped(text) + "</" + name + ">\n";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&apos;");
  }
}
