/// `assay full-test`: follows a full test and shows what it found.
@NullMarked
package dev.assay.cli.fulltest;

import org.jspecify.annotations.NullMarked;
