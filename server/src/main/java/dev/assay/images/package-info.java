/// The numbered runtime images that admitted skills run in: the current one, the skills that each
/// is in use with, and the lists of their contents.
///
/// Start with [Images], which reads them. [ImageChanges] changes them in the transaction of a
/// decision about skills.
@NullMarked
package dev.assay.images;

import org.jspecify.annotations.NullMarked;
