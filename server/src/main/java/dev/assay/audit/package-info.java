/// The audit log: who did what to what, in one chain of hashes that all servers on a database
/// share. It is written through [dev.assay.skill.audit.AuditWriter]; this package is for those who
/// read or check it.
@NullMarked
package dev.assay.audit;

import org.jspecify.annotations.NullMarked;
