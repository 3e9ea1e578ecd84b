/// The pages of the audit log: who did what, and whether the log is whole.
@NullMarked
package dev.assay.web.console.audit;

import org.jspecify.annotations.NullMarked;
