/// How a validation is shown while it runs.
@NullMarked
package dev.assay.cli.progress;

import org.jspecify.annotations.NullMarked;
