/// The pages of the audit log. [dev.assay.web.console.audit.AuditPage] lists the entries and checks
/// that the log is complete and unchanged.
@NullMarked
package dev.assay.web.console.audit;

import org.jspecify.annotations.NullMarked;
