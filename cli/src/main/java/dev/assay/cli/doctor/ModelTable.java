package dev.assay.cli.doctor;

import dev.assay.examination.ModelExamination;
import dev.assay.skill.Visible;
import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A table of the abilities of each configured model, with one column for each model.
final class ModelTable {
  private static final int WIDEST = 30;

  private final List<ModelExamination.Result> models;

  ModelTable(List<ModelExamination.Result> models) {
    this.models = models.stream().filter(each -> !each.abilities().isEmpty()).toList();
  }

  void print(PrintWriter out) {
    if (models.isEmpty()) {
      return;
    }
    out.println();
    row(out, "", models.stream().map(ModelExamination.Result::model).toList());
    row(out, "used for", models.stream().map(each -> String.join(",", each.roles())).toList());
    for (String ability : abilities()) {
      row(
          out,
          ability,
          models.stream().map(each -> each.abilities().getOrDefault(ability, "-")).toList());
    }
    List<String> lacking =
        models.stream()
            .flatMap(
                each ->
                    each.abilities().entrySet().stream()
                        .filter(one -> one.getValue().startsWith("no"))
                        .filter(one -> !one.getValue().startsWith("not"))
                        .filter(one -> !one.getValue().startsWith("none"))
                        .map(Map.Entry::getKey)
                        .map(what -> each.model() + ": " + what))
            .toList();
    if (!lacking.isEmpty()) {
      out.println();
      out.println("Will not work: " + Visible.line(String.join("; ", lacking), 600));
    }
  }

  private Set<String> abilities() {
    Set<String> names = new LinkedHashSet<>();
    models.forEach(each -> names.addAll(each.abilities().keySet()));
    return names;
  }

  private static void row(PrintWriter out, String name, List<String> cells) {
    StringBuilder line = new StringBuilder("%-13s".formatted(name));
    cells.forEach(cell -> line.append(" %-30s".formatted(Visible.line(cell, WIDEST - 1))));
    out.println(line.toString().stripTrailing());
  }
}
