/// What a validation is set up with: what is tried, how it is scored, and what passes.
@NullMarked
package dev.assay.validation.settings;

import org.jspecify.annotations.NullMarked;
