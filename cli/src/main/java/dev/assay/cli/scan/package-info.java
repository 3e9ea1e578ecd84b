/// `assay scan`: the list of known attacks that the static scan looks for.
@NullMarked
package dev.assay.cli.scan;

import org.jspecify.annotations.NullMarked;
