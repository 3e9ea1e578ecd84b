package dev.assay.validation.finding;

import dev.assay.skill.Severity;
import dev.assay.validation.evidence.Inspection;
import dev.assay.validation.evidence.ResultFinding;
import dev.assay.validation.evidence.ResultFinding.Code;
import java.util.ArrayList;
import java.util.List;

/// The findings from an inspection by a model.
record InspectionFindings(String skill, Inspection inspection) {
  List<ResultFinding> all() {
    List<ResultFinding> found = new ArrayList<>();
    for (Inspection.Passage each : inspection.found()) {
      found.add(
          new ResultFinding(
              Code.READS_AS_ATTACK,
              Severity.WARNING,
              each.sentence(inspection.model()),
              each.file(),
              each.line(),
              List.of(),
              each.quote(),
              "Look at the passage. If it is what the skill is for, say so in its description.",
              "assay check " + skill));
    }
    if (inspection.doubts().isEmpty()) {
      found.add(
          new ResultFinding(
              Code.INSPECTED,
              Severity.NOTE,
              "%s read all of its text (%d files, no pictures, fonts and sounds) and names nothing that acts against the user."
                  .formatted(inspection.model(), inspection.files()),
              "",
              0,
              List.of(),
              "",
              "",
              "assay check " + skill));
    }
    return found;
  }
}
