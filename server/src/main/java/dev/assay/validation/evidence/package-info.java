/// What the steps of a validation found, as it is kept. Plain records: a step's result is written
/// once, read back after a crash, and shown to whoever asks how a verdict came about.
@NullMarked
package dev.assay.validation.evidence;

import org.jspecify.annotations.NullMarked;
