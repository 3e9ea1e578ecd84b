package dev.assay.intake.format;

import dev.assay.intake.document.Node;
import dev.assay.intake.rule.ControlCharacters;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.rule.Rule;
import dev.assay.intake.tree.SourceText;
import dev.assay.skill.Manifest;
import dev.assay.skill.SkillName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Converts the frontmatter into a manifest, and reports each field that breaks a rule.
final class ManifestReader {
  private static final Set<String> STANDARD =
      Set.of("name", "description", "license", "compatibility", "metadata", "allowed-tools");

  /// The fields that Assay adds to the standard; other classes read them.
  private static final Set<String> OURS = Set.of("dependencies");

  private final SourceText source;
  private final FindingList findings;

  ManifestReader(SourceText source, FindingList findings) {
    this.source = source;
    this.findings = findings;
  }

  record Reading(Optional<Manifest> manifest, Optional<String> name) {}

  Reading read(Node.Fields fields, Optional<String> folder) {
    int before = findings.errors();
    Optional<String> name = text(fields, "name");
    name(fields, name, folder);
    Optional<String> description = text(fields, "description");
    description(fields, description);
    Optional<String> license = optional(fields, "license");
    Optional<String> compatibility = optional(fields, "compatibility");
    compatibility.ifPresent(found -> compatibility(fields, found));
    Map<String, String> metadata = metadata(fields);
    List<String> tools = tools(fields);
    unexpected(fields);
    Optional<Manifest> manifest =
        findings.errors() > before
            ? Optional.empty()
            : Optional.of(
                new Manifest(
                    new SkillName(name.orElseThrow()),
                    description.orElseThrow().strip(),
                    license,
                    compatibility,
                    metadata,
                    tools));
    return new Reading(manifest, name.map(SkillName::normalize).filter(text -> !text.isEmpty()));
  }

  private void name(Node.Fields fields, Optional<String> name, Optional<String> folder) {
    if (name.isEmpty()) {
      if (!fields.fields().containsKey("name")) {
        findings.add(
            FormatRule.NAME_MISSING.at(
                SkillMdReader.FILE, 1, "There is no name.", source.excerpt(1)));
      }
      return;
    }
    String normal = SkillName.normalize(name.get());
    Set<SkillName.Flaw> flaws = SkillName.flaws(normal);
    if (flaws.contains(SkillName.Flaw.HYPHEN_AT_EDGE)
        && flaws.remove(SkillName.Flaw.DOUBLE_HYPHEN)) {
      add(FormatRule.NAME_HYPHENS, fields, "name", flaw(SkillName.Flaw.DOUBLE_HYPHEN, normal));
      flaws.remove(SkillName.Flaw.HYPHEN_AT_EDGE);
    }
    for (SkillName.Flaw flaw : flaws) {
      add(rule(flaw), fields, "name", flaw(flaw, normal));
    }
    if (flaws.isEmpty() && (Skeleton.mixesScripts(normal) || Skeleton.looksLikeAscii(normal))) {
      add(
          FormatRule.NAME_SCRIPTS,
          fields,
          "name",
          Skeleton.looksLikeAscii(normal)
              ? "The name \"" + normal + "\" looks like ASCII and is not."
              : "The name \"" + normal + "\" has letters of several scripts.");
    }
    if (!normal.isEmpty()
        && folder.filter(known -> !SkillName.normalize(known).equals(normal)).isPresent()) {
      add(
          FormatRule.NAME_FOLDER,
          fields,
          "name",
          "The name is \"" + normal + "\" but the folder is \"" + folder.get() + "\".");
    }
  }

  private static Rule rule(SkillName.Flaw flaw) {
    return switch (flaw) {
      case EMPTY -> FormatRule.NAME_MISSING;
      case TOO_LONG -> FormatRule.NAME_TOO_LONG;
      case UPPER_CASE -> FormatRule.NAME_UPPER_CASE;
      case HYPHEN_AT_EDGE, DOUBLE_HYPHEN -> FormatRule.NAME_HYPHENS;
      case FORBIDDEN_CHARACTER -> FormatRule.NAME_CHARACTERS;
    };
  }

  private static String flaw(SkillName.Flaw flaw, String name) {
    return switch (flaw) {
      case EMPTY -> "The name is empty.";
      case TOO_LONG -> "The name has " + Manifest.length(name) + " characters; 64 are allowed.";
      case UPPER_CASE -> "The name \"" + name + "\" has upper-case letters.";
      case HYPHEN_AT_EDGE -> "The name \"" + name + "\" starts or ends with a hyphen.";
      case DOUBLE_HYPHEN -> "The name \"" + name + "\" has two hyphens in a row.";
      case FORBIDDEN_CHARACTER ->
          "The name \"" + name + "\" has characters other than letters, digits and hyphens.";
    };
  }

