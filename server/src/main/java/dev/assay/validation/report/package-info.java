/// The report of a validation, rendered from the result alone.
/// [dev.assay.validation.report.ReportTemplate] is the way in; each `…Section` class renders one
/// section.
@NullMarked
package dev.assay.validation.report;

import org.jspecify.annotations.NullMarked;
