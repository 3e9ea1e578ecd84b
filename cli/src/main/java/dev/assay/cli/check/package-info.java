/// The parts of `assay check`. [dev.assay.cli.check.SkillFinder] finds skills under the given
/// paths, and [dev.assay.cli.check.Checks] examines them in parallel. Each
/// [dev.assay.cli.check.ReportWriter] writes the findings in one form: text, JSON, SARIF or JUnit
/// XML.
///
/// Control characters in quotations from a skill are spelled out before they reach a terminal or a
/// file.
@NullMarked
package dev.assay.cli.check;

import org.jspecify.annotations.NullMarked;
