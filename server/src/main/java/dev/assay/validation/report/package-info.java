/// The report, rendered from the result alone.
@NullMarked
package dev.assay.validation.report;

import org.jspecify.annotations.NullMarked;
