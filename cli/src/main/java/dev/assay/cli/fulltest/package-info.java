/// The command `assay full-test`, which follows a full test and shows its results.
/// [dev.assay.cli.fulltest.FullTestCommand] is the way in.
@NullMarked
package dev.assay.cli.fulltest;

import org.jspecify.annotations.NullMarked;
