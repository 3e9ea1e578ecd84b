/// `assay sandbox`: a sandbox from the command line, without a server and without a database.
@NullMarked
package dev.assay.cli.sandbox;

import org.jspecify.annotations.NullMarked;
