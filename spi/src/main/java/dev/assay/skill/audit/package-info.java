/// Records for the audit log. The log itself is in the server; code that has to record an action
/// needs only [AuditWriter].
@NullMarked
package dev.assay.skill.audit;

import org.jspecify.annotations.NullMarked;
