/// The command line. [dev.assay.cli.Assay] is the entry point and lists the commands. Simple
/// commands are classes of this package, larger ones have a sub-package. The command line starts
/// without Spring. Commands that need a server speak HTTP with it over `dev.assay.cli.connection`.
@NullMarked
package dev.assay.cli;

import org.jspecify.annotations.NullMarked;
