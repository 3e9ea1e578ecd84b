/// Numbers from evidence. Pure: nothing here reads anything but its arguments.
@NullMarked
package dev.assay.validation.scoring;

import org.jspecify.annotations.NullMarked;
