/// Projects and their tools on the command line.
@NullMarked
package dev.assay.cli.project;

import org.jspecify.annotations.NullMarked;
