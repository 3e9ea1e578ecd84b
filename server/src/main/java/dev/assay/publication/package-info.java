/// The publications about admitted skills: their archives, signed statements about their admission,
/// and notices to the operator's webhook. Start with [SkillArchives] and [Attestations].
///
/// Nothing here changes a skill; it reads the registry and its audit log.
@NullMarked
package dev.assay.publication;

import org.jspecify.annotations.NullMarked;
