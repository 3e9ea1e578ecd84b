/// Why a verdict is as it is: the causes behind it, found by rules in the evidence. Pure.
@NullMarked
package dev.assay.validation.finding;

import org.jspecify.annotations.NullMarked;
