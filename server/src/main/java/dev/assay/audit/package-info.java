/// The audit log: the record of all actions in one chain of hashes that all servers on a database
/// share. Writers use [dev.assay.skill.audit.AuditWriter]; this package is for readers and for the
/// check. Start with [dev.assay.audit.AuditLog].
@NullMarked
package dev.assay.audit;

import org.jspecify.annotations.NullMarked;