  private void description(Node.Fields fields, Optional<String> description) {
    if (description.isEmpty()) {
      if (!fields.fields().containsKey("description")) {
        findings.add(
            FormatRule.DESCRIPTION_MISSING.at(
                SkillMdReader.FILE, 1, "There is no description.", source.excerpt(1)));
      }
      return;
    }
    int length = Manifest.length(description.get());
    if (description.get().isBlank()) {
      add(FormatRule.DESCRIPTION_MISSING, fields, "description", "The description is empty.");
    } else if (length > Manifest.MAX_DESCRIPTION) {
      add(
          FormatRule.DESCRIPTION_TOO_LONG,
          fields,
          "description",
          "The description has " + length + " characters; 1024 are allowed.");
    }
  }

  private void compatibility(Node.Fields fields, String compatibility) {
    int length = Manifest.length(compatibility);
    if (compatibility.isBlank()) {
      add(FormatRule.COMPATIBILITY_EMPTY, fields, "compatibility", "The field is empty.");
    } else if (length > Manifest.MAX_COMPATIBILITY) {
      add(
          FormatRule.COMPATIBILITY_TOO_LONG,
          fields,
          "compatibility",
          "The field has " + length + " characters; 500 are allowed.");
    }
  }

  private Map<String, String> metadata(Node.Fields fields) {
    Map<String, String> metadata = new LinkedHashMap<>();
    Node node = fields.find("metadata").orElse(null);
    if (node instanceof Node.Fields entries) {
      entries
          .fields()
          .forEach(
              (key, value) -> {
                if (value instanceof Node.Text text) {
                  clean("metadata." + key, entries.lineOf(key), key + text.text());
                  metadata.put(key, text.text());
                } else if (!OURS.contains(key)) {
                  other(FormatRule.NESTED_METADATA, "metadata." + key, entries.lineOf(key), value);
                }
              });
    } else if (node != null && !isNothing(node)) {
      other(FormatRule.FIELD_TYPE, "metadata", fields.lineOf("metadata"), node);
    }
    return metadata;
  }

  private List<String> tools(Node.Fields fields) {
    List<String> listed = new ArrayList<>();
    if (fields.find("allowed-tools").orElse(null) instanceof Node.Items items) {
      for (Node item : items.items()) {
        if (item instanceof Node.Text tool && !tool.text().isBlank()) {
          clean("allowed-tools", tool.line(), tool.text());
          listed.add(tool.text().strip());
        }
      }
    }
    return optional(fields, "allowed-tools").map(ToolList::split).orElse(listed);
  }

  /// Reads a field that agents do not need. A value that is not text is left out.
  private Optional<String> optional(Node.Fields fields, String field) {
    Optional<Node> odd = fields.find(field).filter(value -> !(value instanceof Node.Text));
    odd.ifPresent(value -> other(FormatRule.FIELD_TYPE, field, fields.lineOf(field), value));
    return odd.isPresent() ? Optional.empty() : text(fields, field);
  }

  private Optional<String> text(Node.Fields fields, String field) {
    return switch (fields.find(field).orElse(null)) {
      case null -> Optional.empty();
      case Node.Text text -> {
        clean(field, fields.lineOf(field), text.text());
        yield Optional.of(text.text());
      }
      case Node other -> {
        wrongType(field, fields.lineOf(field), other, "text");
        yield Optional.empty();
      }
    };
  }

  private void clean(String field, int line, String text) {
    if (ControlCharacters.in(text)) {
      findings.add(
          FormatRule.CONTROL_CHARACTER.at(
              SkillMdReader.FILE,
              line,
              "The field \"" + field + "\" holds a control character.",
              source.excerpt(line)));
    }
  }

  private void other(FormatRule rule, String field, int line, Node found) {
    findings.add(
        rule.at(
            SkillMdReader.FILE,
            line,
            "The field \"" + field + "\" is " + found.kind() + "; the standard has text there.",
            source.excerpt(line)));
  }

  private void wrongType(String field, int line, Node found, String expected) {
    findings.add(
        FormatRule.WRONG_TYPE.at(
            SkillMdReader.FILE,
            line,
            "The field \"" + field + "\" is " + found.kind() + "; it must be " + expected + ".",
            source.excerpt(line)));
  }

  private void unexpected(Node.Fields fields) {
    for (String field : fields.fields().keySet()) {
      if (!STANDARD.contains(field) && !OURS.contains(field)) {
        add(
            FormatRule.UNEXPECTED_FIELD,
            fields,
            field,
            "The standard has no field \"" + field + "\".");
      }
    }
  }

  private void add(Rule rule, Node.Fields fields, String field, String message) {
    int line = fields.lineOf(field);
    findings.add(rule.at(SkillMdReader.FILE, line, message, source.excerpt(line)));
  }

  private static boolean isNothing(Node node) {
    return node instanceof Node.Text text && text.text().isBlank();
  }
}
