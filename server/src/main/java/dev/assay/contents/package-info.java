/// What lies in a runtime image and to which package each file belongs: archives of packages become
/// lists of the files they claim, and a frozen layer is compared with such a list. Executes
/// nothing.
@NullMarked
package dev.assay.contents;

import org.jspecify.annotations.NullMarked;
