/// The way of an upload, from its bytes to a skill that is being validated. [Uploads] reads from
/// top to bottom.
@NullMarked
package dev.assay.upload;

import org.jspecify.annotations.NullMarked;
