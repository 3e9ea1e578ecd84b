/// The contents of runtime images, and the packages that own each file. Archives of packages become
/// lists of the files they claim, and a frozen layer is compared with such a list. Nothing here
/// runs a program. Start with [Contents] and [LayerClaim].
@NullMarked
package dev.assay.contents;

import org.jspecify.annotations.NullMarked;
