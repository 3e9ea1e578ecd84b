/// The command `assay scan`, about the list of known attacks that the static scan looks for.
/// [dev.assay.cli.scan.ScanCommand] is the way in.
@NullMarked
package dev.assay.cli.scan;

import org.jspecify.annotations.NullMarked;
