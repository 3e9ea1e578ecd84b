/// The numbered runtime images that admitted skills run in: which one is current, which skills each
/// is in use with, and the lists of what is in them.
///
/// [Images] is for everybody; [ImageChanges] is for those who decide about skills, in their
/// transaction.
@NullMarked
package dev.assay.images;

import org.jspecify.annotations.NullMarked;
