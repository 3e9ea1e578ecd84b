/// The upload of a skill, from its bytes to the start of its validation. Start with [Uploads],
/// which reads from top to bottom.
@NullMarked
package dev.assay.upload;

import org.jspecify.annotations.NullMarked;
