/// What an agent was asked, said and did, in order: the evidence for scoring and the page that
/// reviewers read.
@NullMarked
package dev.assay.skill.transcript;

import org.jspecify.annotations.NullMarked;
