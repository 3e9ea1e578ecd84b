/// Rules of the house that Error Prone applies to every module. Nothing here is shipped.
@NullMarked
package dev.assay.checks;

import org.jspecify.annotations.NullMarked;
