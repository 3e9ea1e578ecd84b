/// What an agent was told, said and did, in order: the evidence for scoring and the page a reviewer
/// reads.
@NullMarked
package dev.assay.skill.transcript;

import org.jspecify.annotations.NullMarked;
