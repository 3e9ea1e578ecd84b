/// The requests, replies and actions of an agent, in order: the evidence for scoring and the page
/// that reviewers read. Start with [Transcript].
@NullMarked
package dev.assay.skill.transcript;

import org.jspecify.annotations.NullMarked;
