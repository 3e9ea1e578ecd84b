/// The verdict on a skill, from scores and findings. Pure.
@NullMarked
package dev.assay.validation.decision;

import org.jspecify.annotations.NullMarked;
