/// `assay calibrate`: measures the gate itself, with skills that are known to be good or bad.
@NullMarked
package dev.assay.cli.calibrate;

import org.jspecify.annotations.NullMarked;
